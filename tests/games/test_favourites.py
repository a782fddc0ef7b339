"""Favourite set-ups: saved under a name, offered when a set-up is due, private to their owner."""

import pytest

from accounts.models import User
from tests.accounts.people import at_once
from tests.games.playing import SETUPS, client_of, make_people, start

URL = "/api/v1/setups/"
OTHER = "=ABCDJQRST"


def keep(user: User | None, name: str, setup: str, variant: str = "vaeva"):
    return client_of(user).post(URL, {"variant": variant, "name": name, "setup": setup})


def kept_by(user: User) -> list[tuple[str, str]]:
    return [(row["name"], row["setup"]) for row in client_of(user).get(URL).json()]


def test_a_favourite_is_offered_in_games_of_its_variant(people: list[User]) -> None:
    first = keep(people[0], "Open wings", SETUPS["vaeva"])
    assert first.status_code == 201
    again = keep(people[0], "Open wings", OTHER)
    assert again.json()["id"] == first.json()["id"]
    assert kept_by(people[0]) == [("Open wings", OTHER)]
    vaeva, galax = (start(variant, people[:2], set_up=False) for variant in ("vaeva", "galax"))
    offered = client_of(people[0]).get(f"/api/v1/games/{vaeva.pk}/setup/").json()["saved"]
    assert [(row["name"], row["setup"]) for row in offered] == [("Open wings", OTHER)]
    assert client_of(people[0]).get(f"/api/v1/games/{galax.pk}/setup/").json()["saved"] == []
    assert client_of(people[1]).get(f"/api/v1/games/{vaeva.pk}/setup/").json()["saved"] == []


def test_favourites_are_private(people: list[User]) -> None:
    number = keep(people[0], "Mine", OTHER).json()["id"]
    assert kept_by(people[1]) == []
    assert client_of(people[1]).delete(f"{URL}{number}/").status_code == 404
    assert client_of(None).get(URL).status_code == keep(None, "x", OTHER).status_code == 401
    assert client_of(people[0]).delete(f"{URL}{number}/").status_code == 204
    assert kept_by(people[0]) == []


@pytest.mark.parametrize(
    ("variant", "name", "setup", "status"),
    [
        ("vaeva", "Too few", "=ABC", 422),
        ("galax", "Eleven suns", "=SSSSSSSSSS/SMMMMMMMMM/MTTTTTTTTT", 422),
        ("vaeva", "", OTHER, 400),
        ("chess", "King's Indian", OTHER, 404),
    ],
)
def test_only_valid_set_ups_are_saved(people: list[User], variant: str, name: str, setup: str, status: int) -> None:
    assert keep(people[0], name, setup, variant).status_code == status
    assert kept_by(people[0]) == []


def test_the_number_of_favourites_is_limited(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.setup.MAX_SAVED_SETUPS", 2)
    assert [keep(people[0], name, OTHER).status_code for name in ("one", "two", "three")] == [201, 201, 422]
    assert keep(people[0], "two", SETUPS["vaeva"]).status_code == 201
    assert kept_by(people[0]) == [("one", OTHER), ("two", SETUPS["vaeva"])]
    assert keep(people[1], "three", OTHER).status_code == 201


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_limit_of_favourites_holds_for_concurrent_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.setup.MAX_SAVED_SETUPS", 1)
    (ada,) = make_people("ada")
    assert sorted(at_once(6, lambda number: keep(ada, f"set-up {number}", OTHER).status_code)) == [201, *[422] * 5]
