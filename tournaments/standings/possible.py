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
from tournaments.pairing.values import Entrant, Format, TournamentData
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


def possible_ranks(tournament: TournamentData, *, tie_breaks: Sequence[TieBreak] = ()) -> tuple[RankRange, ...]:
    """The range of every entrant in the standings, from the results so far."""
    if tournament.format == Format.KNOCKOUT:
        return tuple(_in_knockout(tournament))
    if tournament.format.is_round_robin:
        return tuple(_in_round_robin(tournament, tie_breaks))
    record = record_of(tournament, tournament.rounds)
    per_round = max(tournament.scoring.win, tournament.scoring.pairing_bye, tournament.scoring.requested_bye)
    gains = {one.id: per_round * _rounds_left(record, one) for one in tournament.entrants if one.id in record.rounds}
    return tuple(_by_points(tournament, tie_breaks, gains))


def _in_round_robin(tournament: TournamentData, tie_breaks: Sequence[TieBreak]) -> Iterable[RankRange]:
    tournament, to_come = _with_sure_forfeits(tournament)
    games = Counter(player for pair in to_come for player in pair)
    gains = {one.id: tournament.scoring.win * games[one.id] for one in tournament.entrants}
    return _by_points(tournament, tie_breaks, gains)


def _by_points(
    tournament: TournamentData, tie_breaks: Sequence[TieBreak], gains: Mapping[int, Fraction]
) -> Iterable[RankRange]:
    """Ranges from the points that each entrant has and can still gain; ties may go either way."""
    low = record_of(tournament, tournament.rounds).points
    if not any(gains[entrant] for entrant in low):
        for row in standings(tournament, after_round=tournament.rounds, tie_breaks=tie_breaks).rows:
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
    return sum(entrant.takes_part(number) and number not in has for number in range(1, record.tournament.rounds + 1))


def _in_knockout(tournament: TournamentData) -> Iterable[RankRange]:
    *earlier, last = bracket(tournament) or ((),)
    rounds = (*earlier, tuple(match for match in last if not match.for_third))
    third = next((match for match in last if match.for_third), None)
    through = [sum(match.is_open or match.through.entrant is not None for match in matches) for matches in rounds]
    for entrant in tournament.by_number():
        if entrant.left is not None and entrant.left <= 1:
            continue
        match = _last_match(rounds, entrant.id)
        if match is None:
            yield RankRange(entrant.id, 1, 1, is_exact=True)
            continue
        best = worst = 1 + through[match.round - 1]
        if third is not None and match in rounds[-2]:
            best, worst = _for_third_place(third, rounds[-2], match, entrant.id, best)
        yield RankRange(entrant.id, 1 if match.is_open else best, worst, is_exact=True)


def _for_third_place(
    third: Match, semi_finals: Iterable[Match], own: Match, entrant: int, third_rank: int
) -> tuple[int, int]:
    """The best and worst rank of a player whose semi-final is lost, or will be."""
    if not third.is_open:
        winner = third.through.entrant
        rank = third_rank + (winner is not None and winner.id != entrant)
        return rank, rank
    losers = sum(_may_have_loser(match) for match in semi_finals)
    if _may_have_loser(own):
        return third_rank, third_rank + losers - 1
    return third_rank + losers, third_rank + losers


def _may_have_loser(match: Match) -> bool:
    if not match.is_open:
        return match.loser.entrant is not None
    return all(place.entrant is not None or not place.is_known for place in (match.one, match.other))


def _last_match(rounds: tuple[tuple[Match, ...], ...], entrant: int) -> Match | None:
    """The match that eliminated the entrant, or the first one that still may; None for the winner of the tournament."""
    for matches in rounds:
        for match in matches:
            here = [place.entrant.id for place in (match.one, match.other) if place.entrant is not None]
            if entrant in here and (match.is_open or (match.through.entrant and match.through.entrant.id) != entrant):
                return match
    return None


def _with_sure_forfeits(tournament: TournamentData) -> tuple[TournamentData, list[Pair]]:
    """The tournament with the games forfeited by withdrawn players, and the pairs of the games still to be played."""
    voids = {one.id: is_void(tournament, one) for one in tournament.entrants if one.left is not None}
    done = {(table.round, frozenset(table.entrants)) for table in tournament.played}
    to_come, forfeits = [], []
    for number, (one, other) in _schedule(tournament):
        if (number, frozenset((one, other))) in done or voids.get(one) or voids.get(other):
            continue
        if absent := [player for player in (one, other) if player in voids]:
            forfeits.append(forfeited_game(number, one, other, absent=absent, scoring=tournament.scoring))
        else:
            to_come.append((one, other))
    return replace(tournament, played=tournament.played + tuple(forfeits)), to_come


def _schedule(tournament: TournamentData) -> Iterable[tuple[int, Pair]]:
    field = tournament.by_number()
    for number in range(1, tournament.rounds + 1):
        for one, other in berger_round(len(field), number, double=tournament.format == Format.DOUBLE_ROUND_ROBIN):
            if max(one, other) <= len(field):
                yield number, (field[one - 1].id, field[other - 1].id)
