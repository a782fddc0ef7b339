"""TRF files of tournaments: exported for checkers, and imported as lists of players."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.core.files.base import ContentFile

from accounts.models import User
from tests.games.playing import client_of
from tests.tournaments.pages import browser_of, refusals
from tests.tournaments.pairing.checker import objections
from tests.tournaments.playing import decide, next_round, open_tournament, running_tournament
from tournaments.models import Club, Tournament
from tournaments.pairing.trf_import import MAX_TRF_BYTES
from tournaments.pairing.values import Scoring
from tournaments.selectors.standings import has_trf
from tournaments.services.draft import forbid_pair
from tournaments.services.lifecycle import finish_early, start_tournament
from tournaments.services.registration import add_player, set_rating
from tournaments.services.withdrawal import ask_bye

pytestmark = pytest.mark.slow


def post_trf(user: User, tournament: Tournament, trf: str) -> Any:
    return client_of(user).post(f"/api/v1/tournaments/{tournament.pk}/players/import/", {"trf": trf})


def upload(user: User, tournament: Tournament, trf: str) -> list[str]:
    """Import a file by its form; return the error codes."""
    file = ContentFile(trf.encode(), "players.trf")
    return refusals(browser_of(user).post(f"/tournaments/{tournament.pk}/do/import/", {"file": file}, follow=True))


def list_of(players: list[tuple[str, int]]) -> str:
    rows = enumerate(players, start=1)
    return "".join(f"001 {number:4}      {name:33} {rating or '':>4}\n" for number, (name, rating) in rows)


def test_the_checker_accepts_the_file_of_a_tournament_that_ended_early(club: Club, secretary: User) -> None:
    """The last round has special pairing rules; this tournament never reached it."""
    for seed in range(4):
        tournament = running_tournament(club, secretary, 8, accounts=False, rounds=6, name=f"Short {seed}")
        for number in (1, 2, 3):
            next_round(tournament, secretary)
            decide(tournament, secretary, Random(10 * seed + number))
        one, other = tournament.entries.order_by("number")[:2]
        forbid_pair(tournament_id=tournament.pk, user=secretary, one_id=one.pk, other_id=other.pk)
        finish_early(tournament_id=tournament.pk, user=secretary, reason="the hall closes")
        text = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/trf/").content.decode()
        assert text.splitlines()[1] == "142 6"
        assert text.splitlines()[-1] == "260   4   6    1    2"
        assert objections(text) == []


def test_page_and_api_have_the_same_size_limit_for_imports(club: Club, secretary: User) -> None:
    line = "001    1      Anna Nováková".ljust(90) + "  0000 - Z" * 16 + "\n"
    text = line + "### " + "ž" * ((256_013 - len(line) - 4) // 2) + "\n"
    largest = text + "x" * (MAX_TRF_BYTES - len(text.encode()))
    for number, trf in enumerate((text, largest)):
        by_token = open_tournament(club, secretary, name=f"Token {number}")
        assert [one["name"] for one in post_trf(secretary, by_token, trf).json()] == ["Anna Nováková"]
        by_page = open_tournament(club, secretary, name=f"Page {number}")
        assert upload(secretary, by_page, trf) == []
        assert by_page.entries.get().name == "Anna Nováková"
    too_large = post_trf(secretary, by_token, largest + "x")
    assert (too_large.status_code, list(too_large.json()["fields"])) == (400, ["trf"])
    assert upload(secretary, by_page, largest + "x") == ["invalid"]


def test_an_imported_list_keeps_its_numbers(club: Club, secretary: User) -> None:
    """A late entry has the last number, however strong; players without a rating may be anywhere."""
    listed = [("Anna", 2100), ("Ben", 0), ("Cleo", 1900), ("Dan", 2300), ("Eva", 0)]
    trf = list_of(listed)
    tournament = open_tournament(club, secretary)
    post_trf(secretary, tournament, trf)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    assert list(tournament.entries.order_by("number").values_list("name", flat=True)) == [name for name, _ in listed]


def test_players_not_in_the_imported_list_are_seeded_by_rating(club: Club, secretary: User) -> None:
    trf = list_of([("Ada", 2000), ("Ben", 1800)])
    tournament = open_tournament(club, secretary)
    post_trf(secretary, tournament, trf)
    post_trf(secretary, tournament, trf.replace("Ben", "Cid"))
    for name, rating in (("Strong", 2200), ("Middle", 1900), ("Unrated", None)):
        add_player(tournament_id=tournament.pk, user=secretary, name=name, rating=rating)
    set_rating(entry_id=tournament.entries.get(name="Cid").pk, user=secretary, rating=2100)
    start_tournament(tournament_id=tournament.pk, user=secretary)
    names = list(tournament.entries.order_by("number").values_list("name", flat=True))
    assert names == ["Strong", "Cid", "Ada", "Middle", "Ben", "Unrated"]


@pytest.mark.parametrize(
    ("rules", "is_offered"),
    [({}, True), ({"rounds": 17}, False), ({"scoring": Scoring(absence=Fraction(1))}, False)],
)
def test_the_file_is_offered_only_where_there_is_one(
    club: Club, secretary: User, rules: dict[str, Any], is_offered: bool
) -> None:
    tournament = running_tournament(club, secretary, 20, accounts=False, **rules)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/").content.decode()
    address = f"/api/v1/tournaments/{tournament.pk}/trf/"
    assert (address in page) == is_offered
    assert client_of(None).get(address).status_code == (200 if is_offered else 422)


@pytest.mark.parametrize(("requested_bye", "is_offered"), [(2, True), (0, True), (3, False)])
def test_the_file_is_not_offered_with_byes_that_it_cannot_express(
    club: Club, secretary: User, requested_bye: int, is_offered: bool
) -> None:
    """In TRF a requested bye is worth a draw or nothing."""
    scoring = Scoring(requested_bye=Fraction(requested_bye))
    tournament = running_tournament(club, secretary, 5, accounts=False, rounds=3, scoring=scoring)
    next_round(tournament, secretary)
    assert not has_trf(tournament)  # no round is finished
    decide(tournament, secretary, Random(1))
    assert has_trf(tournament)
    ask_bye(entry_id=tournament.entries.get(number=1).pk, user=secretary, round_number=2)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    assert has_trf(tournament) == is_offered
    answer = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/trf/")
    assert answer.status_code == (200 if is_offered else 422)
