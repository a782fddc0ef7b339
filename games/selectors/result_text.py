"""Results as text, for pages, mails and transcripts."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.names import bidi_isolate
from games.enums import EndReason, GameStatus
from games.models import Game, Seat
from games.rules.registry import goal_of
from games.translation import in_words


def result_words(game: Game, seats: Sequence[Seat], own: Seat | None = None) -> str:
    """How a game ended, ranks and reason, addressed to the player of seat `own`. Empty while it is in progress."""
    if game.status == GameStatus.ABORTED:
        return _("Aborted before every player had moved; not rated.")
    if game.status == GameStatus.ANNULLED and game.arranged_by:
        return _("Annulled, so it isn't rated. See the tournament for how it counts there.")
    if game.status == GameStatus.ANNULLED:
        return _("Annulled; not rated.")
    if game.status != GameStatus.OVER:
        return ""
    return f"{_placing(seats, own)} {reason_words(game.reason, game.variant)}"


def reason_words(reason: str, variant: str) -> str:
    """The reason of the end, as a sentence; a goal that was reached by the goal of its game."""
    return {
        EndReason.GOAL: in_words(goal_of(variant)),
        EndReason.STALEMATE: _("No further change possible: decided on tally."),
        EndReason.REPETITION: _("Threefold repetition: decided on tally."),
        EndReason.LIMIT: _("Limit reached: decided on tally."),
        EndReason.TIMEOUT: _("Time out."),
        EndReason.RESIGNATION: _("By resignation."),
        EndReason.AGREEMENT: _("By agreement."),
    }[EndReason(reason)]


def _placing(seats: Sequence[Seat], own: Seat | None) -> str:
    best = [bidi_isolate(seat.user.public_name) for seat in seats if seat.rank == 1]
    if len(best) == len(seats):
        return _("Draw.") if len(seats) == 2 else _("Draw between all players.")
    if len(seats) > 2:
        return _("Final order: %(order)s.") % {"order": _order(seats)}
    if own is not None:
        return _("You won.") if own.rank == 1 else _("You lost.")
    return _("%(winner)s won.") % {"winner": best[0]}


def _order(seats: Sequence[Seat]) -> str:
    """`1 Ada, 2 Ben and Cleo, 4 Dan`."""
    ranks = sorted({seat.rank for seat in seats if seat.rank is not None})
    groups = [[bidi_isolate(seat.user.public_name) for seat in seats if seat.rank == rank] for rank in ranks]
    return ", ".join(f"{rank} {get_text_list(names, _('and'))}" for rank, names in zip(ranks, groups, strict=True))
