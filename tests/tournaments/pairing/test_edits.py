from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.simulation import entrants, knockout, round_robin, swiss, tables, tournaments
from tournaments.pairing.edits import objections, swap_players, turn_seats
from tournaments.pairing.results import played_table
from tournaments.pairing.rounds import PAIRERS, pair_round
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.values import ByeKind, Draw, ForbiddenPair, Format, RoundToPair, TournamentData


def round_of(count: int) -> RoundToPair:
    return RoundToPair(TournamentData(Format.SWISS, 3, entrants(count, Random(count))), 1)


def test_pair_round_supports_every_format():
    assert set(PAIRERS) == set(Format)
    task = round_of(6)
    assert pair_round(task) == PAIRERS[Format.SWISS](task)


@pytest.mark.slow
def test_our_own_draws_have_no_blocking_objections():
    for play_tournament in (swiss, round_robin, knockout, tables):
        for seed in tournaments(30):
            for task, draw in play_tournament(seed).draws:
                found = objections(task, draw)
                assert [one for one in found if one.is_blocking] == []
                if play_tournament is swiss:
                    assert found == ()


def test_two_players_swap_seats():
    draw = pair_round(round_of(6))
    (a, b), (c, d), untouched = draw.tables[0].seats, draw.tables[1].seats, draw.tables[2]
    changed = swap_players(draw, b, c)
    assert [table.seats for table in changed.tables] == [(a, c), (b, d), untouched.seats]
    assert changed.tables[2] == untouched
    assert changed.tables[0].reason == changed.tables[1].reason != draw.tables[0].reason
    assert swap_players(changed, b, c).tables[0].seats == (a, b)
    assert from_json(Draw, to_json(changed)) == changed


def test_a_player_swaps_with_the_player_who_has_the_bye():
    task = round_of(5)
    draw = pair_round(task)
    (bye,) = draw.byes
    other = draw.tables[0].seats[0]
    changed = swap_players(draw, bye.entrant, other)
    assert [(one.entrant, one.points, one.kind) for one in changed.byes] == [(other, 4, ByeKind.PAIRING)]
    assert changed.tables[0].seats[0] == bye.entrant
    assert objections(task, changed) == ()


def test_seats_of_a_table_are_rotated():
    draw = pair_round(round_of(4))
    changed = turn_seats(draw, 2)
    assert changed.tables[0] == draw.tables[0]
    assert changed.tables[1].seats == tuple(reversed(draw.tables[1].seats))


def test_objections_name_the_players():
    task = round_of(4)
    draw = pair_round(task)
    one, other = draw.tables[0].seats
    names = {entrant.id: entrant.name for entrant in task.tournament.entrants}
    game = played_table(1, (one, other), ranks=(1, 2), scoring=task.tournament.scoring)
    tournament = replace(task.tournament, played=(game,), forbidden=(ForbiddenPair(one, other),))
    again = replace(draw, round=2)
    sentences = [objection.sentence for objection in objections(RoundToPair(tournament, 2), again)]
    assert sentences == [
        f"{names[one]} and {names[other]} must not be paired.",
        f"{names[one]} and {names[other]} have already played each other.",
    ]


def test_duplicate_missing_and_withdrawn_players_are_blocking_objections():
    task = round_of(4)
    draw = pair_round(task)
    one, other = draw.tables[0].seats
    doubled = replace(draw, tables=(replace(draw.tables[0], seats=(one, one)), *draw.tables[1:]))
    names = {entrant.id: entrant.name for entrant in task.tournament.entrants}
    grave = [objection.sentence for objection in objections(task, doubled) if objection.is_blocking]
    assert grave == [f"{names[one]} is paired 2 times in this round.", f"{names[other]} has neither a table nor a bye."]
    gone = replace(
        task.tournament, entrants=tuple(replace(e, left=1) if e.id == one else e for e in task.tournament.entrants)
    )
    (first, *_) = objections(replace(task, tournament=gone), draw)
    assert first.sentence == f"{names[one]} isn't playing in this round."
