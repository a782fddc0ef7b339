"""Every change of what a viewer reads of a game changes its ETag and is an event of its stream."""

import ast
from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from accounts.models import FormerTimeZone, User
from accounts.services.account_closure import close_account
from accounts.services.profile import change_profile
from config.env import BASE_DIR
from games.ai import LEVELS
from games.lobby.services.join import (
    decline_challenge,
    expire_proposals,
    join_proposal,
    leave_proposal,
    offer_rematch,
    withdraw_proposal,
)
from games.models import AiTurn, Game, Proposal
from games.selectors.ai import MAX_ATTEMPTS
from games.services.account_closure import erase_player_data
from games.services.ai import retry_ai, waiting_games
from games.services.chat import post_message
from games.services.clock import beat, settle_game
from games.services.conditional_moves import delete_conditional_moves, save_conditional_moves
from games.services.endings import abort_game, annul_game, correct_result, resign, strike_result
from games.services.offers import ask_takeback, decline_draw, decline_takeback, offer_draw
from games.services.setup import submit_setup
from games.timing import DAY, HOUR
from games.vacations.services import announce_vacation, end_vacation, redate_games
from tests.games.playing import SETUPS, client_of, play, start

Change = Callable[[Game, list[User]], object]
OPENS_A_GAME = {"settled_table", "open_table", "lock_games", "_lock", "_lock_games_of"}
"""What a service that may change a game calls."""


def over(people: list[User], seats: int = 2) -> Game:
    game = play(start(f"lyra-{seats}", people[:seats]), seats)
    for loser in people[: seats - 1]:
        resign(game_id=game.pk, user=loser)
    return game


def asked_for_rematch(people: list[User], seats: int = 2) -> Game:
    game = over(people, seats)
    offer_rematch(game_id=game.pk, user=people[0])
    return game


def joined_rematch(people: list[User]) -> Game:
    game = asked_for_rematch(people, 3)
    join_proposal(proposal_id=rematch(game), user=people[1])
    return game


def rematch(game: Game) -> int:
    return Proposal.objects.get(rematch_of=game).pk


def begun(people: list[User]) -> Game:
    return play(start("lyra-2", people[:2], vacation_allowed=True), 2)


def with_draw_offered(people: list[User]) -> Game:
    game = begun(people)
    offer_draw(game_id=game.pk, user=people[1], ply=game.ply)
    return game


def with_takeback_asked(people: list[User]) -> Game:
    game = begun(people)
    ask_takeback(game_id=game.pk, user=people[1], ply=game.ply)
    return game


def on_vacation(people: list[User]) -> Game:
    game = begun(people)
    announce_vacation(user=people[0], until=timezone.now().date())
    return game


def before_set_ups(people: list[User]) -> Game:
    return start("vaeva", people[:2], set_up=False)


def against_ai(people: list[User]) -> Game:
    game = play(start("lyra-2", [people[0], User.objects.get(username=LEVELS[0].slug)]), 1)
    AiTurn.objects.update_or_create(game=game, defaults={"ply": game.ply, "attempts": MAX_ATTEMPTS})
    return game


def with_stuck_ai(people: list[User]) -> Game:
    game = against_ai(people)
    waiting_games()
    return game


def weekends_off(people: list[User]) -> Game:
    game = start("lyra-2", people[:2], weekends_off=True)
    FormerTimeZone.objects.create(user=people[0], time_zone="UTC")
    User.objects.filter(pk=people[0].pk).update(time_zone="Pacific/Kiritimati")
    return game


def end_own_vacation(game: Game, people: list[User]) -> None:
    end_vacation(user=people[0], vacation_id=people[0].vacations.get().pk)


def outage(game: Game, people: list[User]) -> None:
    now = timezone.now()
    beat(is_live=False, now=now)
    beat(is_live=False, now=now + DAY)


def lose_account(game: Game, people: list[User]) -> None:
    close_account(user=people[0])
    erase_player_data(user_id=people[0].pk)


