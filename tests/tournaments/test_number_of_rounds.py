"""The number of rounds: changed while a Swiss or table tournament runs, and warned of when there are too many."""

from random import Random

import pytest

from accounts.errors import Conflict
from accounts.models import User
from tests.accounts.people import has_code
from tests.games.playing import client_of
from tests.tournaments.playing import decide, next_round, open_tournament, running_tournament
from tournaments.enums import Status
from tournaments.models import Club, Round, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.guidance import next_action
from tournaments.services.lifecycle import change_tournament
from tournaments.services.pairing import pair_round
from tournaments.services.registration import add_player

pytestmark = pytest.mark.slow


def set_rounds(tournament: Tournament, user: User, rounds: int) -> Tournament:
    return change_tournament(tournament_id=tournament.pk, user=user, changes={"rounds": rounds})


@pytest.mark.parametrize("format", [Format.SWISS, Format.SWISS_TABLES, Format.FIXED_TABLES])
def test_more_and_fewer_rounds_while_it_runs(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 8, format, rounds=4, accounts=False, late_entry_until=4)
    next_round(tournament, secretary)
    assert set_rounds(tournament, secretary, 5).rounds == 5
    shorter = set_rounds(tournament, secretary, 2)
    assert (shorter.rounds, shorter.late_entry_until) == (2, 2)
    decide(tournament, secretary, Random(1))
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(2))
    assert Tournament.objects.get(pk=tournament.pk).status == Status.PROVISIONAL
    recorded = Round.objects.filter(tournament=tournament).values_list("task__tournament__rounds", flat=True)
    assert list(recorded.order_by("number")) == [4, 2]


def test_shortened_to_the_round_in_play_it_ends_with_its_results(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3, accounts=False)
    next_round(tournament, secretary)
    set_rounds(tournament, secretary, 1)
    decide(tournament, secretary, Random(1))
    assert Tournament.objects.get(pk=tournament.pk).status == Status.PROVISIONAL


def test_not_below_a_round_that_is_paired_or_finished(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, rounds=4, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    with pytest.raises(Conflict, check=has_code("no_round_left")):
        set_rounds(tournament, secretary, 1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    with pytest.raises(Conflict, check=has_code("too_few_rounds")):
        set_rounds(tournament, secretary, 1)
    assert Round.objects.filter(tournament=tournament).count() == 2


def test_a_draft_is_discarded_as_it_was_paired_for_another_length(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, rounds=4, accounts=False)
    pair_round(tournament_id=tournament.pk, user=secretary)
    answer = client_of(secretary).patch(f"/api/v1/tournaments/{tournament.pk}/", {"rounds": 5})
    assert answer.json()["rounds"] == 5
    assert not Round.objects.filter(tournament=tournament).exists()


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_a_schedule_fixes_its_rounds_at_the_start(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 4, format, accounts=False, tie_breaks=())
    with pytest.raises(Conflict, check=has_code("too_late")):
        set_rounds(tournament, secretary, 9)


@pytest.mark.parametrize(
    ("format", "rounds", "players", "is_warned"),
    [
        (Format.SWISS, 4, 4, True),
        (Format.SWISS, 5, 4, True),
        (Format.SWISS, 3, 4, False),
        (Format.SWISS_TABLES, 5, 4, False),
        (Format.ROUND_ROBIN, 5, 4, False),
    ],
)
def test_too_many_rounds_are_warned_of_before_the_start(
    club: Club, secretary: User, format: Format, rounds: int, players: int, is_warned: bool
) -> None:
    tournament = open_tournament(club, secretary, format, rounds=rounds)
    for number in range(players):
        add_player(tournament_id=tournament.pk, user=secretary, name=f"Player {number}")
    step = client_of(secretary).get(f"/api/v1/tournaments/{tournament.pk}/next/").json()
    assert (step["action"], bool(step["warnings"])) == ("start", is_warned)


def test_both_remedies_of_the_warning_work(club: Club, secretary: User) -> None:
    for changes in ({"rounds": 3}, {"format": Format.ROUND_ROBIN}):
        tournament = open_tournament(club, secretary, rounds=4)
        for number in range(4):
            add_player(tournament_id=tournament.pk, user=secretary, name=f"Player {number}")
        changed = change_tournament(tournament_id=tournament.pk, user=secretary, changes=changes)
        assert next_action(changed).warnings == ()
