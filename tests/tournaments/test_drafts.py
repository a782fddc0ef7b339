"""Editing the draft of a round: venue of tables, times of the round, seats."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import Conflict, Invalid, NotFound, Unprocessable
from accounts.models import User
from games.models import Game
from games.timing import MINUTE, TimeControl
from tests.tournaments.pages import browser_of, untouched_form
from tests.tournaments.playing import entry, next_round, running_tournament, seen
from tournaments.enums import LogKind, Venue
from tournaments.models import Bye, Club, Round, Seat, Table
from tournaments.pairing.values import Format
from tournaments.selectors.record import objections_to
from tournaments.services.draft import move_player, rotate_seats, set_round_times, set_table_venue, swap_players
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.withdrawal import ask_bye, take_bye_back

pytestmark = pytest.mark.slow


def test_a_live_round_starts_at_its_time(club: Club, secretary: User) -> None:
    at = timezone.now() + timedelta(days=2)
    control = TimeControl.bank(10 * MINUTE)
    tournament = running_tournament(
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


def test_a_single_table_is_moved_to_the_board(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    first = Table.objects.get(number=1)
    set_table_venue(table_id=first.pk, user=secretary, venue=Venue.BOARD, seen=seen(tournament))
    with pytest.raises(Unprocessable):
        set_table_venue(table_id=first.pk, user=secretary, venue=Venue.LIVE, seen=seen(tournament))
    publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    tables = Table.objects.order_by("number")
    assert [(table.venue, table.game is None) for table in tables] == [("board", True), ("correspondence", False)]
    with pytest.raises(Conflict):
        set_table_venue(table_id=first.pk, user=secretary, venue=Venue.CORRESPONDENCE, seen=seen(tournament))


def test_start_and_deadline_of_a_draft(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    at = timezone.now() + timedelta(days=1)
    times = {"tournament_id": tournament.pk, "user": secretary}
    with pytest.raises(Invalid):
        set_round_times(**times, starts_at=at, deadline=at - timedelta(hours=1), seen=seen(tournament))
    set_round_times(**times, starts_at=at, deadline=at + timedelta(days=3), seen=seen(tournament))
    round_ = publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert (round_.starts_at, round_.deadline) == (at, at + timedelta(days=3))


@pytest.mark.parametrize("year", [1, 1999, 9999])
def test_times_at_the_limits_of_the_calendar_are_refused(club: Club, secretary: User, year: int) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    far = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    for times in ({"starts_at": far, "deadline": None}, {"starts_at": None, "deadline": far}):
        with pytest.raises(Invalid):
            set_round_times(tournament_id=tournament.pk, user=secretary, seen=seen(tournament), **times)  # type: ignore[arg-type]


def test_a_seat_can_be_swapped_with_a_pairing_bye_but_not_with_a_requested_one(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, rounds=3)
    resting = entry(tournament, "player006")
    ask_bye(entry_id=resting.pk, user=secretary, round_number=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    given = Bye.objects.get(kind="pairing")
    seated = Table.objects.get(number=1).seats.get(index=1).entry_id
    swap = {"tournament_id": tournament.pk, "user": secretary}
    swap_players(**swap, one_id=seated, other_id=given.entry_id, seen=seen(tournament))
    assert Bye.objects.get(kind="pairing").entry_id == seated
    assert Table.objects.get(number=1).seats.get(index=1).entry_id == given.entry_id
    with pytest.raises(Unprocessable) as refused:
        swap_players(**swap, one_id=seated, other_id=resting.pk, seen=seen(tournament))
    assert refused.value.code == "asked_bye"
    assert Round.objects.get().edited_by_hand


def test_players_can_be_moved_freely_but_an_invalid_round_is_not_published(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3)
    pair_round(tournament_id=tournament.pk, user=secretary)
    who = {"tournament_id": tournament.pk, "user": secretary}
    moved = Table.objects.get(number=1).seats.get(index=1).entry_id
    draft = move_player(**who, entry_id=moved, table=2, seat=0, reason="a late train", seen=seen(tournament))
    objections = [re.findall(r"\d+", objection.sentence) for objection in objections_to(draft)]
    assert objections == [["1", "1", "2"], ["2", "3", "2"]]
    with pytest.raises(Unprocessable) as refused:
        publish_round(**who, seen=seen(tournament))
    assert refused.value.code == "broken_draft"
    alone = Table.objects.get(number=1).seats.get().entry_id
    other = Table.objects.get(number=2).seats.get(index=1).entry_id
    move_player(**who, entry_id=other, table=1, seen=seen(tournament))
    assert pairs_by_id(draft) == [[alone, other], [moved, Table.objects.get(number=2).seats.get(index=1).entry_id]]
    publish_round(**who, seen=seen(tournament))
    change = tournament.changes.get(reason="a late train")
    assert (change.kind, change.round_number, change.text.values["table"]) == (LogKind.PAIRING, 1, 2)  # type: ignore[attr-defined]


def test_a_player_is_moved_to_the_bye_and_to_a_new_table(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, rounds=3)
    pair_round(tournament_id=tournament.pk, user=secretary)
    who = {"tournament_id": tournament.pk, "user": secretary}
    had_bye = Bye.objects.get().entry_id
    one, other = Table.objects.get(number=2).seats.order_by("index").values_list("entry_id", flat=True)
    draft = move_player(**who, entry_id=one, table=None, seen=seen(tournament))
    move_player(**who, entry_id=other, table=None, seen=seen(tournament))
    assert {bye.entry_id for bye in Bye.objects.all()} == {had_bye, one, other}
    assert Table.objects.count() == 1
    move_player(**who, entry_id=had_bye, table=2, seen=seen(tournament))
    move_player(**who, entry_id=one, table=2, seen=seen(tournament))
    assert pairs_by_id(draft)[1] == [had_bye, one]
    assert [objection for objection in objections_to(draft) if objection.is_blocking] == []
    with pytest.raises(Invalid):
        move_player(**who, entry_id=one, table=4, seen=seen(tournament))
    with pytest.raises(NotFound):
        move_player(**who, entry_id=10**6, table=1, seen=seen(tournament))
    publish_round(**who, seen=seen(tournament))


def test_moving_players_changes_the_sizes_of_tables(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 7, Format.SWISS_TABLES, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    four = next(table for table in Table.objects.all() if table.seats.count() == 4)
    three = Table.objects.exclude(pk=four.pk).get()
    who = {"tournament_id": tournament.pk, "user": secretary}
    move_player(**who, entry_id=four.seats.get(index=0).entry_id, table=three.number, seat=3, seen=seen(tournament))
    assert (four.seats.count(), three.seats.count()) == (3, 4)
    publish_round(**who, seen=seen(tournament))


@pytest.mark.parametrize(
    ("format", "code"),
    [(Format.KNOCKOUT, "bracket"), (Format.ROUND_ROBIN, "schedule"), (Format.DOUBLE_ROUND_ROBIN, "schedule")],
)
def test_with_fixed_pairings_only_sides_can_be_changed(club: Club, secretary: User, format: Format, code: str) -> None:
    tournament = running_tournament(club, secretary, 4, format)
    pair_round(tournament_id=tournament.pk, user=secretary)
    (one, two), (three, _four) = pairs_by_id(Round.objects.get())
    who = {"tournament_id": tournament.pk, "user": secretary}
    for action in (
        lambda: swap_players(**who, one_id=one, other_id=three, seen=seen(tournament)),
        lambda: move_player(**who, entry_id=one, table=2, seen=seen(tournament)),
    ):
        with pytest.raises(Unprocessable) as refused:
            action()
        assert refused.value.code == code
    swap_players(**who, one_id=one, other_id=two, seen=seen(tournament))
    assert pairs_by_id(Round.objects.get())[0] == [two, one]
    rotate_seats(**who, number=1, seen=seen(tournament))
    assert pairs_by_id(Round.objects.get())[0] == [one, two]


def pairs_by_id(round_: Round) -> list[list[int]]:
    tables = Table.objects.filter(round=round_).order_by("number")
    return [list(table.seats.order_by("index").values_list("entry_id", flat=True)) for table in tables]


def test_a_cancelled_bye_discards_the_draft_made_without_that_player(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6)
    resting = tournament.entries.order_by("id").first()
    ask_bye(entry_id=resting.pk, user=secretary, round_number=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    take_bye_back(entry_id=resting.pk, user=secretary, round_number=1)
    assert not Round.objects.filter(tournament=tournament).exists()
    published = next_round(tournament, secretary)
    assert Seat.objects.filter(round=published, entry=resting).exists()
    assert not Bye.objects.filter(round=published, entry=resting).exists()


def test_a_round_cannot_be_published_after_its_deadline(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4)
    pair_round(tournament_id=tournament.pk, user=secretary)
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False):
        Round.objects.filter(tournament=tournament).update(deadline=timezone.now())
        with pytest.raises(Unprocessable) as refused:
            publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
        assert (refused.value.code, Round.objects.get().published_at) == ("deadline_passed", None)
        Round.objects.filter(tournament=tournament).update(deadline=timezone.now() + timedelta(seconds=1))
        assert publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament)).published_at


# -- what organisers read when a change discards the draft -------------------------------------------------------------

CHANGES: dict[str, dict[str, object]] = {
    "withdraw": {},
    "bye": {"round": 1, "kind": "absent"},
    "forbid": {"one": "entry", "other": "other"},
    "add-player": {"name": "Late", "username": ""},
}


@pytest.mark.parametrize("action", CHANGES)
def test_an_organiser_reads_that_the_draft_was_discarded(club: Club, secretary: User, action: str) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, late_entry_until=1)
    pair_round(tournament_id=tournament.pk, user=secretary)
    entries = {"entry": entry(tournament, "player001").pk, "other": entry(tournament, "player002").pk}
    given = {"entry": "entry", **CHANGES[action]}
    sent = {name: entries.get(str(value), value) for name, value in given.items()}
    page = browser_of(secretary).post(f"/tournaments/{tournament.pk}/do/{action}/", sent, follow=True)
    levels = [message.level_tag for message in page.context["messages"]]
    assert levels == ["success", "info"]
    assert not Round.objects.filter(tournament=tournament).exists()


def test_players_read_nothing_of_a_draft(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    leaver = entry(tournament, "player001")
    assert leaver.user is not None
    page = browser_of(leaver.user).post(f"/tournaments/{tournament.pk}/do/withdraw/", {"entry": leaver.pk}, follow=True)
    assert [message.level_tag for message in page.context["messages"]] == ["success"]


def test_the_rules_page_says_that_the_draft_was_discarded(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2)
    pair_round(tournament_id=tournament.pk, user=secretary)
    browser, address = browser_of(secretary), f"/tournaments/{tournament.pk}/edit/"
    form = untouched_form(browser.get(address).content.decode(), '<form class="site-form')
    page = browser.post(address, {**form, "rounds": "3"}, follow=True)
    assert [message.level_tag for message in page.context["messages"]] == ["success", "info"]
