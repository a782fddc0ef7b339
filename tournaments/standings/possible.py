"""The final ranks that can still be reached, if every game to come is played.

Knockout: exact. Round robin: exact, tie-breaks included; where that would take too long, a true bound that says it is
one, and is never wider than what was known before. Swiss and tables: bounds that are always true and never grow wider.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from tournaments.pairing.knockout import Match, bracket
from tournaments.pairing.values import Entrant, Event, Format
from tournaments.standings.known_ranks import KnownRanks, result_of, setting_of
from tournaments.standings.record import Record, record_of
from tournaments.standings.round_robin_ranks import USUAL_STEPS, RankRange, final_ranks, ranks_in_round_robin
from tournaments.standings.tie_breaks import TieBreak


def possible_ranks(
    event: Event, *, tie_breaks: Sequence[TieBreak] = (), steps: int = USUAL_STEPS, known: KnownRanks | None = None
) -> tuple[RankRange, ...]:
    """The range of every entrant in the standings, from the results so far.

    `steps` bound a round robin's search; what is `known` of an earlier state keeps its ranges from growing wider.
    """
    if event.format == Format.KNOCKOUT:
        return tuple(_in_knockout(event))
    if event.format.is_round_robin:
        holding = known.holding_for(event, tie_breaks) if known else {}
        return tuple(ranks_in_round_robin(event, tie_breaks, steps=steps, known=holding))
    return tuple(_by_bounds(event, tie_breaks))


def known_ranks(event: Event, tie_breaks: Sequence[TieBreak], ranges: Iterable[RankRange]) -> KnownRanks:
    """What these ranges tell about every later state of the event."""
    results = frozenset(result_of(table) for table in event.played)
    bounds = {one.entrant: (one.best, one.worst) for one in ranges}
    return KnownRanks(setting_of(event, tie_breaks), results, bounds)


def _by_bounds(event: Event, tie_breaks: Sequence[TieBreak]) -> Iterable[RankRange]:
    record = record_of(event, event.rounds)
    low = record.points
    gain = max(event.scoring.win, event.scoring.pairing_bye, event.scoring.requested_bye)
    high = {one.id: low[one.id] + gain * _rounds_left(record, one) for one in event.entrants if one.id in low}
    if high == low:
        yield from final_ranks(event, tie_breaks)
        return
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
    """The match that put the entrant out, or the first one that still may; none for the winner of the event."""
    for matches in rounds:
        for match in matches:
            here = [place.entrant.id for place in (match.one, match.other) if place.entrant is not None]
            if entrant in here and (match.is_open or (match.through.entrant and match.through.entrant.id) != entrant):
                return match
    return None
