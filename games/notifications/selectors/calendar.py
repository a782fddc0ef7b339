"""A user's deadlines as iCalendar. Other apps add their dates with `register_dates(function)`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.errors import NotFound
from accounts.http.languages import in_language_of
from accounts.models import User
from games.models import CalendarFeed
from games.selectors.game_queries import games_awaiting
from games.translation import in_words

REFRESH = timedelta(minutes=30)


@dataclass(frozen=True, kw_only=True)
class CalendarDate:
    """A calendar entry; `key` is permanent, so that calendar programs move the entry instead of adding another."""

    key: str
    summary: str
    at: datetime
    path: str


Dates = Callable[[User], Iterable[CalendarDate]]
_sources: list[Dates] = []


def register_dates(source: Dates) -> None:
    if source not in _sources:
        _sources.append(source)


def get_feed_owner(token: str) -> User:
    feed = CalendarFeed.objects.select_related("user").filter(token=token).first()
    if feed is None or not feed.user.can_log_in:
        raise NotFound(_("This calendar no longer exists. Its owner can create a new address in the settings."))
    return feed.user


def calendar_text(user: User) -> bytes:
    """All dates of a user in iCalendar format, in their language."""
    calendar = Calendar()
    calendar.add("prodid", "-//Asterism//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "Asterism")
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    with in_language_of(user):
        for source in _sources:
            for date in source(user):
                calendar.add_component(_event(date))
    return bytes(calendar.to_ical())


def deadlines_of(user: User) -> list[CalendarDate]:
    """Deadlines of the correspondence games that wait for a user."""
    return [
        CalendarDate(
            key=f"game-{game.pk}",
            summary=_("%(game)s: your time ends") % {"game": in_words(game.engine.name)},
            at=game.deadline,
            path=reverse("games:game", args=[game.pk]),
        )
        for game in games_awaiting(user).filter(is_live=False)
        if game.deadline is not None
    ]


def _event(date: CalendarDate) -> Event:
    event = Event()
    event.add("uid", f"{date.key}@{urlsplit(settings.PUBLIC_URL).hostname}")
    event.add("dtstamp", timezone.now())
    event.add("dtstart", date.at)
    event.add("summary", date.summary)
    event.add("url", settings.PUBLIC_URL + date.path)
    return event


register_dates(deadlines_of)
