"""Full-screen pages for the wall of the hall: one tournament, or several of a club in turn. Public, without drafts."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.qr_codes import opens_on_phones
from tournaments.clubs.selectors.clubs import get_club
from tournaments.enums import Status
from tournaments.hall.selectors.screen import RoundClock, Screen, screen_of, tournaments_on_screen
from tournaments.models import Tournament
from tournaments.selectors.tournaments import get_tournament

VIEWS = ("pairings", "names", "results", "standings", "clock")
DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS = 12, 4, 120
THEMES = ("dark", "light")
LIVE_STATES = (Status.REGISTRATION, Status.RUNNING, Status.PROVISIONAL)
ENDED = {
    Status.PROVISIONAL: gettext_lazy("All rounds are played"),
    Status.FINAL: gettext_lazy("Final standings"),
    Status.CANCELLED: gettext_lazy("This tournament was cancelled"),
}
MAX_ID_DIGITS = 9


@require_safe
def tournament_screen(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, None)
    return _page(request, tournament.name, [tournament])


@require_safe
def club_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The running tournaments of a club and those that ended today, or those that the address names."""
    club = get_club(slug)
    asked = request.GET.get("tournaments", "").split(",")
    chosen = [int(one) for one in asked if one.isdecimal() and len(one) <= MAX_ID_DIGITS]
    return _page(request, club.name, tournaments_on_screen(club, chosen), follows_club=True)


def _page(
    request: HttpRequest, title: str, tournaments: list[Tournament], *, follows_club: bool = False
) -> HttpResponse:
    theme, views = request.GET.get("theme", ""), _views_asked(request)
    context = {
        "title": title,
        "walls": [_wall(tournament, views) for tournament in tournaments],
        "follows_club": follows_club,
        "seconds": _seconds_asked(request),
        "screen_theme": theme if theme in THEMES else THEMES[0],
        "now": timezone.now(),
    }
    return render(request, "tournaments/screen.html", context)


def _wall(tournament: Tournament, views: list[str]) -> dict[str, Any]:
    """One tournament on the screen, and the address from which its part is refreshed."""
    screen = screen_of(tournament)
    shown = [view for view in views if _has_content(view, tournament, screen)]
    path = reverse("tournaments:tournament", args=[tournament.pk])
    return {
        "tournament": tournament,
        "screen": screen,
        "clock": screen["clock"],
        "views": shown or ["clock"],
        "headline": _headline(tournament, screen["clock"]),
        "countdown": _countdown(tournament, screen["clock"]),
        "has_points": tournament.format != "knockout",
        "has_standings": screen["standings"]["after_round"] > 0,
        "is_live": tournament.status in LIVE_STATES,
        "refresh_url": f"{reverse('tournaments:screen', args=[tournament.pk])}?{urlencode({'views': ','.join(views)})}",
        "phone_address": settings.PUBLIC_URL + path if opens_on_phones(settings.PUBLIC_URL) else "",
    }


def _has_content(view: str, tournament: Tournament, screen: Screen) -> bool:
    is_over = tournament.status in ENDED
    if view in ("pairings", "names"):
        return screen["pairings"] is not None and not is_over
    if view == "clock":
        return not is_over
    return bool(screen["results"] if view == "results" else screen["standings"]["rows"])


def _headline(tournament: Tournament, clock: RoundClock) -> str:
    """What happens now, in a few words."""
    if tournament.status in ENDED:
        return str(ENDED[Status(tournament.status)])
    if clock["is_running"]:
        return _("Round %(number)s of %(rounds)s") % {"number": clock["round"], "rounds": tournament.rounds}
    if clock["is_pairing"]:
        return _("Round %(number)s is being paired") % {"number": clock["next_round"]}
    if tournament.status == Status.REGISTRATION:
        return _("Registration is open")
    return _("Round %(number)s is next") % {"number": clock["next_round"] or tournament.rounds}


def _countdown(tournament: Tournament, clock: RoundClock) -> dict[str, Any] | None:
    """The moment that the clock counts down to: the start or the deadline of the round, or the next round's start."""
    now = timezone.now()
    if clock["is_running"]:
        if clock["starts_at"] and clock["starts_at"] > now:
            return {"label": _("The round begins in"), "moment": clock["starts_at"], "kind": "start"}
        return {"label": _("Time left"), "moment": clock["deadline"], "kind": "end"} if clock["deadline"] else None
    if clock["next_start"] and clock["next_start"] > now and tournament.status in LIVE_STATES:
        label = _("Round %(number)s begins in") % {"number": clock["next_round"]}
        return {"label": label, "moment": clock["next_start"], "kind": "start"}
    return None


def _views_asked(request: HttpRequest) -> list[str]:
    asked = request.GET.get("views", "").split(",")
    return [view for view in dict.fromkeys(asked) if view in VIEWS] or list(VIEWS)


def _seconds_asked(request: HttpRequest) -> int:
    asked = request.GET.get("seconds", "")
    seconds = int(asked) if asked.isdecimal() and len(asked) < 4 else DEFAULT_SECONDS
    return min(max(seconds, MIN_SECONDS), MAX_SECONDS)
