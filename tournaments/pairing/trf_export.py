"""Export of a tournament as TRF26 text, so that FIDE's checkers can verify its Swiss rounds.

The format has no win by tally: it is written as a draw, and the missing points are added for pairing only, as a
running total of virtual points (record 250), which each line replaces and doesn't add to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from games.rules.sentences import say, say_count
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, Format, PlayedTable, Scoring, Seat, TournamentData

MAX_POINTS = Fraction("99.9")  # the width of the column: sixteen rounds of six points
SYSTEMS = {
    Format.SWISS: "FIDE_DUTCH_2025",
    Format.ROUND_ROBIN: "FIDE_ROUNDROBIN",
    Format.DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN",
}


class NotInTrf(Exception):
    """The format can't express this tournament; the message says why."""


def write_trf(
    tournament: TournamentData,
    *,
    name: str,
    after_round: int,
    ranks: Mapping[int, int] | None = None,
    planned_rounds: int | None = None,
) -> str:
    """The tournament after a round, entrants numbered from 1 over those in the file.

    `planned_rounds` is for a tournament that ended early: otherwise a checker takes the last round played for the last
    one planned, which is paired by other rules.
    """
    check_in_trf(tournament.format, tournament.rounds, tournament.scoring)
    tournament = replace(tournament, rounds=max(tournament.rounds, planned_rounds or 0))
    played = [table for table in tournament.played if table.round <= after_round]
    byes = [bye for bye in tournament.byes if bye.round <= after_round]
    numbered = {entrant.id: number for number, entrant in enumerate(_in_the_file(tournament, played, byes), start=1)}
    cells = _blank_cells(numbered, after_round)
    for table in played:
        _write_table(cells, table, numbered)
    for bye in byes:
        cells[bye.entrant][bye.round - 1] = f"0000 - {_bye_letter(bye.kind, bye.points, tournament.scoring)}"
    lines = [*_header(tournament, name), *_players(tournament, numbered, cells, ranks or {})]
    lines += _virtual_points(tournament, played, numbered)
    lines += _forbidden(tournament, numbered)
    return "\n".join(lines) + "\n"


def check_in_trf(format: Format, rounds: int, scoring: Scoring) -> None:
    """Raise NotInTrf if the file can't express tournaments with these rules."""
    if format not in SYSTEMS:
        raise NotInTrf(say("TRF supports only Swiss and round robin tournaments of two-player games."))
    if rounds * scoring.win > MAX_POINTS:
        most = MAX_POINTS // scoring.win
        raise NotInTrf(
            say_count(
                "TRF can hold the points of {count} round; this tournament has {rounds}.",
                "TRF can hold the points of {count} rounds; this tournament has {rounds}.",
                count=most,
                rounds=rounds,
            )
        )
    if scoring.absence != 0 or scoring.loss != 0:
        raise NotInTrf(say("TRF can't express points for a loss or an absence, which this tournament awards."))
    for value in (scoring.win, scoring.tally_win, scoring.draw, scoring.pairing_bye):
        _points(value)


