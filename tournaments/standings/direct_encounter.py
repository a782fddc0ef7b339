"""The direct encounter tie-break: the ranking of tied entrants by the games among themselves (FIDE, article 6).

If not all of them have met, one is put first only if no other could catch up with wins in the games not played. What
stays tied is compared again, as a smaller group.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.exact import exact_mean, exact_sum
from tournaments.standings.record import Record
from tournaments.standings.tie_breaks import Term, Working

Tiers = list[list[int]]


def split_by_encounters(record: Record, tied: Sequence[int]) -> Tiers:
    """The tied entrants in tiers, the best first; one tier if their games decide nothing."""
    if len(tied) == 1:
        return [list(tied)]
    means = {entrant: _mean_points(record, entrant, tied) for entrant in tied}
    scores = {entrant: exact_sum(means[entrant].values()) for entrant in tied}
    unmet = {entrant: len(tied) - 1 - len(means[entrant]) for entrant in tied}
    is_complete = record.is_predetermined or not any(unmet.values())
    tiers = _by_score(scores) if is_complete else _by_certainty(record, scores, unmet)
    return [tiers[0]] if len(tiers) == 1 else [final for tier in tiers for final in split_by_encounters(record, tier)]


def _mean_points(record: Record, entrant: int, tied: Sequence[int]) -> dict[int, Fraction]:
    """Points against each tied opponent met, the mean where they met more than once."""
    among = set(tied)
    met: dict[int, list[Fraction]] = defaultdict(list)
    for one in record.rounds[entrant]:
        if one.is_played or record.is_predetermined:
            for mate in one.mates:
                if mate.entrant in among:
                    met[mate.entrant].append(mate.points)
    return {opponent: exact_mean(points) for opponent, points in met.items()}


def _by_score(scores: dict[int, Fraction]) -> Tiers:
    tiers: dict[Fraction, list[int]] = defaultdict(list)
    for entrant, score in scores.items():
        tiers[score].append(entrant)
    return [tiers[score] for score in sorted(tiers, reverse=True)]


def _by_certainty(record: Record, scores: dict[int, Fraction], unmet: dict[int, int]) -> Tiers:
    most = {entrant: scores[entrant] + unmet[entrant] * record.tournament.scoring.win for entrant in scores}
    waiting = sorted(scores, key=lambda entrant: (-scores[entrant], -most[entrant]))
    tiers: Tiers = []
    while len(waiting) > 1 and scores[waiting[0]] > max(most[other] for other in waiting[1:]):
        tiers.append([waiting.pop(0)])
    return [*tiers, waiting]


def encounter_workings(record: Record, tied: Sequence[int]) -> dict[int, Working]:
    """Each tied entrant's place among them (1 the best, shared by those still tied) and its games against them."""
    workings, among = {}, set(tied)
    place = 1
    for tier in split_by_encounters(record, tied):
        for entrant in tier:
            terms = tuple(
                Term(one.round, (mate.entrant,), mate.points)
                for one in record.rounds[entrant]
                for mate in one.mates
                if mate.entrant in among and (one.is_played or record.is_predetermined)
            )
            workings[entrant] = Working(Fraction(place), terms)
        place += len(tier)
    return workings