# By module and function: the game before, and the change. A function with several effects is listed several times.
CHANGES: list[tuple[str, Callable[[list[User]], Game], Change]] = [
    ("endings.abort_game", before_set_ups, lambda game, people: abort_game(game_id=game.pk, user=people[0])),
    ("endings.annul_game", begun, lambda game, people: annul_game(game_id=game.pk)),
    ("ai.waiting_games", against_ai, lambda game, people: waiting_games()),
    ("ai.retry_ai", with_stuck_ai, lambda game, people: retry_ai(game_id=game.pk, user=people[0])),
    (
        "ai.retry_ai",
        with_stuck_ai,
        lambda game, people: retry_ai(game_id=game.pk, user=people[0], replacement=LEVELS[1].slug),
    ),
    ("clock.settle_game", begun, lambda game, people: settle_game(game_id=game.pk, now=timezone.now() + 4 * DAY)),
    ("clock.beat", begun, outage),
    ("correction.correct_result", over, lambda game, people: correct_result(game_id=game.pk, ranks=[1, 1])),
    ("correction.strike_result", over, lambda game, people: strike_result(game_id=game.pk)),
    ("account_closure.erase_player_data", begun, lose_account),
    ("account_closure.erase_player_data", asked_for_rematch, lose_account),
    ("draw.offer_draw", begun, lambda game, people: offer_draw(game_id=game.pk, user=people[0], ply=game.ply)),
    (
        "draw.offer_draw",
        with_draw_offered,
        lambda game, people: offer_draw(game_id=game.pk, user=people[0], ply=game.ply),
    ),
    ("draw.decline_draw", with_draw_offered, lambda game, people: decline_draw(game_id=game.pk, user=people[0])),
    (
        "join.join_proposal",
        asked_for_rematch,
        lambda game, people: join_proposal(proposal_id=rematch(game), user=people[1]),
    ),
    (
        "join.decline_challenge",
        asked_for_rematch,
        lambda game, people: decline_challenge(proposal_id=rematch(game), user=people[1]),
    ),
    (
        "join.withdraw_proposal",
        asked_for_rematch,
        lambda game, people: withdraw_proposal(proposal_id=rematch(game), user=people[0]),
    ),
    ("join.expire_proposals", asked_for_rematch, lambda game, people: expire_proposals(now=timezone.now() + 31 * DAY)),
    (
        "join.join_proposal",
        lambda people: asked_for_rematch(people, 3),
        lambda game, people: join_proposal(proposal_id=rematch(game), user=people[1]),
    ),
    (
        "join.leave_proposal",
        joined_rematch,
        lambda game, people: leave_proposal(proposal_id=rematch(game), user=people[1]),
    ),
    (
        "vacations.announce_vacation",
        begun,
        lambda _, people: announce_vacation(user=people[0], until=timezone.now().date()),
    ),
    ("vacations.end_vacation", on_vacation, end_own_vacation),
    ("vacations.redate_games", weekends_off, lambda game, people: redate_games(user_id=people[0].pk)),
    ("play.submit_turn", begun, lambda game, people: play(game, 1)),
    ("rematch.offer_rematch", over, lambda game, people: offer_rematch(game_id=game.pk, user=people[0])),
    ("rematch.offer_rematch", asked_for_rematch, lambda game, people: offer_rematch(game_id=game.pk, user=people[1])),
    ("endings.resign", begun, lambda game, people: resign(game_id=game.pk, user=people[0])),
    (
        "setup.submit_setup",
        before_set_ups,
        lambda game, people: submit_setup(game_id=game.pk, user=people[0], setup=SETUPS["vaeva"]),
    ),
    ("takeback.ask_takeback", begun, lambda game, people: ask_takeback(game_id=game.pk, user=people[1], ply=game.ply)),
    (
        "takeback.ask_takeback",
        with_takeback_asked,
        lambda game, people: ask_takeback(game_id=game.pk, user=people[0], ply=game.ply),
    ),
    (
        "takeback.decline_takeback",
        with_takeback_asked,
        lambda game, people: decline_takeback(game_id=game.pk, user=people[0]),
    ),
]
# What locks a game without changing what is read of it.
READ_THE_SAME: list[tuple[str, Callable[[list[User]], Game], Change]] = [
    ("chat.post_message", begun, lambda game, people: post_message(game_id=game.pk, user=people[0], text="Hello")),
    (
        "conditional_moves.save_conditional_moves",
        begun,
        lambda game, people: save_conditional_moves(game_id=game.pk, user=people[1], ply=game.ply, tree=[]),
    ),
    (
        "conditional_moves.delete_conditional_moves",
        begun,
        lambda game, people: delete_conditional_moves(game_id=game.pk, user=people[1]),
    ),
]
# Private functions that lock a game, and the public one above that calls them; what only passes on a lock; a guest
# whose games are annulled before deletion; an analysis, which is not part of the game; an AI that gets an open seat,
# which a rematch doesn't have.
REACHED_BY = {
    "ai._say_stuck": "ai.waiting_games",
    "clock._give_back": "clock.beat",
    "vacations._announce": "vacations.announce_vacation",
    "join._expire_rematch": "join.expire_proposals",
}
APART = {
    "clock.settled_table",
    "vacations._lock_games_of",
    "join._lock",
    "guests._forget",
    "analysis._ask",
    "join.fill_with_ai",
}

