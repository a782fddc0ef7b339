"""What tournaments contribute to other pages: rounds to the calendar, games to the archive search."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.notifications.selectors.calendar import CalendarDate
from games.selectors.game_json import Viewer
from tournaments.enums import EntryStatus
from tournaments.models import Round
from tournaments.selectors.search import called
from tournaments.selectors.tournaments import visible_tournaments


def round_dates(user: User) -> list[CalendarDate]:
    """Start and end of the unfinished rounds that a user plays in."""
    entered = Q(tournament__entries__user=user, tournament__entries__status=EntryStatus.ENTERED)
    rounds = Round.objects.filter(entered, published_at__isnull=False, finished_at=None).select_related("tournament")
    dates = []
    for round_ in rounds.order_by("pk"):
        facts = {"tournament": round_.tournament.name, "number": round_.number}
        path = reverse("tournaments:tournament", args=[round_.tournament_id])
        if round_.starts_at is not None:
            summary = _("%(tournament)s: round %(number)d starts") % facts
            key = f"round-{round_.pk}-start"
            dates.append(CalendarDate(key=key, summary=summary, at=round_.starts_at, path=path))
        if round_.deadline is not None:
            summary = _("%(tournament)s: round %(number)d ends") % facts
            dates.append(CalendarDate(key=f"round-{round_.pk}-end", summary=summary, at=round_.deadline, path=path))
    return dates


def arranged_keys(words: str, viewer: Viewer) -> list[str]:
    """Key prefixes of the games of a tournament, found by its number or else by part of its name."""
    tournaments = visible_tournaments(viewer)
    if words.isdecimal() and len(words) < 10 and tournaments.filter(pk=int(words)).exists():
        return [f"tournament:{int(words)}:"]
    found = called(tournaments, words).order_by("-pk").values_list("pk", flat=True)[:50]
    return [f"tournament:{pk}:" for pk in found]
