"""Ranges of round robins never grow wider as results come in, not even where a search has hardly begun."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.simulation import events
from tests.tournaments.standings.test_round_robin_ranks import FIDE, finished
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.values import Event, PlayedTable
from tournaments.standings.possible import known_ranks, possible_ranks
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

HARDLY_ANY = 25


@pytest.mark.slow
def test_out_of_steps_no_result_widens_a_range():
    """Steps are few, and fewer or more by chance: what was found once is kept."""
    for seed in events(4):
        random = Random(seed)
        event = finished(seed, 9 + seed % 2)
        played = tuple(_played_instead(table, event) if table.forfeit else table for table in event.played)
        event = replace(event, played=played)
        final = {row.entrant: row.rank for row in standings(event, after_round=event.rounds, tie_breaks=FIDE).rows}
        known, before = None, {entrant: (1, len(final)) for entrant in final}
        for count in range(len(event.played) // 2, len(event.played) + 1):
            so_far = replace(event, played=event.played[:count])
            ranges = possible_ranks(so_far, tie_breaks=FIDE, steps=random.randint(0, HARDLY_ANY), known=known)
            for one in ranges:
                assert before[one.entrant][0] <= one.best <= final[one.entrant], (seed, count)
                assert final[one.entrant] <= one.worst <= before[one.entrant][1], (seed, count)
            known = known_ranks(so_far, FIDE, ranges)
            before = {one.entrant: (one.best, one.worst) for one in ranges}
        assert before == {entrant: (rank, rank) for entrant, rank in final.items()}


def _played_instead(table: PlayedTable, event: Event) -> PlayedTable:
    return played_table(table.round, table.entrants, ranks=(1, 2), scoring=event.scoring)


@pytest.mark.slow
def test_what_is_known_changes_no_exact_range():
    for seed in events(4):
        event = finished(seed, 7)
        early, late = (replace(event, played=event.played[:count]) for count in (12, 17))
        known = known_ranks(early, FIDE, possible_ranks(early, tie_breaks=FIDE))
        assert possible_ranks(late, tie_breaks=FIDE, known=known) == possible_ranks(late, tie_breaks=FIDE)


def half_played() -> Event:
    event = finished(1, 6)
    return replace(event, played=tuple(_played_instead(table, event) for table in event.played[:7]))


def changed(event: Event, change: str) -> Event:
    first, *others = event.played
    match change:
        case "nothing":
            return event
        case "result":
            return replace(event, played=(*event.played, played_table(5, (1, 2), ranks=(1, 1), scoring=event.scoring)))
        case "correction":
            other_way = played_table(first.round, first.entrants, ranks=(2, 1), scoring=event.scoring)
            return replace(event, played=(other_way, *others))
        case "struck":
            return replace(event, played=tuple(others))
        case "forfeit":
            lost = forfeited_game(5, 1, 2, absent=(1, 2), scoring=event.scoring)
            return replace(event, played=(*event.played, lost))
        case "leaver":
            return replace(event, entrants=(replace(event.entrants[0], left=4), *event.entrants[1:]))
        case _:
            return replace(event, scoring=replace(event.scoring, draw=event.scoring.tally_win))


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        ("nothing", True),
        ("result", True),
        ("correction", False),
        ("struck", False),
        ("forfeit", False),
        ("leaver", False),
        ("scoring", False),
    ],
)
def test_ranges_hold_on_only_while_results_come_in(change, holds):
    event = half_played()
    known = known_ranks(event, FIDE, possible_ranks(event, tie_breaks=FIDE))
    assert bool(known.holding_for(changed(event, change), FIDE)) == holds


def test_with_other_tie_breaks_nothing_is_known():
    event = half_played()
    known = known_ranks(event, FIDE, possible_ranks(event, tie_breaks=FIDE))
    assert not known.holding_for(event, (TieBreak.KOYA,))


def test_the_order_in_which_results_are_read_does_not_matter():
    event = half_played()
    known = known_ranks(event, FIDE, possible_ranks(event, tie_breaks=FIDE))
    assert known.holding_for(replace(event, played=event.played[::-1]), FIDE) == known.bounds
