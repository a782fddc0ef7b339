"""The private calendar feed of deadlines: anyone with its URL can read it, until it is revoked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from games.models import CalendarFeed
from games.notifications.selectors import calendar
from games.notifications.selectors.calendar import CalendarDate
from games.notifications.services.notices import make_feed, revoke_feed
from tests.games.playing import play, start
from tests.games.rated import LIVE
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import RoundStatus
from tournaments.models import Round


def read(address: str) -> list[tuple[str, object, str]]:
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    events = Calendar.from_ical(answer.content).walk("VEVENT")
    return [(str(event["summary"]), event.decoded("dtstart"), str(event["url"])) for event in events]


def test_a_deadline_has_a_start_and_no_end(people: list[User]) -> None:
    """RFC 5545: an event's end lies after its beginning, or there is none."""
    start("nonaga", people[:2])
    make_feed(user=people[0])
    [event] = Calendar.from_ical(Client().get(address_of(people[0])).content).walk("VEVENT")
    assert "dtend" not in event


def address_of(user: User) -> str:
    return f"/calendar/{CalendarFeed.objects.get(user=user).token}.ics"


def test_a_calendar_has_the_deadlines_of_its_owner(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    start("nonaga", people[1::-1])
    start("nonaga", people[:2], control=LIVE)
    make_feed(user=people[0])
    assert game.deadline is not None
    ((summary, at, place),) = read(address_of(people[0]))
    assert summary.startswith("Nonaga: ")
    assert (at, place) == (game.deadline.replace(microsecond=0), f"http://localhost:8000/games/{game.pk}/")
    play(game, 1)
    assert read(address_of(people[0])) == []


def test_the_url_can_be_changed_and_revoked(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    assert client.post("/settings/notices/calendar/").status_code == 302
    first = address_of(people[0])
    assert first in client.get("/settings/notices/").content.decode()
    client.post("/settings/notices/calendar/")
    second = address_of(people[0])
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    for _ in range(2):
        client.post("/settings/notices/calendar/revoke/")
    assert Client().get(second).status_code == 404
    assert client.get("/settings/notices/").context["feed_address"] is None


def test_guessed_urls_and_strangers_get_nothing(people: list[User], client: Client) -> None:
    make_feed(user=people[0])
    assert client.get("/calendar/guess.ics").status_code == 404
    assert client.post("/settings/notices/calendar/revoke/").status_code == 302
    assert CalendarFeed.objects.count() == 1
    for change in ({"departed_at": timezone.now()}, {"departed_at": None, "is_active": False}):
        User.objects.update(**change)
        assert client.get(address_of(people[0])).status_code == 404
    revoke_feed(user=people[0])
    assert CalendarFeed.objects.count() == 0


def test_other_apps_can_register_dates(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "_sources", [])
    begins = timezone.now().replace(microsecond=0)

    def rounds(user: User) -> list[CalendarDate]:
        summary = f"Round 1 for {user.username}"
        return [CalendarDate(key="r1", summary=summary, at=begins, path="/x/")]

    calendar.register_dates(rounds)
    calendar.register_dates(rounds)
    make_feed(user=people[0])
    assert read(address_of(people[0])) == [("Round 1 for ada", begins, "http://localhost:8000/x/")]


def test_rounds_of_ones_tournaments_are_in_the_calendar(people: list[User]) -> None:
    tournament = running_tournament(make_club(people[0]), people[0], 4)
    round_ = next_round(tournament, people[0])
    begins = timezone.now().replace(microsecond=0)
    Round.objects.filter(pk=round_.pk).update(starts_at=begins, deadline=begins + timedelta(days=7))
    player, stranger = User.objects.get(username="player001"), people[4]
    for user in (player, stranger):
        make_feed(user=user)
    place = f"http://localhost:8000/tournaments/{tournament.pk}/"
    dates = read(address_of(player))
    assert [(at, where) for _, at, where in dates] == [(begins, place), (begins + timedelta(days=7), place)]
    assert len({summary for summary, _, _ in dates if summary.startswith("Spring Open: ")}) == 2
    assert read(address_of(stranger)) == []
    Round.objects.filter(pk=round_.pk).update(finished_at=begins, status=RoundStatus.FINISHED)
    assert read(address_of(player)) == []
