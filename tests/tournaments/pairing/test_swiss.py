from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.simulation import EVENING, SMOOTH, Simulated, entrants, run, swiss, tournaments
from tournaments.pairing.results import played_table
from tournaments.pairing.scores import meetings, scores_before
from tournaments.pairing.stored import from_json, input_digest, to_json
from tournaments.pairing.swiss import ENGINE, pair_swiss
from tournaments.pairing.values import (
    MORE_PLAYERS,
    AskedBye,
    ByeKind,
    Draw,
    ForbiddenPair,
    Format,
    NoPairing,
    RoundToPair,
    TournamentData,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def simulated() -> list[Simulated]:
    evenings = [swiss(seed, mishaps=EVENING) for seed in tournaments(30)]
    assert sum(one.mistakes for one in evenings) > len(evenings) / 2
    return [*(swiss(seed) for seed in tournaments(120)), *evenings]


def test_exactly_the_available_players_are_paired_once(simulated):
    for one in simulated:
        for task, draw in one.draws:
            playing = [entrant for table in draw.tables for entrant in table.seats]
            given = [bye.entrant for bye in draw.byes if bye.kind == ByeKind.PAIRING]
            asked = [bye.entrant for bye in draw.byes if bye.kind != ByeKind.PAIRING]
            assert sorted(playing + given) == sorted(entrant.id for entrant in task.available())
            assert sorted(asked) == sorted(bye.entrant for bye in task.asked_byes)
            assert len(given) == len(task.available()) % 2
            assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))


def test_no_two_players_meet_twice(simulated):
    for one in simulated:
        met = meetings(table for table in one.tournament.played if not table.forfeit)
        assert max(met.values(), default=1) == 1


def test_no_second_bye_and_none_after_a_win_by_forfeit(simulated):
    for one in simulated:
        for task, draw in one.draws:
            before = {bye.entrant for bye in task.tournament.byes if bye.kind == ByeKind.PAIRING}
            before |= {
                seat.entrant
                for table in task.tournament.played
                if table.forfeit
                for seat in table.seats
                if seat.rank == 1
            }
            assert not before & {bye.entrant for bye in draw.byes if bye.kind == ByeKind.PAIRING}


def test_points_are_exact_and_add_up(simulated):
    for one in simulated:
        tournament = one.tournament
        given = sum((seat.points for table in tournament.played for seat in table.seats), Fraction(0))
        given += sum((bye.points for bye in tournament.byes), Fraction(0))
        assert sum(scores_before(tournament, tournament.rounds + 1).values(), Fraction(0)) == given
        for table in tournament.played:
            assert sorted(seat.points for seat in table.seats) in ([0, 6], [0, 4], [2, 2], [0, 0])


@pytest.mark.slow
def test_the_same_input_gives_the_same_draw_whatever_the_order_of_results(simulated):
    for seed, one in enumerate(simulated[:25]):
        task, draw = one.draws[-1]
        assert pair_swiss(task) == draw
        random = Random(seed)
        tournament = task.tournament
        shuffled = replace(
            task,
            tournament=replace(
                tournament,
                played=tuple(random.sample(tournament.played, len(tournament.played))),
                byes=tuple(random.sample(tournament.byes, len(tournament.byes))),
                entrants=tuple(random.sample(tournament.entrants, len(tournament.entrants))),
            ),
        )
        assert pair_swiss(shuffled) == draw


def test_a_draw_names_engine_version_seed_and_input(simulated):
    for one in simulated:
        for task, draw in one.draws:
            assert (draw.engine, draw.seed, draw.round) == (ENGINE, task.seed, task.round)
            assert draw.input_digest == input_digest(task)


def test_draw_and_input_survive_a_round_trip_through_json(simulated):
    for one in simulated[:40]:
        task, draw = one.draws[-1]
        assert from_json(Draw, to_json(draw)) == draw
        assert from_json(RoundToPair, to_json(task)) == task


def test_every_pairing_and_bye_is_explained(simulated):
    for one in simulated:
        names = {entrant.id: entrant.name for entrant in one.tournament.entrants}
        for _, draw in one.draws:
            for table in draw.tables:
                assert all(names[entrant] in table.reason for entrant in table.seats)
                assert f"{names[table.seats[0]]} moves first" in table.reason
                assert table.reason.endswith(".")
            for bye in draw.byes:
                assert names[bye.entrant] in bye.reason


