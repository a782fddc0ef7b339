"""Whole tournaments on an empty site, by services only."""

from fractions import Fraction
from random import Random

import pytest

from accounts.models import User
from games.models import Game
from tests.tournaments.playing import (
    decide,
    entry,
    log_of,
    next_round,
    open_tables,
    pairs_of,
    play_round_online,
    running_tournament,
)
from tournaments.check_in.services import set_presence
from tournaments.enums import LogKind, Outcome, Status, Venue
from tournaments.models import Bye, Club, Round, Seat, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.record import numbered_entries, tournament_data
from tournaments.services.advance import advance_tournaments
from tournaments.services.lifecycle import sign_off
from tournaments.services.results import set_result
from tournaments.services.withdrawal import withdraw_player
from tournaments.standings.ranking import standings

pytestmark = pytest.mark.slow


def status_of(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return tournament.status


def test_a_swiss_of_eight_over_three_rounds_online(club: Club, secretary: User) -> None:
    random = Random(1)
    tournament = running_tournament(club, secretary, 8, rounds=3, venue=Venue.CORRESPONDENCE)
    for number in (1, 2, 3):
        round_ = next_round(tournament, secretary)
        assert (round_.number, Table.objects.filter(round=round_).count()) == (number, 4)
        assert Game.objects.filter(tournament_table__round=round_).count() == 4
        play_round_online(tournament, random)
        assert Round.objects.get(pk=round_.pk).status == "finished"
    assert status_of(tournament) == Status.PROVISIONAL
    met = [frozenset(pair) for round_ in Round.objects.filter(tournament=tournament) for pair in pairs_of(round_)]
    assert len(set(met)) == 12
    sign_off(tournament_id=tournament.pk, user=secretary)
    assert status_of(tournament) == Status.FINAL
    table = standings(tournament_data(tournament), after_round=3, tie_breaks=tournament.tie_break_rules)
    assert len(table.rows) == 8
    assert sum(row.points for row in table.rows) == 12 * 6 - sum(
        2 for one in Table.objects.filter(round__tournament=tournament) if one.outcome in (Outcome.LIMIT, Outcome.DRAW)
    )


def test_ten_players_at_tables_with_a_correction_and_a_withdrawal(club: Club, secretary: User) -> None:
    random = Random(2)
    tournament = running_tournament(club, secretary, 10, Format.SWISS_TABLES, rounds=3, venue=Venue.CORRESPONDENCE)
    first = next_round(tournament, secretary)
    assert sorted(len(table) for table in pairs_of(first)) == [3, 3, 4]
    variants = sorted(Game.objects.values_list("variant", flat=True))
    assert variants == ["bataille-3", "bataille-3", "bataille-4"]
    play_round_online(tournament, random)
    next_round(tournament, secretary)
    corrected = Table.objects.filter(round=first).order_by("number")[0]
    set_result(table_id=corrected.pk, user=secretary, outcome="goal", ranks=[1, 2, 3, 4], reason="misread sheet")
    kind, values = log_of(tournament)[-1]
    assert (kind, list(values)) == (
        LogKind.RESULT,
        ["one", "other"],
    )  # the text for a correction after later rounds were published
    play_round_online(tournament, random)
    withdraw_player(entry_id=entry(tournament, "player010").pk, user=secretary, reason="ill")
    third = next_round(tournament, secretary)
    assert sorted(len(table) for table in pairs_of(third)) == [3, 3, 3]
    play_round_online(tournament, random)
    assert status_of(tournament) == Status.PROVISIONAL
    sign_off(tournament_id=tournament.pk, user=secretary)
    table = standings(tournament_data(tournament), after_round=3, tie_breaks=tournament.tie_break_rules)
    assert len(table.rows) == 10
    first_seat = entry(tournament, pairs_of(first)[0][0])
    played = [one for one in tournament_data(tournament).played if one.round == 1 and first_seat.pk in one.entrants]
    assert [seat.points for seat in played[0].seats] == [6, 4, 2, 0]


@pytest.mark.parametrize(
    ("format", "players", "rounds"),
    [
        (Format.ROUND_ROBIN, 5, 5),
        (Format.DOUBLE_ROUND_ROBIN, 4, 6),
        (Format.KNOCKOUT, 6, 3),
        (Format.FIXED_TABLES, 8, 3),
        (Format.SWISS, 2, 1),
        (Format.SWISS, 7, 3),
    ],
)
def test_every_format_runs_to_its_end_over_the_board(
    club: Club, secretary: User, format: Format, players: int, rounds: int
) -> None:
    random = Random(3)
    tournament = running_tournament(club, secretary, players, format, accounts=False, rounds=rounds)
    assert tournament.rounds == rounds
    for _ in range(rounds):
        next_round(tournament, secretary)
        while open_tables(tournament):
            decide(tournament, secretary, random)
    assert status_of(tournament) == Status.PROVISIONAL
    table = standings(tournament_data(tournament), after_round=rounds, tie_breaks=tournament.tie_break_rules)
    assert len(table.rows) == players
    assert all(isinstance(row.points, Fraction) for row in table.rows)


@pytest.mark.parametrize("format", [Format.SWISS, Format.SWISS_TABLES])
def test_an_evening_with_check_in(club: Club, secretary: User, format: Format) -> None:
    """In every round a random part of the players is present: they are paired once, the others score nothing."""
    random = Random(7)
    tournament = running_tournament(club, secretary, 12, format, accounts=False, rounds=4, check_in=True)
    everyone = list(numbered_entries(tournament))
    for _ in range(4):
        here = set(random.sample([one.pk for one in everyone], random.randint(8, 12)))
        for one in everyone:
            by = {"tournament_id": tournament.pk, "user": secretary}
            set_presence(**by, entry_id=one.pk, is_present=one.pk in here)
        round_ = next_round(tournament, secretary)
        seated = list(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
        byes = {bye.entry_id: bye for bye in Bye.objects.filter(round=round_)}
        assert len(seated) == len(set(seated))
        assert set(seated) | {pk for pk, bye in byes.items() if bye.kind == "pairing"} == here
        assert {pk: bye.points for pk, bye in byes.items() if bye.kind == "absent"} == dict.fromkeys(
            {one.pk for one in everyone} - here, Fraction(0)
        )
        decide(tournament, secretary, random)
    assert status_of(tournament) == Status.PROVISIONAL
    value = tournament_data(tournament)
    given = sum(seat.points for table in value.played for seat in table.seats) + sum(bye.points for bye in value.byes)
    assert sum(row.points for row in standings(value, after_round=4).rows) == given


def test_a_drawn_knockout_match_is_replayed_with_sides_swapped(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 2, Format.KNOCKOUT)
    next_round(tournament, secretary)
    (first,) = open_tables(tournament)
    set_result(table_id=first.pk, user=secretary, outcome="draw", reason="sheet")
    (replay,) = open_tables(tournament)
    assert (replay.replay, pairs_of(replay.round)[1]) == (1, pairs_of(replay.round)[0][::-1])
    set_result(table_id=replay.pk, user=secretary, outcome="draw", tallies=[2, 3], reason="sheet")
    assert status_of(tournament) == Status.PROVISIONAL
    table = standings(tournament_data(tournament), after_round=1)
    second_seat = entry(tournament, pairs_of(replay.round)[1][1])
    assert table.rows[0].entrant == second_seat.pk


def test_an_automatic_tournament(club: Club, secretary: User) -> None:
    random = Random(4)
    tournament = running_tournament(club, secretary, 5, rounds=3, venue=Venue.CORRESPONDENCE, auto_advance=True)
    for number in (1, 2, 3):
        assert advance_tournaments() == 1
        assert advance_tournaments() == 0
        assert Round.objects.filter(tournament=tournament, published_at__isnull=False).count() == number
        play_round_online(tournament, random)
    assert advance_tournaments() == 0
    assert status_of(tournament) == Status.PROVISIONAL
    byes = Bye.objects.filter(round__tournament=tournament, kind="pairing")
    assert len({bye.entry_id for bye in byes}) == 3


def test_a_round_robin_may_have_several_games_at_once(club: Club, secretary: User) -> None:
    tournament = running_tournament(
        club, secretary, 6, Format.ROUND_ROBIN, venue=Venue.CORRESPONDENCE, auto_advance=True, games_at_once=3
    )
    while advance_tournaments():
        pass
    assert Round.objects.filter(tournament=tournament, status="published").count() == 3
    assert len(open_tables(tournament)) == 9
    play_round_online(tournament, Random(5))
    while advance_tournaments():
        pass
    play_round_online(tournament, Random(6))
    assert status_of(tournament) == Status.PROVISIONAL
