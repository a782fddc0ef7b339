"""Pages of check-in: the organiser's list, the poster for the wall, and the page behind its QR code."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.drf.throttling import CheckInThrottle
from accounts.errors import NotFound
from accounts.http.requests import person_of
from accounts.models import User
from accounts.names import bidi_isolate
from accounts.qr_codes import opens_on_phones
from tournaments.check_in.selectors import (
    PresenceChange,
    check_in_json,
    find_by_check_in_token,
    is_check_in_open,
    needs_check_in,
    presence_json,
)
from tournaments.check_in.services import check_self_in
from tournaments.models import Tournament
from tournaments.selectors.tournaments import get_tournament, say_draft_dropped, takes_entries
from tournaments.services.locking import check_organiser


@login_required
@require_safe
def organisers_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Big switches, one per player, saved as they are tapped."""
    tournament = _organised(request, tournament_id)
    context = {
        "tournament": tournament,
        "presence": presence_json(tournament),
        "is_open": is_check_in_open(tournament),
        "decides": needs_check_in(tournament),
        "takes_entries": takes_entries(tournament),
    }
    return render(request, "tournaments/check_in.html", context)


@login_required
@require_safe
def poster(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A large QR code of the check-in link, for the wall."""
    tournament = _organised(request, tournament_id)
    address = link_of(tournament)
    context = {"tournament": tournament, "address": address, "opens_on_phones": opens_on_phones(address)}
    return render(request, "tournaments/check_in_poster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def self_check_in(request: HttpRequest, token: str) -> HttpResponse:
    """Pick your name and check in, without an account."""
    if request.method == "POST":
        message = _("Too many check-ins from your address. Try again in a minute.")
        CheckInThrottle().check(request, message, code="throttled")
        viewer = request.user if isinstance(request.user, User) else None
        changed = check_self_in(token=token, entry_id=_player(request), user=viewer)
        return redirect(f"{reverse('tournaments:self-check-in', args=[token])}?player={changed.entry.pk}")
    tournament = find_by_check_in_token(token)
    shown = check_in_json(tournament, own_id=request.user.pk)
    chosen = request.GET.get("player", "")
    done = next((one for one in shown["players"] if str(one["id"]) == chosen and one["is_present"]), None)
    context = {"tournament": tournament, "check_in": shown, "done": done}
    return render(request, "tournaments/check_in_self.html", context)


def presence_words(changed: PresenceChange) -> str:
    """The message after a change of presence."""
    name = {"name": bidi_isolate(changed.entry.name)}
    said = _("%(name)s is checked in.") if changed.entry.checked_in_at else _("%(name)s is not present.")
    return _with_draft(said % name, changed.dropped_round)


def all_present_words(dropped_round: int | None) -> str:
    """The message after all were checked in, or reset."""
    return _with_draft(_("Changes saved."), dropped_round)


def link_of(tournament: Tournament) -> str:
    """The address of the self check-in, at the site's public address."""
    return settings.PUBLIC_URL + reverse("tournaments:self-check-in", args=[tournament.check_in_token])


def _with_draft(said: str, dropped_round: int | None) -> str:
    if dropped_round is None:
        return said
    return f"{said} {say_draft_dropped(dropped_round)}"


def _organised(request: HttpRequest, tournament_id: int) -> Tournament:
    tournament = get_tournament(tournament_id, request.user)
    check_organiser(tournament, person_of(request))
    return tournament


def _player(request: HttpRequest) -> int:
    chosen = request.POST.get("player", "")
    if not chosen.isdecimal() or len(chosen) > 9:
        raise NotFound(_("Choose your name from the list."))
    return int(chosen)
