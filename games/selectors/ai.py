"""Queries for games that wait for an AI."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from accounts.models import User
from games.ai import LEVELS
from games.enums import IN_PROGRESS, GameStatus
from games.models import AiTurn, Game, Seat
from games.timing import NO_TIME

MAX_ATTEMPTS = 3
LONG_AGO = datetime.min.replace(tzinfo=UTC)


def ai_players() -> QuerySet[User]:
    """The AI opponents, weak to strong."""
    return User.objects.filter(is_ai=True, username__in=[level.slug for level in LEVELS]).order_by("pk")


def must_act(game: Game, seats: Sequence[Seat], seat: Seat) -> bool:
    """Whether this seat is an AI's and the game waits for it: a set-up, a turn, or an answer to an offer."""
    if not seat.is_ai or game.face["placed"][seat.index]:
        return False
    if game.status == GameStatus.SETUP:
        return not seat.secret_setup
    if game.status != GameStatus.RUNNING:
        return False
    others = [other for other in seats if other is not seat]
    asked = any(other.wants_draw for other in others) and not seat.wants_draw
    return asked or owes_takeback(game, seat) or game.to_move == seat.index


def owes_takeback(game: Game, seat: Seat) -> bool:
    return game.takeback_to is not None and not seat.wants_takeback


def games_against_ais(user: User) -> int:
    """How many games against AIs a user has in progress, without those of tournaments."""
    with_ai = Seat.objects.filter(game=OuterRef("game"), is_ai=True)
    own = Seat.objects.filter(user=user, game__status__in=IN_PROGRESS, game__arranged_by="", left="")
    return own.filter(Exists(with_ai)).count()


def games_waiting_for_ais(now: datetime, *, waited: timedelta = NO_TIME) -> list[int]:
    """Games that wait for an AI and are under no lease, in the order in which to run them (fair queue).

    First comes the player who was served longest ago, with the game that has waited longest: a player with twenty
    waiting games gets every second turn beside a player with one. With `waited`, turns that began since then are left
    out. Games whose AI failed too often are left out too.
    """
    waiting = _owing_seats(now).filter(~Exists(_failed_turns()))
    if waited:  # Not "began before": a turn dated in the future, by a clock corrected since, waits too.
        waiting = waiting.exclude(game__since__range=(now - waited, now))
    since = dict(waiting.order_by("game_id").values_list("game_id", "game__since").distinct())
    served = _last_served(list(since))
    return sorted(since, key=lambda game_id: (served.get(game_id, LONG_AGO), since[game_id] or LONG_AGO, game_id))


def newly_stuck_games(now: datetime) -> list[int]:
    """Games whose AI failed too often, and whose players aren't notified yet."""
    stuck = _owing_seats(now).filter(Exists(_failed_turns().filter(is_stuck=False)))
    return list(stuck.order_by("game_id").values_list("game_id", flat=True).distinct())


def _owing_seats(now: datetime) -> QuerySet[Seat]:
    """AI seats that games wait for, without those under a lease."""
    offer = Seat.objects.filter(game=OuterRef("game")).filter(Q(wants_draw=True) | Q(wants_takeback=True))
    owed = (
        Q(game__status=GameStatus.RUNNING, game__to_move=F("index"))
        | Q(game__status=GameStatus.SETUP, secret_setup="")  # nosec B106 # a set-up, no password
        | Q(Exists(offer), game__status=GameStatus.RUNNING, wants_draw=False, wants_takeback=False)
    )
    worked_on = _present_turns().filter(lease_until__gt=now)
    return Seat.objects.filter(owed, ~Exists(worked_on), is_ai=True, left="", game__status__in=IN_PROGRESS)


def _present_turns() -> QuerySet[AiTurn]:
    return AiTurn.objects.filter(game=OuterRef("game"), ply=OuterRef("game__ply"))


def _failed_turns() -> QuerySet[AiTurn]:
    return _present_turns().filter(attempts__gte=MAX_ATTEMPTS)


def _last_served(game_ids: Sequence[int]) -> dict[int, datetime]:
    """Per game, when an AI last worked for one of its people, in any of their games.

    A game of AIs alone counts as a player of its own in the queue.
    """
    seats = list(Seat.objects.filter(game__in=game_ids, is_ai=False).values_list("game_id", "user_id"))
    people = {user_id for _, user_id in seats}
    playing = Seat.objects.filter(user__in=people, game__status__in=IN_PROGRESS).order_by()
    latest = dict(playing.values_list("user_id").annotate(Max("game__ai_turn__lease_until")))
    with_people = {game_id for game_id, _ in seats}
    alone = AiTurn.objects.filter(game__in=set(game_ids) - with_people)
    served: dict[int, datetime] = dict(alone.values_list("game_id", "lease_until"))
    for game_id, user_id in seats:
        served[game_id] = max(served.get(game_id, LONG_AGO), latest.get(user_id) or LONG_AGO)
    return served
