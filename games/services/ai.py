"""AI opponents: take the lease on a turn, think, and play it.

The row (`AiTurn`: ply, lease, attempts) is the source of truth. A lost task is found by the sweep, a duplicate finds
the lease taken, a late one finds the game changed. Thinking holds no lock and no transaction.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, Unprocessable
from accounts.models import User
from accounts.services.account_creation import create_ai_account
from games.ai import (
    LEVELS,
    Budget,
    Level,
    Thought,
    accepts_draw,
    analyse,
    choose_setup,
    choose_turn,
    is_hopeless,
    level,
)
from games.ai.record import past_positions, turns_until_limit
from games.enums import EventKind, GameStatus
from games.models import AiTurn, Game, Seat, Step
from games.selectors.ai import (
    games_waiting_for_ais,
    must_act,
    newly_stuck_games,
    owes_takeback,
)
from games.selectors.game_json import GameJson, match_of, seats_of
from games.selectors.position_json import Json
from games.services.endings import resign
from games.services.leases import release_lease, take_lease
from games.services.locked_game import lock_game
from games.services.offers import ask_takeback, decline_draw, offer_draw
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import NO_TIME

# How much longer than a level's thinking time its lease is: enough for a busy machine, yet short for players who wait
# for another worker to take over from one that was killed.
LEASE_BEYOND_THOUGHT = timedelta(seconds=5)
# With little time on the clock an AI thinks for this share of it only.
SHARE_OF_CLOCK = 0.2
ANSWER_BUDGET = Budget(seconds=0.3)
REMEMBERED_THOUGHTS = 8
# Increase whenever the fields of `Thought` change: a running game may have stored thoughts of an earlier version.
THOUGHT_VERSION = 1


def ensure_ai_players() -> None:
    """Create the accounts of the five AI opponents. Idempotent."""
    for each in LEVELS:
        create_ai_account(username=each.slug, display_name=each.name)


def run_ai_turn(*, game_id: int) -> bool:
    """Run the next action of the game's AIs; False if there is none, or another worker holds the lease."""
    game = Game.objects.filter(pk=game_id).first()
    seats = [] if game is None else seats_of(game)
    owing = [seat for seat in seats if game is not None and must_act(game, seats, seat)]
    if game is None or not owing or not _claim(game, owing):
        return False
    if game.status == GameStatus.RUNNING:  # an AI with several seats answers once for all of them
        owing = list({seat.user_id: seat for seat in reversed(owing)}.values())
    try:
        with release_lease(AiTurn.objects.filter(game=game, ply=game.ply), is_stuck=False):
            for seat in owing:
                _act(game, seat)
    except Conflict:  # The game changed while the AI was thinking: its answer is stale.
        return False
    return True


def run_next_ai_turn(game_id: int) -> bool:
    """Run the first AI turn of the fair queue (`games_waiting_for_ais`), or this game's if none of them runs."""
    waiting = games_waiting_for_ais(timezone.now())
    return any(run_ai_turn(game_id=each) for each in waiting) or run_ai_turn(game_id=game_id)


def waiting_games(*, now: datetime | None = None, waited: timedelta = NO_TIME) -> list[int]:
    """Games whose AI must act. One that failed too often is marked as stuck, and its players see it."""
    moment = now or timezone.now()
    for game_id in newly_stuck_games(moment):
        _say_stuck(game_id, moment)
    return games_waiting_for_ais(moment, waited=waited)


def retry_ai(*, game_id: int, user: User, replacement: str = "") -> GameJson:
    """Let an AI that is stuck try again, or replace it by another level."""
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now())
        seat = locked.check_in_play(user)
        claim = AiTurn.objects.filter(game=locked.game, is_stuck=True).first()
        if claim is None:
            raise locked.conflict(_("The AI is thinking. Try again in a moment."), code="ai_at_work")
        if replacement:
            _replace(locked.game, locked.seats, replacement)
        AiTurn.objects.filter(pk=claim.pk).update(attempts=0, is_stuck=False, lease_until=locked.now)
        locked.add_event(EventKind.AI_RETRIED, seat=seat.index)
        locked.save()
        return locked.view(user)


# -- the claim ----------------------------------------------------------------------------------------------------


def _claim(game: Game, owing: Sequence[Seat]) -> bool:
    """Take the lease on the game's current turn; of several workers one gets it."""
    AiTurn.objects.get_or_create(game=game)
    earlier = AiTurn.objects.filter(game=game).exclude(ply=game.ply)
    earlier.update(ply=game.ply, lease_until=timezone.now(), attempts=0, is_stuck=False)
    thinking = timedelta(seconds=max(_level(seat).seconds for seat in owing))
    return take_lease(AiTurn.objects.filter(game=game, ply=game.ply), thinking + LEASE_BEYOND_THOUGHT)


def _say_stuck(game_id: int, now: datetime) -> None:
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=now)
        claimed = AiTurn.objects.filter(game_id=game_id, ply=locked.game.ply, is_stuck=False)
        if claimed.update(is_stuck=True):
            locked.add_event(EventKind.AI_STUCK)
            locked.save()


