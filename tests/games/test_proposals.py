"""Seeks, challenges, invitations: how seats fill, and who may see and join them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import Conflict, NotFound
from accounts.models import User
from games.lobby.services.join import expire_proposals, fill_with_ai, join_proposal
from games.models import Game, Proposal
from games.ratings.services import rate_finished_games
from games.rules import variant
from games.signals import proposal_made, turn_began
from tests.accounts.people import has_code
from tests.games.playing import client_of, make_people
from tests.games.rated import won_by

CONTROL = {"kind": "days", "allowance": 86400}


def make(user: User, kind: str, **body: object):
    return client_of(user).post(f"/api/v1/{kind}/", {"variant": "lyra-2", "control": CONTROL, **body})


def act(user: User | None, path: str, **body: object):
    return client_of(user).post(f"/api/v1/{path}/", body)


@pytest.fixture
def ai(db: None) -> User:
    return User.objects.create_user("ai-3", is_ai=True)


# -- seeks --------------------------------------------------------------------------------------------------------


def test_a_seek_fills_seat_by_seat(people: list[User]) -> None:
    seek = make(people[0], "seeks", variant="bataille-3").json()
    assert [row["id"] for row in client_of(None).get("/api/v1/seeks/").json()["results"]] == [seek["id"]]
    joined = act(people[1], f"seeks/{seek['id']}/join").json()
    assert (joined["status"], joined["game"]) == ("open", None)
    assert act(people[1], f"seeks/{seek['id']}/join").json() == joined
    assert act(people[1], f"seeks/{seek['id']}/leave").json()["places"][1]["player"] is None
    act(people[1], f"seeks/{seek['id']}/join")
    full = act(people[2], f"seeks/{seek['id']}/join").json()
    assert full["status"] == "started"
    game = Game.objects.get(pk=full["game"])
    assert {seat.user for seat in game.seats.all()} == set(people[:3])
    assert client_of(None).get("/api/v1/seeks/").json()["results"] == []
    late = act(people[3], f"seeks/{seek['id']}/join")
    assert (late.status_code, late.json()["game_id"]) == (409, game.pk)


@pytest.mark.slow
def test_seats_are_assigned_at_random(people: list[User]) -> None:
    def first_mover() -> str:
        seek = make(people[0], "seeks").json()
        game = act(people[1], f"seeks/{seek['id']}/join").json()["game"]
        return Game.objects.get(pk=game).seats.get(index=0).user.username

    assert {first_mover() for _ in range(20)} == {"ada", "ben"}


def test_seats_can_be_chosen(people: list[User]) -> None:
    seek = make(people[0], "seeks", seat=1).json()
    assert seek["seating"] == "chosen"
    game = Game.objects.get(pk=act(people[1], f"seeks/{seek['id']}/join").json()["game"])
    assert [seat.user for seat in game.seats.order_by("index")] == [people[1], people[0]]


def test_only_the_creator_gives_empty_seats_to_ais(people: list[User], ai: User) -> None:
    seek = make(people[0], "seeks", variant="lyra-4").json()
    path = f"seeks/{seek['id']}/ai"
    assert act(people[1], path, username="ai-3").status_code == 403
    assert act(people[0], path, username="ben").status_code == 422
    act(people[0], path, username="ai-3")
    act(people[1], f"seeks/{seek['id']}/join")
    full = act(people[0], path, username="ai-3").json()
    game = Game.objects.get(pk=full["game"])
    assert sorted(seat.user.username for seat in game.seats.all()) == ["ada", "ai-3", "ai-3", "ben"]
    assert game.seats.filter(is_ai=True).count() == 2


def test_a_seek_may_require_a_rating(people: list[User]) -> None:
    """All players start at 1500; one won game raises the rating."""
    won_by(people[1], people[2], variant="lyra-2")
    rate_finished_games()
    wide = make(people[0], "seeks", lowest_rating=1200, highest_rating=1900).json()
    assert (wide["lowest_rating"], wide["highest_rating"]) == (1200, 1900)
    high = make(people[0], "seeks", lowest_rating=1501).json()
    refused = act(people[2], f"seeks/{high['id']}/join")
    assert (refused.status_code, refused.json()["code"]) == (403, "outside_rating_range")
    assert "1501" in refused.json()["message"]
    assert act(people[1], f"seeks/{high['id']}/join").json()["status"] == "started"
    low = make(people[0], "seeks", highest_rating=1400).json()
    assert act(people[3], f"seeks/{low['id']}/join").status_code == 403
    assert act(people[3], f"seeks/{wide['id']}/join").json()["status"] == "started"
    assert make(people[0], "seeks", lowest_rating=1900, highest_rating=1200).status_code == 400


def test_only_the_creator_withdraws_a_seek(people: list[User]) -> None:
    seek = make(people[0], "seeks").json()
    url = f"/api/v1/seeks/{seek['id']}/"
    assert client_of(people[1]).delete(url).status_code == 403
    assert client_of(None).delete(url).status_code == 401
    assert client_of(people[0]).delete(url).json()["status"] == "withdrawn"
    assert act(people[1], f"seeks/{seek['id']}/join").status_code == 409


def test_open_proposals_expire(people: list[User]) -> None:
    seek = make(people[0], "seeks").json()
    assert expire_proposals() == 0
    later = timezone.now() + timedelta(days=31)
    assert (expire_proposals(now=later), expire_proposals(now=later)) == (1, 0)
    assert Proposal.objects.get(pk=seek["id"]).status == "expired"


def test_an_expired_proposal_cannot_be_joined_before_the_sweep(people: list[User]) -> None:
    seek = make(people[0], "seeks").json()
    Proposal.objects.filter(pk=seek["id"]).update(expires_at=timezone.now())
    late = act(people[1], f"seeks/{seek['id']}/join")
    assert (late.status_code, late.json()["code"]) == (409, "closed")
    assert not Game.objects.exists()


@pytest.mark.slow
def test_the_lobby_needs_the_same_number_of_queries_at_any_length(people: list[User]) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client_of(None).get("/api/v1/seeks/")
        return len(queries)

    make(people[0], "seeks")
    few = cost()
    for person in people * 2:
        make(person, "seeks", variant="lyra-4")
    assert cost() == few


# -- challenges ---------------------------------------------------------------------------------------------------


def test_only_challenged_players_accept_a_challenge(people: list[User]) -> None:
    challenge = make(people[0], "challenges", variant="lyra-3", opponents=["ben", "CLEO"]).json()
    path = f"challenges/{challenge['id']}"
    for stranger in (people[4], None):
        assert client_of(stranger).get(f"/api/v1/{path}/").status_code == 404
    assert act(people[4], f"{path}/accept").status_code == 404
    assert act(people[4], f"{path}/decline").status_code == 404
    assert client_of(None).get("/api/v1/challenges/").status_code == 401
    assert client_of(people[4]).get("/api/v1/challenges/").json()["results"] == []
    assert [row["id"] for row in client_of(people[1]).get("/api/v1/challenges/").json()["results"]] == [challenge["id"]]
    assert act(people[1], f"{path}/accept").json()["status"] == "open"
    assert act(people[2], f"{path}/accept").json()["status"] == "started"


def test_one_refusal_ends_a_challenge(people: list[User]) -> None:
    challenge = make(people[0], "challenges", variant="lyra-3", opponents=["ben", "cleo"]).json()
    path = f"challenges/{challenge['id']}"
    act(people[1], f"{path}/accept")
    assert act(people[2], f"{path}/decline").json()["status"] == "declined"
    assert act(people[2], f"{path}/decline").status_code == 200
    assert act(people[2], f"{path}/accept").status_code == 409
    assert not Game.objects.exists()


def test_ais_accept_at_once(people: list[User], ai: User) -> None:
    challenge = make(people[0], "challenges", variant="lyra-3", opponents=["ai-3", "ai-3"], seat=2).json()
    assert challenge["status"] == "started"
    seats = Game.objects.get(pk=challenge["game"]).seats.order_by("index")
    assert [(seat.user.username, seat.is_ai) for seat in seats] == [("ai-3", True), ("ai-3", True), ("ada", False)]


# -- invitations --------------------------------------------------------------------------------------------------


def test_an_invitation_is_visible_with_its_link(people: list[User]) -> None:
    invitation = make(people[0], "invitations").json()
    assert len(invitation["token"]) > 20
    path = f"invitations/{invitation['token']}"
    seen = client_of(None).get(f"/api/v1/{path}/").json()
    assert (seen["id"], seen["token"]) == (invitation["id"], None)
    assert client_of(people[1]).get("/api/v1/invitations/").json()["results"] == []
    assert act(people[1], "invitations/a-guess/join").status_code == 404
    assert act(people[1], f"seeks/{invitation['id']}/join").status_code == 404
    assert act(None, f"{path}/join").status_code == 401
    assert act(people[1], f"{path}/join").json()["status"] == "started"


def test_an_invitation_is_joined_only_by_its_token(people: list[User]) -> None:
    invitation = make(people[0], "invitations").json()
    for token in ("", "a-guess"):
        with pytest.raises(NotFound):
            join_proposal(proposal_id=invitation["id"], user=people[1], token=token)
    assert join_proposal(proposal_id=invitation["id"], user=people[1], token=invitation["token"]).game is not None


def test_a_reserved_seat_is_not_given_to_an_ai(people: list[User], ai: User) -> None:
    challenge = make(people[0], "challenges", opponents=[people[1].username]).json()
    with pytest.raises(Conflict, check=has_code("full")):
        fill_with_ai(proposal_id=challenge["id"], user=people[0], ai=ai)
    assert act(people[1], f"challenges/{challenge['id']}/accept").json()["status"] == "started"


# -- terms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"variant": "chess"}, "variant"),
        ({"options": {"captures": "all"}}, "options"),
        ({"variant": "galax", "options": {"captures": "some"}}, "options"),
        ({"control": {"kind": "days", "allowance": 4 * 86400}}, "control"),
        ({"control": {"kind": "sundial", "allowance": 60}}, "control"),
        ({"control": None}, "control"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"time_limit": 3}, "time_limit"),
        ({"seat": 2}, "seat"),
    ],
)
def test_invalid_terms_are_refused(people: list[User], change: dict, field: str) -> None:
    answer = make(people[0], "seeks", **change)
    assert answer.status_code == 400
    assert field in answer.json()["fields"]
    assert not Proposal.objects.exists()


@pytest.mark.parametrize("opponents", [["ada"], ["nobody"], ["ben", "cleo"], []])
def test_opponents_must_be_other_existing_players(people: list[User], opponents: list[str]) -> None:
    assert make(people[0], "challenges", opponents=opponents).status_code in (400, 404)
    assert not Proposal.objects.exists()


def test_the_default_turn_limit_is_that_of_the_variant(people: list[User]) -> None:
    assert make(people[0], "seeks").json()["turn_limit"] == variant("lyra-2").turn_limit == 180
    assert make(people[0], "seeks", turn_limit=None).json()["turn_limit"] is None
    assert make(people[0], "seeks", turn_limit=7).json()["turn_limit"] == 7


def test_open_proposals_per_player_are_limited(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.services.create.MAX_OPEN_PROPOSALS", 2)
    (ada,) = make_people("ada")
    statuses = [make(ada, "seeks").status_code for _ in range(3)]
    assert statuses == [201, 201, 422]


# -- signals ------------------------------------------------------------------------------------------------------


def test_signals_are_sent_on_commit(people: list[User], ai: User, django_capture_on_commit_callbacks: Callable) -> None:
    received: list[tuple] = []

    def on_proposal(proposal_id: int, **_: object) -> None:
        received.append(("proposed", proposal_id))

    def on_turn(game_id: int, is_ai: bool, **_: object) -> None:
        received.append((game_id, is_ai))

    proposal_made.connect(on_proposal)
    turn_began.connect(on_turn)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            challenge = make(people[0], "challenges", opponents=["ai-3"], seat=1).json()
            assert received == []
    finally:
        proposal_made.disconnect(on_proposal)
        turn_began.disconnect(on_turn)
    assert sorted(received, key=str) == sorted([("proposed", challenge["id"]), (challenge["game"], True)], key=str)
