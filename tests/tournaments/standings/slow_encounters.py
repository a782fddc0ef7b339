"""A reference implementation of direct encounter (article 6), which tries every outcome of unplayed games."""

from fractions import Fraction
from itertools import combinations, product

from tests.tournaments.standings.slow_definitions import SlowTournament

MAX_MISSING = 8


class TooMany(Exception):
    """Too many outcomes to try."""


def slow_places(slow: SlowTournament, tied: list[int]) -> dict[int, int]:
    """Each player's place among the tied, shared by those whom their games don't separate."""
    found, place = {}, 1
    for tier in _tiers(slow, tied):
        found |= dict.fromkeys(tier, place)
        place += len(tier)
    return found


def _tiers(slow: SlowTournament, tied: list[int]) -> list[list[int]]:
    if len(tied) < 2:
        return [tied]
    met = {pair: meetings for pair in combinations(tied, 2) if (meetings := _meetings(slow, *pair))}
    missing = [pair for pair in combinations(tied, 2) if pair not in met]
    scores = {one: Fraction(0) for one in tied}
    for (one, other), meetings in met.items():
        scores[one] += sum((slow.duel(one, other, number) for number in meetings), Fraction(0)) / len(meetings)
        scores[other] += sum((slow.duel(other, one, number) for number in meetings), Fraction(0)) / len(meetings)
    if missing and not slow.round_robin:
        tiers = _surely_first(scores, missing, slow.tournament.scoring.win)
    else:
        tiers = [[one for one in tied if scores[one] == score] for score in sorted(set(scores.values()), reverse=True)]
    return tiers if len(tiers) == 1 else [part for tier in tiers for part in _tiers(slow, tier)]


def _surely_first(scores: dict[int, Fraction], missing: list, win: Fraction) -> list[list[int]]:
    """Repeatedly put first the player who leads the rest alone, whatever the results of missing games."""
    if len(missing) > MAX_MISSING:
        raise TooMany
    tables = []
    for winners in product((0, 1), repeat=len(missing)):
        supposed = dict(scores)
        for pair, winner in zip(missing, winners, strict=True):
            supposed[pair[winner]] += win
        tables.append(supposed)
    rest, tiers = list(scores), []
    while len(rest) > 1:
        first = [one for one in rest if all(t[one] > t[other] for t in tables for other in rest if other != one)]
        if not first:
            break
        tiers.append(first)
        rest.remove(first[0])
    return [*tiers, rest]


def _meetings(slow: SlowTournament, one: int, other: int) -> list[int]:
    rounds = range(1, slow.last + 1)
    counted = (number for number in rounds if slow.round_robin or slow.was_played(one, number))
    return [number for number in counted if other in slow.opponents(one, number)]
