"""The final ranks still possible in a round robin: the games to come are known, only their results are not.

Points alone give bounds on both sides, quickly: with every tie lost, and with every tie won. Where the two differ,
tie-breaks decide, and a search looks for an end of the event with that rank.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from tournaments.pairing.results import forfeited_game
from tournaments.pairing.round_robin import berger_round, is_void
from tournaments.pairing.values import Event, Format, PlayedTable
from tournaments.standings.known_ranks import Bounds
from tournaments.standings.rank_search.narrowing import Narrowing
from tournaments.standings.rank_search.points_alone import Game, PointsAlone
from tournaments.standings.rank_search.search import OutOfSteps, RankSearch, Steps
from tournaments.standings.rank_search.trials import Trials
from tournaments.standings.rank_search.unfinished import unfinished
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

# Steps and tries, longer each time, so that one hard question doesn't use up what the others need. Counted, not timed:
# everybody finds the same. A step takes some 0.5 ms, a trial half of that.
ROUNDS_OF_SEARCH = ((100, 500), (600, 4_000), (3_000, 10_000), (8_000, 20_000))
TRIALS = 2
TRIES_A_STEP = 2
USUAL_STEPS = 20_000  # for all ranks of an event together


@dataclass(frozen=True, slots=True)
class RankRange:
    entrant: int
    best: int
    worst: int
    is_exact: bool


def final_ranks(event: Event, tie_breaks: Sequence[TieBreak]) -> Iterable[RankRange]:
    """When all games are played."""
    for row in standings(event, after_round=event.rounds, tie_breaks=tie_breaks).rows:
        yield RankRange(row.entrant, row.rank, row.rank, is_exact=True)


def ranks_in_round_robin(
    event: Event, tie_breaks: Sequence[TieBreak], *, steps: int, known: Mapping[int, Bounds]
) -> Iterable[RankRange]:
    """`known` are bounds that hold already: nothing wider is given, and what they rule out isn't searched again."""
    event, to_come = with_sure_forfeits(event)
    if not to_come:
        yield from final_ranks(event, tie_breaks)
        return
    board = unfinished(event, to_come)
    narrowing = Narrowing(board)
    ends: list[tuple[_End, _End]] = []
    for hero, entrant in enumerate(board.players):
        points = PointsAlone(board, hero)
        best, worst = known.get(entrant, (1, len(board.players)))
        at_best = _End(RankSearch(narrowing, hero, tie_breaks, at_best=True), points, best - 1)
        ends.append((at_best, _End(RankSearch(narrowing, hero, tie_breaks, at_best=False), points, worst - 1)))
    purse = Steps(steps)
    for most_steps, most_tries in ROUNDS_OF_SEARCH:
        for end in chain.from_iterable(ends):
            end.look_further(purse, most_steps, most_tries)
    for entrant, (best_end, worst_end) in zip(board.players, ends, strict=True):
        is_exact = best_end.is_exact and worst_end.is_exact
        yield RankRange(entrant, 1 + best_end.above, 1 + worst_end.above, is_exact=is_exact)


class _End:
    """One end of a player's range: how many stand above the player then. If that isn't exact, it is a true bound."""

    def __init__(self, search: RankSearch, points: PointsAlone, known: int) -> None:
        self.search, at_best = search, search.at_best
        count = points.fewest_above if at_best else points.most_above
        above, is_sure = count(ties_count=not at_best)
        self.above = max(above, known) if at_best else min(above, known)
        self.is_exact = is_sure and count(ties_count=at_best) == (self.above, True)

    def look_further(self, purse: Steps, steps: int, tries: int) -> None:
        try:
            while not self.is_exact:
                self.is_exact = self._is_reached(purse, steps, tries)
                if not self.is_exact:
                    self.above += 1 if self.search.at_best else -1
        except OutOfSteps:
            return

    def _is_reached(self, purse: Steps, steps: int, tries: int) -> bool:
        """Systematic search, in two orders; if that takes too long, trials: they may find an end but prove nothing."""
        for is_reversed in (False, True):
            with suppress(OutOfSteps):
                return self.search.end_with(self.above, purse.lend(steps), is_reversed=is_reversed) is not None
        for seed in range(TRIALS):
            purse.lend(tries // TRIES_A_STEP).use_up()
            if Trials(self.search, above=self.above, seed=seed).end(tries) is not None:
                return True
        raise OutOfSteps


def with_sure_forfeits(event: Event) -> tuple[Event, list[tuple[int, Game]]]:
    """The event with the games already lost by those who left, and the games still to be played, with their rounds."""
    strikes = {one.id: is_void(event, one) for one in event.entrants if one.left is not None}
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