def _replace(game: Game, seats: list[Seat], slug: str) -> None:
    if slug not in {each.slug for each in LEVELS}:
        known = ", ".join(each.slug for each in LEVELS)
        raise Unprocessable(_("Unknown AI. Choose one of %(known)s.") % {"known": known}, code="no_such_ai")
    if game.rated:
        raise Forbidden(_("The opponent can't be changed in a rated game."), code="rated")
    newcomer = create_ai_account(username=slug, display_name=level(slug).name)
    for seat in seats:
        if must_act(game, seats, seat):
            seat.user = newcomer
            seat.save(update_fields=["user"])


# -- acting -------------------------------------------------------------------------------------------------------


def _act(game: Game, seat: Seat) -> None:
    if game.status == GameStatus.SETUP:
        setup = choose_setup(game.engine, seat.index, level=_level(seat), seed=_seed(game))
        submit_setup(game_id=game.pk, user=seat.user, setup=setup)
    elif owes_takeback(game, seat):
        ask_takeback(game_id=game.pk, user=seat.user, ply=game.ply, is_answer=True)
    elif not _accepts_offer(game, seat):
        if game.to_move == seat.index:
            _play(game, seat)
        else:
            decline_draw(game_id=game.pk, user=seat.user)


def _accepts_offer(game: Game, seat: Seat) -> bool:
    """Agree to a draw offer if the position looks even or worse; playing on declines it.

    An AI that has agreed already plays on while the others decide.
    """
    if seat.wants_draw or not Seat.objects.filter(game=game, wants_draw=True).exists():
        return False
    scores = analyse(game.engine, match_of(game).state, budget=ANSWER_BUDGET, now=time.monotonic).scores
    if not accepts_draw(scores[seat.index]):
        return False
    offer_draw(game_id=game.pk, user=seat.user, ply=game.ply, is_answer=True)
    return True


def _play(game: Game, seat: Seat) -> None:
    thoughts = _remember(game, seat, _think(game, seat))
    if _answers_meanwhile(game, seat):
        return
    if is_hopeless(thoughts):
        resign(game_id=game.pk, user=seat.user, ply=game.ply)
    else:
        submit_turn(game_id=game.pk, user=seat.user, ply=game.ply, steps=thoughts[-1].steps)


def _answers_meanwhile(game: Game, seat: Seat) -> bool:
    """Answer an offer made while the AI thought, which its turn would decline unseen; returns whether it did."""
    now, own = Game.objects.get(pk=game.pk), Seat.objects.select_related("user").get(pk=seat.pk)
    if owes_takeback(now, own):
        ask_takeback(game_id=game.pk, user=own.user, ply=game.ply, is_answer=True)
        return True
    return now.ply == game.ply and _accepts_offer(now, own)


def _think(game: Game, seat: Seat) -> Thought:
    match = match_of(game)
    record = tuple(Step.objects.filter(game=game).order_by("ply").values_list("text", flat=True))
    return choose_turn(
        game.engine,
        match.state,
        level=_level(seat),
        seed=_seed(game),
        now=time.monotonic,
        budget=_budget(game, _level(seat)),
        past=past_positions(game.engine, record),
        turns_left=turns_until_limit(match),
    )


def _remember(game: Game, seat: Seat, thought: Thought) -> list[Thought]:
    """Store a seat's latest thoughts: resigning needs more than one bad one. Those of another version are dropped."""
    claim = AiTurn.objects.get(game=game)
    readable = [entry for entry in claim.thoughts if entry.get("version") == THOUGHT_VERSION]
    known = [entry for entry in readable if entry["seat"] == seat.index][1 - REMEMBERED_THOUGHTS :]
    others = [entry for entry in readable if entry["seat"] != seat.index]
    latest = {"version": THOUGHT_VERSION, "seat": seat.index, "thought": asdict(thought)}
    AiTurn.objects.filter(game=game).update(thoughts=[*others, *known, latest])
    return [_thought(entry["thought"]) for entry in [*known, latest]]


def _thought(facts: Json) -> Thought:
    """A thought from its stored JSON, which has no tuples."""
    return Thought(**{**facts, "steps": tuple(facts["steps"])})


def _level(seat: Seat) -> Level:
    return level(seat.user.username)


def _seed(game: Game) -> int:
    """The random seed of a turn: the same when the turn is computed again.

    It depends on the site's secret: with a known seed, players could compute an AI's set-up before making their own.
    """
    return int.from_bytes(salted_hmac("games.ai", f"{game.pk}:{game.ply}", algorithm="sha256").digest()[:6])


def _budget(game: Game, playing: Level) -> Budget:
    if game.deadline is None:
        return playing.budget
    left = (game.deadline - timezone.now()).total_seconds()
    return Budget(seconds=max(0.0, min(playing.seconds, left * SHARE_OF_CLOCK)))
