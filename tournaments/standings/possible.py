"""The best and worst final rank that each entrant can still reach, if every game to come is played.

Knockout: exact. All others: bounds from the points still to be won, which no later result makes wider.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.pairing.knockout import Match, bracket
from tournaments.pairing.results import forfeited_game
from tournaments.pairing.round_robin import berger_round, is_void
from tournaments.pairing.values import Entrant, Event, Format
from tournaments.standings.ranking import standings
from tournaments.standings.record import Record, record_of
from tournaments.standings.tie_breaks import TieBreak

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RankRange:
    entrant: int
    best: int
    worst: int
    is_exact: bool


def possible_ranks(event: Event, *, tie_breaks: Sequence[TieBreak] = ()) -> tuple[RankRange, ...]:
    """The range of every entrant in the standings, from the results so far."""
    if event.format == Format.KNOCKOUT:
        return tuple(_in_knockout(event))
    if event.format.is_round_robin:
        return tuple(_in_round_robin(event, tie_breaks))
    record = record_of(event, event.rounds)
    per_round = max(event.scoring.win, event.scoring.pairing_bye, event.scoring.requested_bye)
    gains = {one.id: per_round * _rounds_left(record, one) for one in event.entrants if one.id in record.rounds}
    return tuple(_by_points(event, tie_breaks, gains))


def _in_round_robin(event: Event, tie_breaks: Sequence[TieBreak]) -> Iterable[RankRange]:
    event, to_come = _with_sure_forfeits(event)
    games = Counter(player for pair in to_come for player in pair)
    gains = {one.id: event.scoring.win * games[one.id] for one in event.entrants}
    return _by_points(event, tie_breaks, gains)


def _by_points(event: Event, tie_breaks: Sequence[TieBreak], gains: Mapping[int, Fraction]) -> Iterable[RankRange]:
    """Ranges from the points that each entrant has and can still gain; ties may go either way."""
    low = record_of(event, event.rounds).points
    if not any(gains[entrant] for entrant in low):
        for row in standings(event, after_round=event.rounds, tie_breaks=tie_breaks).rows:
            yield RankRange(row.entrant, row.rank, row.rank, is_exact=True)
        return
    high = {entrant: points + gains[entrant] for entrant, points in low.items()}
    lows, highs = sorted(low.values()), sorted(high.values())
    for entrant in low:
        surely_above = len(lows) - bisect_right(lows, high[entrant])
        perhaps_above = len(highs) - bisect_left(highs, low[entrant])  # the entrant itself among them
        yield RankRange(entrant, 1 + surely_above, perhaps_above, is_exact=False)


def _rounds_left(record: Record, entrant: Entrant) -> int:
    has = {one.round for one in record.rounds[entrant.id]}
    return sum(entrant.takes_part(number) and number not in has for number in range(1, record.event.rounds + 1))


def _in_knockout(event: Event) -> Iterable[RankRange]:
    rounds = bracket(event)
    through = [sum(match.is_open or match.through.entrant is not None for match in matches) for matches in rounds]
    for entrant in event.by_number():
        if entrant.left is not None and entrant.left <= 1:
            continue
        last = _last_match(rounds, entrant.id)
        if last is None:
            yield RankRange(entrant.id, 1, 1, is_exact=True)
            continue
        worst = 1 + through[last.round - 1]
        yield RankRange(entrant.id, 1 if last.is_open else worst, worst, is_exact=True)


def _last_match(rounds: tuple[tuple[Match, ...], ...], entrant: int) -> Match | None:
    """The match that eliminated the entrant, or the first one that still may; None for the winner of the tournament."""
    for matches in rounds:
        for match in matches:
            here = [place.entrant.id for place in (match.one, match.other) if place.entrant is not None]
            if entrant in here and (match.is_open or (match.through.entrant and match.through.entrant.id) != entrant):
                return match
    return None


def _with_sure_forfeits(event: Event) -> tuple[Event, list[Pair]]:
    """The tournament with the games forfeited by withdrawn players, and the pairs of the games still to be played."""
    voids = {one.id: is_void(event, one) for one in event.entrants if one.left is not None}
    done = {(table.round, frozenset(table.entrants)) for table in event.played}
    to_come, forfeits = [], []
    for number, (one, other) in _schedule(event):
        if (number, frozenset((one, other))) in done or voids.get(one) or voids.get(other):
            continue
        if absent := [player for player in (one, other) if player in voids]:
            forfeits.append(forfeited_game(number, one, other, absent=absent, scoring=event.scoring))
        else:
            to_come.append((one, other))
    return replace(event, played=event.played + tuple(forfeits)), to_come


def _schedule(event: Event) -> Iterable[tuple[int, Pair]]:
    field = event.by_number()
    for number in range(1, event.rounds + 1):
        for one, other in berger_round(len(field), number, double=event.format == Format.DOUBLE_ROUND_ROBIN):
            if max(one, other) <= len(field):
                yield number, (field[one - 1].id, field[other - 1].id)
