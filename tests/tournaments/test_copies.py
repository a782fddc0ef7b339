"""Copies of tournaments, and regular evenings that draft the next one."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import time_machine

from accounts.errors import Forbidden, NotFound
from accounts.models import User
from games.notifications.models import Notice
from tests.games.playing import client_of, make_people
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import decide, make_rules, next_round, open_tournament, running_tournament
from tournaments.clubs.services.clubs import close_club
from tournaments.clubs.services.seasons import create_season
from tournaments.enums import Status
from tournaments.models import Club, Tournament
from tournaments.services.copies import copy_tournament, repeat_tournament, repeat_tournaments
from tournaments.services.lifecycle import (
    add_organiser,
    cancel,
    change_tournament,
    create_tournament,
    delete_draft_tournament,
    finish_early,
)
from tournaments.services.rules import rules_of

TUESDAY = datetime(2026, 11, 17, 19, tzinfo=UTC)
WEEK = timedelta(days=7)


def evening(club: Club, secretary: User, **rules: object) -> Tournament:
    """A running tournament that began on a Tuesday and is repeated every week."""
    given = {"name": "Tuesday", "first_round_at": TUESDAY, "repeat_every": WEEK, **rules}
    with time_machine.travel(TUESDAY - timedelta(hours=1)):
        return running_tournament(club, secretary, 4, accounts=False, **given)


def test_a_copy_has_the_rules_organisers_and_seasons_but_no_players_or_dates(club: Club, secretary: User) -> None:
    (helper,) = make_people("helper")
    tournament = evening(club, secretary, rounds=4, late_entry_until=2)
    add_organiser(tournament_id=tournament.pk, user=secretary, organiser=helper)
    season = create_season(club_id=club.pk, user=secretary, name="2026", tournament_ids=[tournament.pk])
    copy = copy_tournament(tournament_id=tournament.pk, user=secretary)
    before, after = rules_of(tournament), rules_of(copy)
    assert (after.name, after.first_round_at, copy.status) == ("Tuesday (copy)", None, Status.DRAFT)
    same = ("rounds", "late_entry_until", "terms", "format", "tie_breaks", "scoring", "repeat_every")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert set(copy.organisers.all()) == {secretary, helper}
    assert set(season.tournaments.all()) == {tournament, copy}
    assert not copy.entries.exists()
    assert copy.previous is None


def test_only_those_who_may_create_a_tournament_copy_one(club: Club, secretary: User, stranger: User) -> None:
    tournament = open_tournament(club, secretary)
    draft = create_tournament(user=secretary, club_id=club.pk, rules=make_rules(name="Secret"))
    with pytest.raises(Forbidden):
        copy_tournament(tournament_id=tournament.pk, user=stranger)
    with pytest.raises(NotFound):
        copy_tournament(tournament_id=draft.pk, user=stranger)
    assert Tournament.objects.count() == 2


def test_the_page_leads_to_the_copy_and_the_api_returns_it(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, name="Open")
    browser = browser_of(secretary)
    assert f"/tournaments/{tournament.pk}/do/copy/" in browser.get(f"/tournaments/{tournament.pk}/").content.decode()
    answer = browser.post(f"/tournaments/{tournament.pk}/do/copy/")
    copy = Tournament.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, f"/tournaments/{copy.pk}/")
    made = client_of(secretary).post(f"/api/v1/tournaments/{copy.pk}/copy/")
    assert (made.status_code, made.json()["name"]) == (201, "Open (copy) (copy)")


def test_the_next_evening_is_drafted_once_when_this_one_has_started(club: Club, secretary: User) -> None:
    with time_machine.travel(TUESDAY):
        waiting = open_tournament(club, secretary, name="Not yet", repeat_every=WEEK)
    tournament = evening(club, secretary)
    with time_machine.travel(TUESDAY + timedelta(hours=2)):
        assert repeat_tournaments() == 1
        assert repeat_tournaments() == 0
    following = Tournament.objects.get(previous=tournament)
    assert (following.name, following.first_round_at) == ("Tuesday 2026-11-24", TUESDAY + WEEK)
    assert (following.status, following.repeat_every) == (Status.DRAFT, WEEK)
    assert set(following.organisers.all()) == {secretary}
    assert Notice.objects.filter(user=secretary, path=f"/tournaments/{following.pk}/").count() == 1
    assert not Tournament.objects.filter(previous=waiting).exists()


def test_a_series_skips_the_dates_that_have_passed_and_renews_the_date_in_the_name(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary, name="Tuesday 2026-11-17")
    with time_machine.travel(TUESDAY + 3 * WEEK + timedelta(days=1)):
        repeat_tournaments()
    following = Tournament.objects.get(previous=tournament)
    assert (following.name, following.first_round_at) == ("Tuesday 2026-12-15", TUESDAY + 4 * WEEK)


@pytest.mark.parametrize(
    ("zone", "first", "following", "date"),
    [
        ("Europe/Prague", "2026-10-20T17:00Z", "2026-10-27T18:00Z", "2026-10-27"),  # 19:00 in summer and in winter
        ("Europe/Prague", "2027-03-23T18:00Z", "2027-03-30T17:00Z", "2027-03-30"),
        ("America/Los_Angeles", "2026-12-02T04:00Z", "2026-12-09T04:00Z", "2026-12-08"),  # still Tuesday there
    ],
)
def test_an_evening_keeps_its_hour_and_date_where_its_organiser_lives(
    club: Club, secretary: User, zone: str, first: str, following: str, date: str
) -> None:
    User.objects.filter(pk=secretary.pk).update(time_zone=zone)
    starts_at, expected = datetime.fromisoformat(first), datetime.fromisoformat(following)
    with time_machine.travel(starts_at - timedelta(hours=1)):
        tournament = running_tournament(club, secretary, 4, accounts=False, first_round_at=starts_at, repeat_every=WEEK)
        repeat_tournaments()
    drafted = Tournament.objects.get(previous=tournament)
    assert (drafted.first_round_at, drafted.name) == (expected, f"Spring Open {date}")


def test_a_discarded_draft_ends_the_series(club: Club, secretary: User) -> None:
    tournament = evening(club, secretary)
    repeat_tournaments()
    delete_draft_tournament(tournament_id=tournament.following.pk, user=secretary)
    tournament.refresh_from_db()
    assert tournament.repeat_every is None
    assert repeat_tournaments() == 0


def test_what_was_stopped_cancelled_or_closed_is_not_repeated(club: Club, secretary: User) -> None:
    stopped, cancelled = (evening(club, secretary, name=name) for name in ("Stopped", "Cancelled"))
    change_tournament(tournament_id=stopped.pk, user=secretary, changes={"repeat_every": None})
    cancel(tournament_id=cancelled.pk, user=secretary, reason="snow")
    over = evening(club, secretary, name="Over")
    next_round(over, secretary)
    decide(over, secretary, Random(1))
    finish_early(tournament_id=over.pk, user=secretary, reason="the hall closes")
    assert not repeat_tournament(stopped.pk)
    cancel(tournament_id=stopped.pk, user=secretary, reason="snow")
    close_club(club_id=club.pk, user=secretary)
    assert not repeat_tournament(over.pk)
    assert repeat_tournaments() == 0