Read = dict[str, tuple[dict, str]]


@pytest.fixture(autouse=True)
def tuesday():
    with time_machine.travel("2026-03-03T12:00:00Z", tick=False) as clock:
        yield clock


def read(game: Game, people: list[User]) -> Read:
    """What each viewer reads, except the number of the latest event, and its ETag."""
    viewers = {"ada": people[0], "ben": people[1], "stranger": people[4], "visitor": None}
    answers = {name: client_of(user).get(f"/api/v1/games/{game.pk}/") for name, user in viewers.items()}
    return {name: (answer.json() | {"event": None}, answer["ETag"]) for name, answer in answers.items()}


def differing(before: Read, after: Read) -> set[str]:
    return {name for name in before if before[name][0] != after[name][0]}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "begin", "change"), CHANGES, ids=[f"{name} {begin.__name__}" for name, begin, _ in CHANGES]
)
def test_a_change_has_a_new_etag_and_an_event(
    people: list[User], name: str, begin: Callable[[list[User]], Game], change: Change
) -> None:
    game = begin(people)
    game.refresh_from_db()
    before, seq = read(game, people), game.event_seq
    change(game, people)
    after = read(game, people)
    assert differing(before, after), "nothing changed, so nothing was tested"
    assert all(before[viewer][1] != after[viewer][1] for viewer in differing(before, after))
    game.refresh_from_db()
    assert game.event_seq > seq
    assert list(game.events.order_by("seq").values_list("seq", flat=True)) == list(range(1, game.event_seq + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "begin", "change"), READ_THE_SAME, ids=[name for name, *_ in READ_THE_SAME])
def test_other_services_change_nothing_that_is_read(
    people: list[User], name: str, begin: Callable[[list[User]], Game], change: Change
) -> None:
    game = begin(people)
    before = read(game, people)
    change(game, people)
    assert differing(before, read(game, people)) == set()


def test_a_new_name_changes_the_etag(people: list[User]) -> None:
    """It has no event: viewers see the name with their next read."""
    game = begun(people)
    before = read(game, people)
    change_profile(user=people[0], display_name="Augusta")
    after = read(game, people)
    assert differing(before, after) == set(before)
    assert all(before[viewer][1] != after[viewer][1] for viewer in before)


def test_the_end_of_a_vacation_changes_the_etag(people: list[User], tuesday) -> None:
    """No event marks it: viewers know the time from what they read before."""
    game = on_vacation(people)
    before = read(game, people)
    tuesday.shift(12 * HOUR)
    after = read(game, people)
    assert all(before[viewer][1] != after[viewer][1] for viewer in before)


def test_every_service_that_locks_a_game_is_listed() -> None:
    opening = set()
    for module in (BASE_DIR / "games").rglob("*.py"):
        if "services" not in module.with_suffix("").parts:
            continue
        name = module.parent.name if module.stem == "services" else module.stem
        for function in ast.parse(module.read_text()).body:
            if isinstance(function, ast.FunctionDef):
                called = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
                opening |= {f"{name}.{function.name}"} if called & OPENS_A_GAME else set()
    tried = {name for name, *_ in (*CHANGES, *READ_THE_SAME)}
    assert {REACHED_BY.get(name, name) for name in opening - APART} <= tried
