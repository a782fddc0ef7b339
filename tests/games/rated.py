"""Shared helpers for tests of ratings: rated games that end at once."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.enums import EndReason, GameStatus
from games.lobby.services.terms import read_terms
from games.models import Game, RatingChange, Seat
from games.services.endings import resign
from games.timing import TimeControl
from tests.games.playing import THREE_DAYS, start

LIVE = TimeControl.bank(timedelta(minutes=10))
_minutes = count()


def won_by(winner: User, loser: User, *, variant: str = "nonaga", control: TimeControl = THREE_DAYS) -> Game:
    """A rated game of two that the loser resigned."""
    game = start(variant, [winner, loser], rated=True, control=control)
    resign(game_id=game.pk, user=loser)
    game.refresh_from_db()
    return game


def finished_row(players: Sequence[User], ranks: Sequence[int], *, variant: str = "nonaga") -> Game:
    """Insert a finished rated game, for tests that need many; each ends a minute after the previous one."""
    now = timezone.now() - timedelta(days=300) + timedelta(minutes=next(_minutes))
    terms = read_terms(variant=variant, control=THREE_DAYS, rated=True)
    game = Game.objects.create(
        **terms.columns(), status=GameStatus.OVER, reason=EndReason.GOAL, started_at=now, finished_at=now
    )
    Seat.objects.bulk_create(
        Seat(
            game=game,
            index=index,
            user=user,
            is_ai=user.is_ai,
            bank=terms.control.allowance,
            rank=rank,
            points_numerator=2,
            points_denominator=1,
        )
        for index, (user, rank) in enumerate(zip(players, ranks, strict=True))
    )
    return game


def rating_changes() -> list[tuple[int, str, int, float, float, float, float]]:
    """Every rating change, without its primary key."""
    changes = RatingChange.objects.select_related("user").order_by("finished_at", "game_id", "user__username")
    return [
        (c.game_id, c.user.username, c.number, c.mu_before, c.sigma_before, c.mu_after, c.sigma_after) for c in changes
    ]