def test_moving_first_and_second_is_balanced(simulated):
    for one in simulated:
        for entrant in one.tournament.entrants:
            own = [table for table in one.tournament.played if entrant.id in table.entrants and not table.forfeit]
            first = sum(table.entrants[0] == entrant.id for table in own)
            assert abs(2 * first - len(own)) <= 3


@pytest.mark.slow
def test_forbidden_pairs_do_not_meet():
    for seed in tournaments(30):
        random = Random(seed)
        field = entrants(10, random)
        bans = tuple(ForbiddenPair(one.id, other.id) for one, other in random.sample(list(combinations(field, 2)), 4))
        played = run(TournamentData(Format.SWISS, 4, field, forbidden=bans), pair_swiss, random, SMOOTH)
        met = meetings(played.tournament.played)
        assert [ban for ban in bans if met[frozenset((ban.one, ban.other))]] == []


def test_a_forbidden_pair_applies_only_in_its_rounds():
    field = entrants(2, Random(1))
    one, other = (entrant.id for entrant in field)
    later = TournamentData(Format.SWISS, 1, field, forbidden=(ForbiddenPair(one, other, first_round=2),))
    assert len(pair_swiss(RoundToPair(later, 1)).tables) == 1
    with pytest.raises(NoPairing):
        pair_swiss(RoundToPair(replace(later, forbidden=(ForbiddenPair(one, other),)), 1))


def test_late_entries_and_withdrawn_players_are_paired_only_in_their_rounds(simulated):
    seen = 0
    for one in simulated:
        for entrant in one.tournament.entrants:
            rounds = {table.round for table in one.tournament.played if entrant.id in table.entrants}
            assert all(entrant.takes_part(number) for number in rounds)
            seen += entrant.entered > 1 or entrant.left is not None
    assert seen > len(simulated) / 2


def test_the_error_without_a_valid_pairing_advises_what_to_do():
    field = entrants(4, Random(2))
    tournament = TournamentData(Format.SWISS, 5, field)
    ids = [entrant.id for entrant in field]
    rounds = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    played = tuple(
        played_table(number, (ids[a], ids[b]), ranks=(1, 2), scoring=tournament.scoring)
        for number, pairs in enumerate(rounds, start=1)
        for a, b in pairs
    )
    with pytest.raises(NoPairing) as caught:
        pair_swiss(RoundToPair(replace(tournament, played=played), 4))
    assert caught.value.message == "Round 4 has no valid pairing left: too many players have already played each other."
    assert caught.value.remedies == MORE_PLAYERS


@pytest.mark.parametrize("count", [0, 1])
def test_a_round_needs_two_players(count):
    field = entrants(4, Random(3))
    asked = tuple(AskedBye(entrant.id) for entrant in field[count:])
    with pytest.raises(NoPairing) as refused:
        pair_swiss(RoundToPair(TournamentData(Format.SWISS, 3, field), 1, asked))
    assert refused.value.remedies == MORE_PLAYERS


def test_two_players_can_only_be_paired_once():
    field = entrants(2, Random(4))
    played = run(TournamentData(Format.SWISS, 3, field), pair_swiss, Random(4), SMOOTH)
    assert (played.rounds_played, played.stopped) == (1, True)


def test_a_pairing_bye_scores_as_the_tournament_says():
    field = entrants(5, Random(5))
    tournament = TournamentData(Format.SWISS, 3, field)
    tournament = replace(tournament, scoring=replace(tournament.scoring, pairing_bye=Fraction(3)))
    (bye,) = pair_swiss(RoundToPair(tournament, 1)).byes
    assert (bye.kind, bye.points) == (ByeKind.PAIRING, 3)
    assert "worth 3 points" in bye.reason


def test_points_without_a_finite_decimal_form_are_refused():
    field = entrants(4, Random(6))
    tournament = TournamentData(Format.SWISS, 3, field)
    tournament = replace(tournament, scoring=replace(tournament.scoring, draw=Fraction(7, 3)))
    with pytest.raises(ValueError, match="can't be written as a decimal"):
        pair_swiss(RoundToPair(tournament, 1))
