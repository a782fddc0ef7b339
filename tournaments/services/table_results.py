"""The result of a table as a value, read from submitted input or from a game. For the services of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import Invalid
from games.enums import EndReason, GameStatus, LeftReason
from games.models import Game
from games.rules.sentences import Sentence, say
from tournaments.enums import Outcome
from tournaments.log_texts import LogText
from tournaments.models import Seat
from tournaments.selectors.names import entry_name

CAME, ABSENT = 1, 2


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """Ranks by seat, 1 the best; in a forfeit 1 for a player who appeared and 2 for one who didn't."""

    outcome: Outcome
    ranks: tuple[int, ...]
    by_tally: tuple[int, ...] = ()
    tallies: tuple[int, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            "ranks": list(self.ranks),
            "by_tally": list(self.by_tally),
            "tallies": None if self.tallies is None else list(self.tallies),
        }


def read_verdict(
    seats: int,
    *,
    outcome: str,
    ranks: Sequence[int] | None = None,
    by_tally: Sequence[int] | None = None,
    tallies: Sequence[int] | None = None,
) -> TableResult:
    """Parse a submitted result, seat by seat in turn order; raises Invalid."""
    kind = Outcome(outcome)
    if kind == Outcome.DRAW:
        ranks = [1] * seats
    if ranks is None or len(ranks) != seats:
        raise Invalid.at("ranks", _("Enter a rank for each of the %(seats)s seats, in seat order.") % {"seats": seats})
    if tallies is not None and len(tallies) != seats:
        raise Invalid.at(
            "tallies", _("Enter a tally for each of the %(seats)s seats, or none at all.") % {"seats": seats}
        )
    _check_ranks(kind, ranks)
    parted = range(seats) if by_tally is None else by_tally
    if any(not 0 <= index < seats for index in parted):
        raise Invalid.at("by_tally", _("Give seats by number, starting from 0."))
    return TableResult(
        outcome=kind,
        ranks=tuple(ranks),
        by_tally=tuple(sorted(set(parted))) if kind == Outcome.LIMIT else (),
        tallies=None if tallies is None else tuple(tallies),
    )


def verdict_from_json(stored: dict[str, Any]) -> TableResult:
    given = {name: stored[name] for name in ("outcome", "ranks", "by_tally", "tallies")}
    return read_verdict(len(stored["ranks"]), **given)


def verdict_of_game(game: Game) -> TableResult | None:
    """The result of a finished game, None while it runs. A player who never moved forfeits.

    An annulled game of three or four has no result by itself: an organiser must enter one.
    """
    if game.is_in_progress:
        return None
    seats = list(game.seats.order_by("index"))
    if game.status != GameStatus.OVER:
        if len(seats) > 2:
            return None
        return TableResult(outcome=Outcome.FORFEIT, ranks=(ABSENT,) * len(seats))
    absent = _never_came(game, [seat.left for seat in seats])
    if absent is not None:
        ranks = tuple(ABSENT if index == absent else CAME for index in range(2))
        return TableResult(outcome=Outcome.FORFEIT, ranks=ranks)
    by_tally = tuple(game.by_tally)
    return TableResult(
        outcome=_outcome([seat.rank or 1 for seat in seats], by_tally),
        ranks=tuple(seat.rank or 1 for seat in seats),
        by_tally=by_tally,
        tallies=tuple(game.face["tally"]),
    )


def names_at(seats: Sequence[Seat]) -> Sentence:
    """The players of a table, in turn order."""
    return _names_in(seats, " – ".join(f"{{seat{seat.index}}}" for seat in seats))


def describe_result(verdict: TableResult, seats: Sequence[Seat]) -> Sentence:
    """The result as text, for the log."""
    if verdict.outcome == Outcome.FORFEIT:
        absent = [entry_name(seat.entry) for seat in seats if verdict.ranks[seat.index] != 1]
        names = say("{one} and {other}", one=absent[0], other=absent[1]) if len(absent) == 2 else absent[0]
        return LogText.FORFEIT(names=names)
    if len(set(verdict.ranks)) == 1:
        return LogText.DRAW()
    ordered = sorted(seats, key=lambda seat: verdict.ranks[seat.index])
    places = _names_in(ordered, ", ".join(f"{verdict.ranks[seat.index]}. {{seat{seat.index}}}" for seat in ordered))
    return LogText.ON_TALLY(places=places) if verdict.outcome == Outcome.LIMIT else places


def _names_in(seats: Sequence[Seat], template: str) -> Sentence:
    """A list of players, the same in every language."""
    return Sentence(template, values={f"seat{seat.index}": entry_name(seat.entry) for seat in seats})


def _never_came(game: Game, left: Sequence[str]) -> int | None:
    """The seat of a game of two that had the move and never made one: by timeout, or until the round's deadline."""
    turns = game.face["turns"]
    if len(turns) != 2:
        return None
    for index in range(2):
        if left[index] == LeftReason.TIMEOUT and not turns[index]:
            return index
    return 0 if game.reason == EndReason.LIMIT and not any(turns) else None


def _outcome(ranks: Sequence[int], by_tally: Sequence[int]) -> Outcome:
    if len(set(ranks)) == 1:
        return Outcome.DRAW
    return Outcome.LIMIT if by_tally else Outcome.GOAL


def _check_ranks(kind: Outcome, ranks: Sequence[int]) -> None:
    if kind == Outcome.FORFEIT:
        if len(ranks) != 2 or sorted(ranks) not in ([CAME, ABSENT], [ABSENT, ABSENT]):
            raise Invalid.at(
                "ranks", _("A forfeit needs two seats: rank 1 for the player who appeared, 2 for the one who didn't.")
            )
        return
    ordered = sorted(ranks)
    if any(rank != ordered.index(rank) + 1 for rank in ordered):
        raise Invalid.at("ranks", _("Rank 1 is the best; tied seats share the better rank, as in 1, 1, 3."))
    if kind == Outcome.GOAL and len(set(ranks)) == 1:
        raise Invalid.at("ranks", _("All ranks are equal: give the winner a better rank, or enter a draw."))
