"""Second thoughts about a finished game, by whoever has the authority: its result corrected, or struck."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid
from games.enums import EventKind, GameStatus
from games.events import game_dropped, game_finished
from games.rules.core import Result
from games.services.table import Table, give_result, note, open_table, position_payload, save, tell


def correct_result(*, game_id: int, ranks: Sequence[int], by_tally: Sequence[int] = ()) -> None:
    """Give a finished game other ranks, seat by seat; its points and ratings follow. The record stays as it was."""
    with transaction.atomic():
        table = open_table(game_id=game_id, now=timezone.now())
        _require_over(table)
        _require_ranks(table, ranks)
        give_result(table, Result(tuple(ranks), table.game.reason, tuple(by_tally)))
        note(table, EventKind.OVER, **position_payload(table))
        tell(table, game_finished)
        save(table)


def strike_result(*, game_id: int) -> None:
    """Have a finished game count for nothing; striking twice changes nothing."""
    with transaction.atomic():
        table = open_table(game_id=game_id, now=timezone.now())
        if table.game.status == GameStatus.ANNULLED:
            return
        _require_over(table)
        table.game.status, table.game.reason, table.game.by_tally = GameStatus.ANNULLED, "", []
        for seat in table.seats:
            seat.rank = seat.points_numerator = seat.points_denominator = None
        note(table, EventKind.ANNULLED)
        tell(table, game_dropped)
        save(table)


def _require_over(table: Table) -> None:
    if table.game.status != GameStatus.OVER:
        raise Conflict(_("The game has no result yet, or none any more."), code="not_over")


def _require_ranks(table: Table, ranks: Sequence[int]) -> None:
    ordered = sorted(ranks)
    is_ranking = all(rank == ordered.index(rank) + 1 for rank in ordered)
    if len(ranks) != len(table.seats) or not is_ranking:
        message = _("Give each seat a rank, 1 for the best; seats that tie share the better one, as in 1, 1, 3.")
        raise Invalid.at("ranks", message)
