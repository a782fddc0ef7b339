"""Which games wait for an AI, and for what."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from games.ai import LEVELS
from games.enums import IN_PROGRESS, GameStatus
from games.models import AiTurn, Game, Seat

MOST_ATTEMPTS = 3


def ai_players() -> QuerySet[User]:
    """The AI opponents, weak to strong."""
    return User.objects.filter(is_ai=True, username__in=[level.slug for level in LEVELS]).order_by("pk")


def owes_something(game: Game, seats: Sequence[Seat], seat: Seat) -> bool:
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


def games_waiting_for_ais(now: datetime) -> list[int]:
    """Games in which an AI owes something and nobody is working on it."""
    offer = Seat.objects.filter(game=OuterRef("game")).filter(Q(wants_draw=True) | Q(wants_takeback=True))
    owed = (
        Q(game__status=GameStatus.RUNNING, game__to_move=F("index"))
        | Q(game__status=GameStatus.SETUP, secret_setup="")
        | Q(Exists(offer), game__status=GameStatus.RUNNING, wants_draw=False, wants_takeback=False)
    )
    worked_on = AiTurn.objects.filter(game=OuterRef("game"), ply=OuterRef("game__ply"), lease_until__gt=now)
    waiting = Seat.objects.filter(owed, ~Exists(worked_on), is_ai=True, left="", game__status__in=IN_PROGRESS)
    return list(waiting.order_by("game_id").values_list("game_id", flat=True).distinct())
