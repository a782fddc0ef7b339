"""The result of a table as a value, read from submitted input or from a game. For the services of results."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.errors import Invalid
from games.enums import EndReason, GameStatus, LeftReason
from games.models import Game
from games.rules.sentences import Name, Sentence, say
from tournaments.enums import Outcome
from tournaments.log_texts import LogText
from tournaments.models import Seat, Table
from tournaments.selectors.names import entry_name

CAME, ABSENT = 1, 2


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """Ranks by seat, 1 the best; in a forfeit 1 for a player who appeared and 2 for one who didn't.

    `absent` are the seats of players who didn't appear; where others played, they rank behind all of them.
    """

    outcome: Outcome
    ranks: tuple[int, ...]
    by_tally: tuple[int, ...] = ()
    tallies: tuple[int, ...] | None = None
    absent: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            "ranks": list(self.ranks),
            "by_tally": list(self.by_tally),
            "tallies": None if self.tallies is None else list(self.tallies),
            "absent": list(self.absent),
        }


def forfeit_result(seats: int, *, absent: Collection[int]) -> TableResult:
    """The result of a table at which at most one player appeared."""
    ranks = tuple(ABSENT if index in absent else CAME for index in range(seats))
    return TableResult(outcome=Outcome.FORFEIT, ranks=ranks, absent=tuple(sorted(set(absent))))


def read_verdict(
    seats: int,
    *,
    outcome: str,
    ranks: Sequence[int] | None = None,
    by_tally: Sequence[int] | None = None,
    tallies: Sequence[int] | None = None,
    absent: Sequence[int] | None = None,
) -> TableResult:
    """Parse a submitted result, seat by seat in turn order; raises Invalid.

    With `absent`, only the ranks of the other seats count; a table left with one player or none is a forfeit.
    """
    kind, gone = Outcome(outcome), set(absent or ())
    for name, indexes in (("by_tally", by_tally or ()), ("absent", gone)):
        if any(not 0 <= index < seats for index in indexes):
            raise Invalid.at(name, _("Give seats by number, starting from 0."))
    if gone and seats - len(gone) <= 1:
        return forfeit_result(seats, absent=gone)
    if kind == Outcome.DRAW:
        ranks = [1] * seats
    if ranks is None or len(ranks) != seats:
        raise Invalid.at("ranks", _("Enter a rank for each of the %(seats)s seats, in seat order.") % {"seats": seats})
    if tallies is not None and len(tallies) != seats:
        raise Invalid.at(
            "tallies", _("Enter a tally for each of the %(seats)s seats, or none at all.") % {"seats": seats}
        )
    if kind == Outcome.FORFEIT:
        return _read_forfeit(ranks, gone)
    playing = [index for index in range(seats) if index not in gone]
    _check_ranks(kind, [ranks[index] for index in playing])
    parted = playing if by_tally is None else set(by_tally) - gone
    return TableResult(
        outcome=kind,
        ranks=tuple(len(playing) + 1 if index in gone else rank for index, rank in enumerate(ranks)),
        by_tally=tuple(sorted(parted)) if kind == Outcome.LIMIT else (),
        tallies=None if tallies is None else tuple(tallies),
        absent=tuple(sorted(gone)),
    )


def verdict_from_json(stored: dict[str, Any]) -> TableResult:
    """The stored report of a player; those of earlier versions don't name who was absent."""
    given: dict[str, Any] = {name: stored.get(name) for name in ("outcome", "ranks", "by_tally", "tallies", "absent")}
    return read_verdict(len(stored["ranks"]), **given)


def verdict_of_table(table: Table, seats: Sequence[Seat]) -> TableResult:
    """The result of a decided table as it is stored."""
    tallies = tuple(seat.tally for seat in seats if seat.tally is not None)
    is_forfeit = table.outcome == Outcome.FORFEIT
    return TableResult(
        outcome=Outcome(table.outcome),
        ranks=tuple(seat.rank or CAME for seat in seats),
        by_tally=tuple(seat.index for seat in seats if seat.by_tally),
        tallies=tallies if len(tallies) == len(seats) else None,
        absent=tuple(seat.index for seat in seats if (seat.rank != CAME if is_forfeit else seat.is_absent)),
    )


def is_same_result(table: Table, seats: Sequence[Seat], verdict: TableResult) -> bool:
    """Whether the table has this result already; without tallies in the request, those that are stored stay."""
    if not table.is_decided:
        return False
    present = verdict_of_table(table, seats)
    return present == (verdict if verdict.tallies is not None else replace(verdict, tallies=present.tallies))


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
        return forfeit_result(2, absent=(0, 1))
    absent = _never_came(game, [seat.left for seat in seats])
    if absent is not None:
        return forfeit_result(2, absent=(absent,))
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
    absent = [seat for seat in seats if seat.index in verdict.absent]
    if verdict.outcome == Outcome.FORFEIT:
        return LogText.FORFEIT(names=_listed(absent))
    result = _describe_ranks(verdict, [seat for seat in seats if seat.index not in verdict.absent])
    return LogText.PLAYED_WITHOUT(result=result, names=_listed(absent)) if absent else result


def _describe_ranks(verdict: TableResult, playing: Sequence[Seat]) -> Sentence:
    if len({verdict.ranks[seat.index] for seat in playing}) == 1:
        return LogText.DRAW()
    ordered = sorted(playing, key=lambda seat: verdict.ranks[seat.index])
    places = _names_in(ordered, ", ".join(f"{verdict.ranks[seat.index]}. {{seat{seat.index}}}" for seat in ordered))
    return LogText.ON_TALLY(places=places) if verdict.outcome == Outcome.LIMIT else places


def _listed(seats: Sequence[Seat]) -> Sentence | Name:
    names = [entry_name(seat.entry) for seat in seats]
    if len(names) == 1:
        return names[0]
    before = _names_in(seats[:-1], ", ".join(f"{{seat{seat.index}}}" for seat in seats[:-1]))
    return say("{one} and {other}", one=before if len(names) > 2 else names[0], other=names[-1])


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


def _read_forfeit(ranks: Sequence[int], gone: Collection[int]) -> TableResult:
    if gone or not set(ranks) <= {CAME, ABSENT} or ranks.count(CAME) > 1:
        message = _(
            "In a forfeit at most one player appeared (rank 1), the others didn't (rank 2). Rank those who played."
        )
        raise Invalid.at("ranks", message)
    return forfeit_result(len(ranks), absent=[index for index, rank in enumerate(ranks) if rank == ABSENT])


def _check_ranks(kind: Outcome, ranks: Sequence[int]) -> None:
    ordered = sorted(ranks)
    if any(rank != ordered.index(rank) + 1 for rank in ordered):
        raise Invalid.at("ranks", _("Rank 1 is the best; tied seats share the better rank, as in 1, 1, 3."))
    if kind == Outcome.GOAL and len(set(ranks)) == 1:
        raise Invalid.at("ranks", _("All ranks are equal: give the winner a better rank, or enter a draw."))
