"""Season tables: a ranking over several tournaments, of which the best results count."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.exact import exact_sum
from tournaments.standings.ranking import Standings

Strength = tuple[Fraction, tuple[Fraction, ...]]


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """A player's score in one tournament. Player ids are the caller's, the same in every tournament."""

    tournament: int
    player: int
    score: Fraction


@dataclass(frozen=True, slots=True)
class SeasonRow:
    rank: int
    player: int
    total: Fraction
    counted: tuple[SeasonResult, ...]
    left_out: tuple[SeasonResult, ...]


def season_table(results: Iterable[SeasonResult], *, best: int | None = None) -> tuple[SeasonRow, ...]:
    """Totals of each player's best results (all of them if `best` is None).

    Equal totals are ordered by the best single result, then the second best, and so on; then the rank is shared.
    """
    own: dict[int, list[SeasonResult]] = defaultdict(list)
    for result in results:
        own[result.player].append(result)
    tables = {player: sorted(mine, key=lambda one: (-one.score, one.tournament)) for player, mine in own.items()}
    keys = {player: _strength(mine[:best]) for player, mine in tables.items()}
    ranks: dict[Strength, int] = {}
    for place, key in enumerate(sorted(keys.values(), reverse=True), start=1):
        ranks.setdefault(key, place)
    rows = [
        SeasonRow(
            rank=ranks[keys[player]],
            player=player,
            total=keys[player][0],
            counted=tuple(mine[:best]),
            left_out=tuple(mine[best:]) if best is not None else (),
        )
        for player, mine in tables.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.player)))


def _strength(counted: list[SeasonResult]) -> Strength:
    scores = tuple(result.score for result in counted)
    return exact_sum(scores), scores


def places_gained(table: Standings) -> dict[int, Fraction]:
    """A score for every format: the number of entrants ranked below, half of one for each tie."""
    sharing = Counter(row.rank for row in table.rows)
    return {row.entrant: len(table.rows) - row.rank - Fraction(sharing[row.rank] - 1, 2) for row in table.rows}