def _header(tournament: TournamentData, name: str) -> list[str]:
    scoring = tournament.scoring
    values = (("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss), ("P", scoring.pairing_bye))
    return [
        f"012 {_one_line(name)}",
        f"142 {tournament.rounds}",
        f"152 {'W' if tournament.top_moves_first else 'B'}",
        "162  " + "    ".join(f"{letter}{_points(value)}" for letter, value in values),
        f"192 {SYSTEMS[tournament.format]}",
    ]


def _points(value: Fraction) -> str:
    if value > MAX_POINTS:
        raise NotInTrf(
            say("TRF can hold at most {most} points; this tournament has {value}.", most="99.9", value=str(value))
        )
    tenths = value * 10
    if tenths.denominator != 1:
        raise NotInTrf(say("TRF counts in tenths of a point; {value} isn't a multiple of 0.1.", value=str(value)))
    return f"{tenths.numerator // 10}.{tenths.numerator % 10}".rjust(4)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _in_the_file(tournament: TournamentData, played: Iterable[PlayedTable], byes: Iterable[ByeTaken]) -> list[Entrant]:
    """Entrants who have taken part; in a round robin all, as numbers are places in the Berger tables."""
    taken_part = {entrant for table in played for entrant in table.entrants} | {bye.entrant for bye in byes}
    return [one for one in tournament.by_number() if one.id in taken_part or tournament.format.is_round_robin]


def _blank_cells(numbered: Mapping[int, int], rounds: int) -> dict[int, list[str]]:
    """A zero bye in every round, for late entries and withdrawals; tables and byes replace it."""
    return {entrant: ["0000 - Z"] * rounds for entrant in numbered}


def _write_table(cells: dict[int, list[str]], table: PlayedTable, numbered: Mapping[int, int]) -> None:
    first, second = table.seats
    for seat, opposite, colour in ((first, second, "w"), (second, first, "b")):
        letter = _result_letter(seat, opposite, forfeit=table.forfeit)
        cells[seat.entrant][table.round - 1] = f"{numbered[opposite.entrant]:4} {colour} {letter}"


def _result_letter(seat: Seat, opposite: Seat, *, forfeit: bool) -> str:
    if forfeit:
        return "+" if seat.rank == 1 else "-"
    if seat.rank == opposite.rank:
        return "="
    if seat.rank > opposite.rank:
        return "0"
    return "=" if _is_tally_win(seat, opposite) else "1"


def _is_tally_win(seat: Seat, opposite: Seat) -> bool:
    return seat.rank < opposite.rank and seat.by_tally and opposite.by_tally


def _bye_letter(kind: ByeKind, points: Fraction, scoring: Scoring) -> str:
    if kind == ByeKind.PAIRING:
        return "U"
    if points == 0:
        return "Z"
    if kind == ByeKind.REQUESTED and points == scoring.draw:
        return "H"
    raise NotInTrf(
        say("In TRF a requested bye is worth a draw or nothing; this tournament gives {points}.", points=str(points))
    )


def _players(
    tournament: TournamentData, numbered: Mapping[int, int], cells: Mapping[int, list[str]], ranks: Mapping[int, int]
) -> Iterable[str]:
    scoring = tournament.scoring
    worth = {"1": scoring.win, "+": scoring.win, "=": scoring.draw, "H": scoring.draw, "U": scoring.pairing_bye}
    for entrant in tournament.by_number():
        if entrant.id not in numbered:
            continue
        rounds = cells[entrant.id]
        points = sum((worth.get(cell[-1], Fraction(0)) for cell in rounds), Fraction(0))
        yield (
            f"001 {numbered[entrant.id]:4}      {_one_line(entrant.label)[:33]:33} {entrant.rating or '':>4}"
            f"{'':28}{_points(points)} {ranks.get(entrant.id, ''):>4}" + "".join(f"  {cell}" for cell in rounds)
        ).rstrip()


def _virtual_points(
    tournament: TournamentData, played: Iterable[PlayedTable], numbered: Mapping[int, int]
) -> Iterable[str]:
    """From the round after a win by tally until the next one, the running total of what draws fall short of them."""
    extra = tournament.scoring.tally_win - tournament.scoring.draw
    if not extra:  # a record without points can't be read
        return
    won: dict[int, list[int]] = {}
    for table in sorted(played, key=lambda table: table.round):
        first, second = table.seats
        for seat, opposite in ((first, second), (second, first)):
            if not table.forfeit and _is_tally_win(seat, opposite):
                won.setdefault(seat.entrant, []).append(table.round)
    for entrant, number in numbered.items():
        for count, (start, end) in enumerate(pairwise([*won.get(entrant, ()), tournament.rounds]), start=1):
            if start < tournament.rounds:
                yield f"250      {_points(count * extra)} {start + 1:3} {end:3} {number:4} {number:4}"


def _forbidden(tournament: TournamentData, numbered: Mapping[int, int]) -> Iterable[str]:
    for pair in tournament.forbidden:
        if pair.one in numbered and pair.other in numbered:
            one, other = sorted((numbered[pair.one], numbered[pair.other]))
            last = min(pair.last_round or tournament.rounds, tournament.rounds)
            if pair.first_round <= last:  # forbidden during the last round, it applies to none
                yield f"260 {pair.first_round:3} {last:3} {one:4} {other:4}"
