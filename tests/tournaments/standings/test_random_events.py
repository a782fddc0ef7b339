"""Every tie-break beside its slow definition, on thousands of random events."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.simulation import events
from tests.tournaments.standings.random_events import random_event
from tests.tournaments.standings.slow_definitions import SlowEvent
from tests.tournaments.standings.slow_encounters import TooMany, slow_places
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

SINGLE = tuple(one for one in TieBreak if one != TieBreak.DIRECT_ENCOUNTER)
EVENTS = 2000


@pytest.mark.slow
def test_every_tie_break_equals_its_slow_definition_on_thousands_of_random_events():
    seen: Counter[str] = Counter()
    for seed in events(EVENTS):
        event = random_event(seed)
        after = Random(seed).randint(1, event.rounds)
        slow = SlowEvent(event, after)
        table = standings(event, after_round=after, tie_breaks=SINGLE)
        for row in table.rows:
            slowly = [slow.value(row.entrant, tie_break) for tie_break in SINGLE]
            assert [row.points, *row.values] == [slow.total(row.entrant), *slowly], (seed, row.entrant)
        seen[event.format] += 1
    assert sum(seen.values()) == len(events(EVENTS))
    assert min(seen.values()) > len(events(EVENTS)) / 5


@pytest.mark.slow
def test_direct_encounter_equals_its_slow_definition_on_thousands_of_random_events():
    compared = parted = 0
    for seed in events(EVENTS):
        event = random_event(seed)
        slow = SlowEvent(event, event.rounds)
        table = standings(event, after_round=event.rounds, tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
        for points in {row.points for row in table.rows}:
            tied = [row for row in table.rows if row.points == points]
            if len(tied) == 1:
                assert tied[0].values == (None,)
                continue
            try:
                places = slow_places(slow, [row.entrant for row in tied])
            except TooMany:
                continue
            assert {row.entrant: row.values[0] for row in tied} == places, seed
            compared += 1
            parted += len(set(places.values())) > 1
    assert compared > len(events(EVENTS)) / 2
    assert parted > compared / 10
