"""Every tie-break compared with its slow reference, on thousands of random tournaments."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.simulation import SMOOTH, play, tournaments
from tests.tournaments.standings.random_tournaments import random_tournament
from tests.tournaments.standings.slow_definitions import SlowTournament
from tests.tournaments.standings.slow_encounters import TooMany, slow_places
from tournaments.pairing.values import Table
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

SINGLE = tuple(one for one in TieBreak if one != TieBreak.DIRECT_ENCOUNTER)
EVENTS = 2000


@pytest.mark.slow
def test_every_tie_break_agrees_with_its_reference_on_random_tournaments():
    seen: Counter[str] = Counter()
    for seed in tournaments(EVENTS):
        tournament = random_tournament(seed)
        after = Random(seed).randint(1, tournament.rounds)
        slow = SlowTournament(tournament, after)
        table = standings(tournament, after_round=after, tie_breaks=SINGLE)
        for row in table.rows:
            slowly = [slow.value(row.entrant, tie_break) for tie_break in SINGLE]
            assert [row.points, *row.values] == [slow.total(row.entrant), *slowly], (seed, row.entrant)
        seen[tournament.format] += 1
    assert sum(seen.values()) == len(tournaments(EVENTS))
    assert min(seen.values()) > len(tournaments(EVENTS)) / 5


@pytest.mark.slow
def test_direct_encounter_agrees_with_its_reference_on_random_tournaments():
    compared = parted = 0
    for seed in tournaments(EVENTS):
        tournament = random_tournament(seed)
        slow = SlowTournament(tournament, tournament.rounds)
        table = standings(tournament, after_round=tournament.rounds, tie_breaks=(TieBreak.DIRECT_ENCOUNTER,))
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
    assert compared > len(tournaments(EVENTS)) / 2
    assert parted > compared / 10


@pytest.mark.slow
def test_standings_depend_neither_on_the_order_of_results_nor_on_corrections():
    """The same results in another order; and one of them first wrong, then corrected."""
    for seed in tournaments(1000):
        tournament = random_tournament(seed)
        random = Random(f"order {seed}")
        order = random.sample(tuple(TieBreak), 4)
        table = standings(tournament, after_round=tournament.rounds, tie_breaks=order)
        shuffled = replace(
            tournament,
            played=tuple(random.sample(tournament.played, len(tournament.played))),
            byes=tuple(random.sample(tournament.byes, len(tournament.byes))),
            entrants=tuple(random.sample(tournament.entrants, len(tournament.entrants))),
        )
        assert standings(shuffled, after_round=tournament.rounds, tie_breaks=order) == table, seed
        if tournament.played:
            right = random.choice(tournament.played)
            wrong = play(Table(1, right.entrants, ""), right.round, tournament, random, SMOOTH)
            mistaken = replace(tournament, played=tuple(wrong if one is right else one for one in tournament.played))
            standings(mistaken, after_round=tournament.rounds, tie_breaks=order)
            corrected = replace(mistaken, played=tuple(right if one is wrong else one for one in mistaken.played))
            assert standings(corrected, after_round=tournament.rounds, tie_breaks=order) == table, seed
