"""The final ranks still possible in a round robin: the games to come are known, only their results are not."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm

from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.round_robin import berger_round, withdrawal
from tournaments.pairing.values import Event, Format, PlayedTable, Scoring
from tournaments.standings.ranking import standings
from tournaments.standings.record import record_of
from tournaments.standings.remaining_games import Game, Outcome, fewest_over
from tournaments.standings.tie_breaks import TieBreak

GAMES_TRIED_OUT = 3  # five results each: 125 standings
BOTH = (0, 1)
RESULTS = (((1, 2), ()), ((1, 2), BOTH), ((1, 1), ()), ((2, 1), BOTH), ((2, 1), ()))


@dataclass(frozen=True, slots=True)
class RankRange:
    entrant: int
    best: int
    worst: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class _Scale:
    """The points of a game as whole numbers."""

    win: int
    tally_win: int
    draw: int
    loss: int

    @property
    def least(self) -> list[Outcome]:
        """Results as points that lift others, the milder win standing for both."""
        won = min(self.win, self.tally_win)
        return [(self.draw, self.draw), (won, self.loss), (self.loss, won)]

    @property
    def missed(self) -> list[Outcome]:
        """Results as points that fall short of a full win."""
        lost = self.win - self.loss
        return [(self.win - self.draw, self.win - self.draw), (0, lost), (lost, 0)]


def ranks_in_round_robin(event: Event, tie_breaks: Sequence[TieBreak]) -> Iterable[RankRange]:
    event, to_come = _with_sure_forfeits(event)
    if len(to_come) <= GAMES_TRIED_OUT:
        return _by_trying_out(event, to_come, tie_breaks)
    record = record_of(event, event.rounds)
    games = [game for _, game in to_come]
    unit = lcm(*(value.denominator for value in (*record.points.values(), *_values(event.scoring))))
    points = {entrant: int(value * unit) for entrant, value in record.points.items()}
    scale = _Scale(*(int(value * unit) for value in _values(event.scoring)))
    return [_range(entrant, points, games, scale) for entrant in points]


def _values(scoring: Scoring) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    return scoring.win, scoring.tally_win, scoring.draw, scoring.loss


def _range(entrant: int, points: dict[int, int], games: Sequence[Game], scale: _Scale) -> RankRange:
    """Best: all own games won, and as few as possible of the others above. Worst: all lost, as many as possible."""
    own = [game for game in games if entrant in game]
    rest = [game for game in games if entrant not in game]
    against = Counter(other for game in own for other in game if other != entrant)
    count = Counter(player for game in rest for player in game)
    others = [other for other in points if other != entrant]
    most = points[entrant] + scale.win * len(own)
    room = {other: most - points[other] - scale.loss * against[other] for other in others}
    above, sure_best = fewest_over(rest, scale.least, room)
    fewest = points[entrant] + scale.loss * len(own)
    reach = {other: points[other] + scale.win * (against[other] + count[other]) - fewest for other in others}
    below, sure_worst = fewest_over(rest, scale.missed, reach)
    return RankRange(entrant, 1 + above, len(others) - below + 1, is_exact=sure_best and sure_worst)


def _with_sure_forfeits(event: Event) -> tuple[Event, list[tuple[int, Game]]]:
    """The event with the games already lost by those who left, and the games still to be played, with their rounds."""
    strikes = {one.id: withdrawal(event, one.id).strikes_results for one in event.entrants if one.left is not None}
    done = {(table.round, frozenset(table.entrants)) for table in event.played}
    to_come: list[tuple[int, Game]] = []
    forfeits: list[PlayedTable] = []
    for number, (one, other) in _schedule(event):
        if (number, frozenset((one, other))) in done or strikes.get(one) or strikes.get(other):
            continue
        if absent := [player for player in (one, other) if player in strikes]:
            forfeits.append(forfeited_game(number, one, other, absent=absent, scoring=event.scoring))
        else:
            to_come.append((number, (one, other)))
    return replace(event, played=event.played + tuple(forfeits)), to_come


def _schedule(event: Event) -> Iterable[tuple[int, Game]]:
    field = event.by_number()
    for number in range(1, event.rounds + 1):
        for one, other in berger_round(len(field), number, double=event.format == Format.DOUBLE_ROUND_ROBIN):
            if max(one, other) <= len(field):
                yield number, (field[one - 1].id, field[other - 1].id)


def _by_trying_out(
    event: Event, to_come: Sequence[tuple[int, Game]], tie_breaks: Sequence[TieBreak]
) -> Iterable[RankRange]:
    ranks: dict[int, list[int]] = {}
    for results in product(RESULTS, repeat=len(to_come)):
        played = tuple(
            played_table(number, game, ranks=ranking, by_tally=by_tally, scoring=event.scoring)
            for (number, game), (ranking, by_tally) in zip(to_come, results, strict=True)
        )
        supposed = replace(event, played=event.played + played)
        for row in standings(supposed, after_round=event.rounds, tie_breaks=tie_breaks).rows:
            ranks.setdefault(row.entrant, []).append(row.rank)
    return [RankRange(entrant, min(found), max(found), is_exact=True) for entrant, found in ranks.items()]
