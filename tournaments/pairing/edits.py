"""Manual edits of a draft before it is published, and objections to a draw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from games.rules.sentences import say
from tournaments.pairing.scores import byes_before, meetings, played_before
from tournaments.pairing.values import Bye, ByeKind, Draw, Format, RoundToPair, Table

CHANGED = say("Changed by the organiser.")
TABLE_SIZES = (3, 4)
MAX_NAMED = 3


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to a draw. A blocking one prevents publishing; the others are for the organiser to weigh."""

    sentence: str
    is_blocking: bool = False


def swap_players(draw: Draw, one: int, other: int) -> Draw:
    """Swap two players: their seats, or a seat and the pairing bye."""
    swapped = {one: other, other: one}
    tables = tuple(
        replace(table, seats=tuple(swapped.get(seat, seat) for seat in table.seats), reason=CHANGED)
        if {one, other} & set(table.seats)
        else table
        for table in draw.tables
    )
    byes = tuple(
        replace(bye, entrant=swapped[bye.entrant], reason=CHANGED)
        if bye.kind == ByeKind.PAIRING and bye.entrant in swapped
        else bye
        for bye in draw.byes
    )
    return replace(draw, tables=tables, byes=byes)


def turn_seats(draw: Draw, number: int) -> Draw:
    """Rotate the seats of a table, so that the next one moves first: with two seats, swap sides."""

    def turned(table: Table) -> Table:
        return replace(table, seats=(*table.seats[1:], table.seats[0]), reason=CHANGED)

    tables = tuple(turned(table) if table.number == number else table for table in draw.tables)
    return replace(draw, tables=tables)


def move_player(draw: Draw, entrant: int, *, table: int | None, seat: int | None = None, points: Fraction) -> Draw:
    """Move a player to a seat of another table, to the bye (no table), or to a new table.

    The draw may be invalid between two edits: `objections` lists what is left to fix.
    """
    tables = [_without(one, entrant) for one in draw.tables]
    byes = tuple(bye for bye in draw.byes if bye.entrant != entrant)
    if table is None:
        byes = (*byes, Bye(entrant, ByeKind.PAIRING, points, CHANGED))
    elif any(one.number == table for one in tables):
        tables = [_with(one, entrant, seat) if one.number == table else one for one in tables]
    else:
        tables.append(Table(table, (entrant,), CHANGED))
    return replace(draw, tables=tuple(one for one in tables if one.seats), byes=byes)


def _without(table: Table, entrant: int) -> Table:
    if entrant not in table.seats:
        return table
    return replace(table, seats=tuple(one for one in table.seats if one != entrant), reason=CHANGED)


def _with(table: Table, entrant: int, seat: int | None) -> Table:
    at = len(table.seats) if seat is None else seat
    return replace(table, seats=(*table.seats[:at], entrant, *table.seats[at:]), reason=CHANGED)


def objections(task: RoundToPair, draw: Draw) -> tuple[Objection, ...]:
    """The objections to a draw, blocking ones first."""
    found = [*_out_of_place(task, draw), *_ill_seated(task, draw), *_repeated(task, draw), *_second_byes(task, draw)]
    return tuple(sorted(found, key=lambda objection: not objection.is_blocking))


def _out_of_place(task: RoundToPair, draw: Draw) -> Iterable[Objection]:
    names = _names(task)
    placed = Counter(seat for table in draw.tables for seat in table.seats)
    placed += Counter(bye.entrant for bye in draw.byes)
    forfeited = {seat for table in draw.tables for seat in table.forfeited}
    here = {entrant.id for entrant in task.tournament.entrants if entrant.takes_part(task.round)}
    for entrant, times in placed.items():
        if times > 1:
            yield Objection(
                say("{name} is paired {times} times in this round.", name=names[entrant], times=times), is_blocking=True
            )
        if entrant not in here | forfeited:
            yield Objection(say("{name} isn't playing in this round.", name=names[entrant]), is_blocking=True)
    if task.tournament.format != Format.KNOCKOUT:
        yield from _unplaced([names[entrant] for entrant in here - set(placed)])


def _unplaced(names: list[str]) -> Iterable[Objection]:
    """Those who have neither a table nor a bye: one by one if they are few, else counted."""
    if len(names) > MAX_NAMED:
        count = len(names)
        yield Objection(say("Players with neither a table nor a bye: {count}.", count=count), is_blocking=True)
        return
    for name in names:
        yield Objection(say("{name} has neither a table nor a bye.", name=name), is_blocking=True)


def _ill_seated(task: RoundToPair, draw: Draw) -> Iterable[Objection]:
    sizes = TABLE_SIZES if task.tournament.format.has_tables else (2,)
    wanted = say("3 or 4") if task.tournament.format.has_tables else "2"
    for table in draw.tables:
        if len(table.seats) not in sizes:
            yield Objection(
                say(
                    "Table {table} seats {count}; it should be {wanted}.",
                    table=table.number,
                    count=len(table.seats),
                    wanted=wanted,
                ),
                is_blocking=True,
            )


def _repeated(task: RoundToPair, draw: Draw) -> Iterable[Objection]:
    names, met = _names(task), meetings(played_before(task.tournament, task.round))
    banned = {frozenset((pair.one, pair.other)) for pair in task.tournament.forbidden if pair.holds_in(task.round)}
    twice_by_design = task.tournament.format in (Format.DOUBLE_ROUND_ROBIN, Format.KNOCKOUT)
    for table in draw.tables:
        for one, other in combinations(table.seats, 2):
            pair = frozenset((one, other))
            if pair in banned:
                yield Objection(say("{one} and {other} must not be paired.", one=names[one], other=names[other]))
            if met[pair] and not twice_by_design:
                yield Objection(
                    say("{one} and {other} have already played each other.", one=names[one], other=names[other])
                )


def _second_byes(task: RoundToPair, draw: Draw) -> Iterable[Objection]:
    names = _names(task)
    had = {bye.entrant for bye in byes_before(task.tournament, task.round, ByeKind.PAIRING)}
    for bye in draw.byes:
        if bye.kind == ByeKind.PAIRING and bye.entrant in had:
            yield Objection(say("{name} has already had a bye.", name=names[bye.entrant]))


def _names(task: RoundToPair) -> dict[int, str]:
    return {entrant.id: entrant.label for entrant in task.tournament.entrants}
