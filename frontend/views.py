"""Views that span the apps: front page, status, accessibility statement, theme, language, style guide."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from accounts.http.languages import is_offered
from accounts.http.requests import guest_of
from accounts.models import User
from accounts.services.profile import change_profile
from frontend import styleguide_samples
from frontend.front_page import front_game
from frontend.themes import DEFAULT_THEME, THEMES, remember_theme
from games.enums import ProposalKind
from games.lobby.selectors import my_games
from games.rules import families
from games.selectors.faults import fault_counts
from games.selectors.game_queries import games_awaiting, games_of, visible_proposals
from tournaments.clubs.selectors.clubs import news_for
from tournaments.selectors.tournaments import next_tournaments, tables_awaiting_word, tournaments_for

# Label and purpose of each health probe.
SITE_PARTS = {
    "disk": (gettext_lazy("Disk space"), gettext_lazy("Free disk space")),
    "database": (gettext_lazy("Database"), gettext_lazy("Games, clubs and accounts")),
    "broker": (gettext_lazy("Task queue"), gettext_lazy("Runs AI moves, e-mails and pairings")),
    "sweep": (gettext_lazy("Scheduler"), gettext_lazy("Applies deadlines and retries unfinished jobs")),
}
FRONT_GAMES = 24
FRONT_TOURNAMENTS = 6
FRONT_NEWS = 3


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return render(request, "front/signed_in.html", front_of(request.user))
    guest = guest_of(request)
    context = {
        "is_new_site": not User.objects.filter(is_ai=False, is_guest=False).exists(),
        "embedded": settings.EMBEDDED,
        "families": families(),
        "seats": front_game.seats(),
        "tournaments": next_tournaments()[:FRONT_TOURNAMENTS],
        "games": [] if guest is None else my_games(guest, {})[:FRONT_GAMES],
    }
    return render(request, "front/signed_out.html", context)


def front_of(user: User) -> dict[str, Any]:
    """Return the signed-in front page's context: games, the most urgent first, challenges, tournaments and news."""
    awaiting = list(games_awaiting(user)[:FRONT_GAMES])
    others = games_of(user).exclude(pk__in=[game.pk for game in awaiting])[:FRONT_GAMES]
    challenges = visible_proposals(ProposalKind.CHALLENGE, user)[:FRONT_GAMES]
    tables = list(tables_awaiting_word(user, timezone.now())[:FRONT_TOURNAMENTS])
    return {
        "families": families(),
        "awaiting": awaiting,
        "tables": tables,
        "others": list(others),
        "is_idle": not (awaiting or tables or others),
        "challenges": list(challenges),
        "tournaments": tournaments_for(user)[:FRONT_TOURNAMENTS],
        "news": news_for(user)[:FRONT_NEWS],
    }


@require_safe
@never_cache
def status(request: HttpRequest, ask: Callable[[], Mapping[str, str]]) -> HttpResponse:
    """Show the results of the health probes; administrators also see the counts of recorded faults.

    `ask` runs the probes; the root URLconf passes it in, since the probes live in `config`.
    """
    answers = ask()
    parts = [
        {"label": SITE_PARTS[name][0], "purpose": SITE_PARTS[name][1], "is_well": answer == "ok"}
        for name, answer in answers.items()
    ]
    all_well = all(part["is_well"] for part in parts)
    faults = fault_counts() if answers.get("database") == "ok" and request.user.is_superuser else None
    context = {"parts": parts, "all_well": all_well, "now": timezone.now(), "faults": faults}
    return render(request, "status.html", context, status=200 if all_well else 503)


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    return render(request, "accessibility.html")


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    theme = request.POST.get("theme", DEFAULT_THEME)
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        target = "/"
    response = HttpResponseRedirect(target)
    if theme in THEMES:
        remember_theme(response, theme=theme, secure=request.is_secure())
    return response


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Store the language in the account, if logged in, and in a cookie, which outlasts the log-in."""
    code = request.POST.get("language", "")
    if request.user.is_authenticated and is_offered(code):
        change_profile(user=request.user, language=code)
    return set_language(request)


@require_safe
@login_required
def styleguide(request: HttpRequest) -> HttpResponse:
    if not request.user.is_staff:
        raise PermissionDenied(_("The style guide is for administrators."))
    return render(request, "styleguide/index.html", styleguide_samples.everything())
