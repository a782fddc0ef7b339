"""What an organiser does with a draft: where tables are played, when the round begins, who sits where."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.errors import Conflict, Invalid, Unprocessable
from accounts.models import User
from games.models import Game
from games.timing import MINUTE, TimeControl
from tests.tournaments.events import entry, next_round, running_event
from tournaments.enums import Venue
from tournaments.models import Bye, Club, Round, Table
from tournaments.services.draft import set_round_times, set_table_venue, swap_players
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.withdrawal import ask_bye


def test_a_live_round_begins_at_its_time(club: Club, secretary: User) -> None:
    at = timezone.now() + timedelta(days=2)
    control = TimeControl.bank(10 * MINUTE)
    tournament = running_event(
        club,
        secretary,
        4,
        rounds=2,
        venue=Venue.LIVE,
        control=control,
        first_round_at=at,
        round_every=timedelta(days=7),
        round_length=timedelta(hours=2),
    )
    round_ = next_round(tournament, secretary)
    assert (round_.starts_at, round_.deadline) == (at, at + timedelta(hours=2))
    assert {(game.since, game.ends_at) for game in Game.objects.all()} == {(at, at + timedelta(hours=2))}
    assert tournament.start_of_round(2) == at + timedelta(days=7)


def test_one_table_is_moved_to_the_hall(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    first = Table.objects.get(number=1)
    set_table_venue(table_id=first.pk, user=secretary, venue=Venue.BOARD)
    with pytest.raises(Unprocessable):
        set_table_venue(table_id=first.pk, user=secretary, venue=Venue.LIVE)
    publish_round(tournament_id=tournament.pk, user=secretary)
    tables = Table.objects.order_by("number")
    assert [(table.venue, table.game is None) for table in tables] == [("board", True), ("correspondence", False)]
    with pytest.raises(Conflict):
        set_table_venue(table_id=first.pk, user=secretary, venue=Venue.CORRESPONDENCE)


def test_the_times_of_a_draft(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    at = timezone.now() + timedelta(days=1)
    times = {"tournament_id": tournament.pk, "user": secretary}
    with pytest.raises(Invalid):
        set_round_times(**times, starts_at=at, deadline=at - timedelta(hours=1))
    set_round_times(**times, starts_at=at, deadline=at + timedelta(days=3))
    round_ = publish_round(tournament_id=tournament.pk, user=secretary)
    assert (round_.starts_at, round_.deadline) == (at, at + timedelta(days=3))


def test_a_seat_and_the_bye_are_exchanged_but_not_a_bye_asked_for(club: Club, secretary: User) -> None:
    tournament = running_event(club, secretary, 6, rounds=3)
    resting = entry(tournament, "player006")
    ask_bye(entry_id=resting.pk, user=secretary, round_number=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    given = Bye.objects.get(kind="pairing")
    seated = Table.objects.get(number=1).seats.get(index=1).entry_id
    swap = {"tournament_id": tournament.pk, "user": secretary}
    swap_players(**swap, one_id=seated, other_id=given.entry_id)
    assert Bye.objects.get(kind="pairing").entry_id == seated
    assert Table.objects.get(number=1).seats.get(index=1).entry_id == given.entry_id
    with pytest.raises(Unprocessable) as refused:
        swap_players(**swap, one_id=seated, other_id=resting.pk)
    assert refused.value.code == "asked_bye"
    assert Round.objects.get().edited_by_hand
