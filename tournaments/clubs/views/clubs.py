"""Pages of clubs: list, overview, members, log, joining."""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Invalid, NotFound, Refused
from accounts.forms import show_refusal
from accounts.http.requests import person_of
from accounts.selectors import get_person
from tournaments.clubs.selectors import clubs as selectors
from tournaments.clubs.selectors.roster import claims_in
from tournaments.clubs.services import clubs, membership
from tournaments.enums import RUNNERS, Role
from tournaments.models import Club, JoinRequest, Season
from tournaments.selectors.seasons import season_json
from tournaments.selectors.tournaments import visible_tournaments, with_player_counts
from tournaments.views.form_actions import act, submitted_form
from tournaments.views.forms import ClubForm, NewsForm

PAGE_SIZE = 30
SHOWN_NEWS = 5
SHOWN_MEMBERS = 12
SHOWN_LEADERS = 5


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.with_member_counts(selectors.open_clubs()), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "clubs/list.html", {"page": page})


@login_required
def found(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.create_club(user=person_of(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Club created. Invite people, or create a tournament."))
            return redirect(address(club))
    return render(request, "clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    club = selectors.get_club(slug)
    role = selectors.role_of(club, request.user)
    runs = role in RUNNERS
    tournaments = with_player_counts(visible_tournaments(request.user).filter(club=club)).order_by("-id")
    seasons = list(Season.objects.filter(club=club))
    leaders = season_json(seasons[0])["rows"][:SHOWN_LEADERS] if seasons else []
    typed = submitted_form(request)
    context = {
        "typed": typed,
        "club": club,
        "role": role,
        "runs": runs,
        "is_owner": role == Role.OWNER,
        "has_asked": selectors.has_asked(club, request.user),
        "members": selectors.members_of(club)[:SHOWN_MEMBERS],
        "member_count": club.memberships.count(),
        "tournaments": tournaments[:PAGE_SIZE],
        "news": selectors.news_of(club)[:SHOWN_NEWS],
        "seasons": seasons,
        "leaders": leaders,
        "lists_seasons": len(seasons) > 1 or (bool(seasons) and not leaders),
        "requests": selectors.requests_to(club) if runs else [],
        "claim_count": claims_in(club).count() if runs else 0,
        "invitation_url": settings.PUBLIC_URL + reverse("tournaments:invitation", args=[club.invitation])
        if runs
        else "",
        "news_form": NewsForm(initial=typed["news"]) if runs else None,
    }
    return render(request, "clubs/club.html", context)


@login_required
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    club = selectors.get_club(slug)
    clubs.check_role(club, person_of(request), Role.OWNER)
    initial = {"name": club.name, "description": club.description, "joining": club.joining}
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            clubs.change_club(club_id=club.pk, user=person_of(request), **form.cleaned_data)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Club saved."))
            return redirect(address(club))
    return render(request, "clubs/edit.html", {"form": form, "club": club}, status=422 if form.errors else 200)


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    club = selectors.get_club(slug)
    role = selectors.role_of(club, request.user)
    wanted = request.GET.get("name", "").strip()[:60]
    page = Paginator(selectors.members_of(club, called=wanted), PAGE_SIZE).get_page(request.GET.get("page"))
    runs = role in RUNNERS
    others = (member for member in page if member.user != request.user and member.role == Role.MEMBER)
    context = {
        "club": club,
        "member_count": club.memberships.count(),
        "wanted": wanted,
        "page": page,
        "removable": {member.pk for member in others} if runs else set(),
        "role": role,
        "runs": runs,
        "is_owner": role == Role.OWNER,
        "roles": Role.choices,
    }
    return render(request, "clubs/members.html", context)


@login_required
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log of organisers' actions, for organisers."""
    club = selectors.get_club(slug)
    clubs.check_role(club, person_of(request), *RUNNERS)
    page = Paginator(selectors.changes_of(club), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "clubs/log.html", {"club": club, "page": page})


def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """The invitation link: shown to anyone, joined by a button."""
    club = selectors.find_by_invitation(invitation)
    if request.method != "POST":
        return render(request, "clubs/invitation.html", {"club": club})
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    join = partial(membership.join_club, club_id=club.pk, user=person_of(request), invitation=invitation)
    return act(request, join, done=_("You are now a member."), back=address(club))


@login_required
@require_POST
def run_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Run an action of the club's pages, named by the URL."""
    club = selectors.get_club(slug)
    if action not in ACTIONS:
        raise NotFound(_("Unknown action."))
    service, done = ACTIONS[action](request, club)
    back = request.POST.get("back", "")
    return act(request, service, done=done, back=_back(club, back))


def _back(club: Club, name: str) -> str:
    return reverse("tournaments:members", args=[club.slug]) if name == "members" else address(club)


def _named(request: HttpRequest) -> Any:
    return get_person(request.POST.get("username", ""))


def _basics(request: HttpRequest, club: Club) -> dict[str, Any]:
    return {"club_id": club.pk, "user": person_of(request)}


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _join(request: HttpRequest, club: Club) -> tuple[Any, str]:
    done = _("Request sent. An organiser will answer it.") if club.joining == "request" else _("You are now a member.")
    message = request.POST.get("message", "").strip()[:300]
    return partial(membership.join_club, **_basics(request, club), message=message), done


def _answer(request: HttpRequest, club: Club) -> tuple[Any, str]:
    accept = request.POST.get("answer") == "accept"
    if not JoinRequest.objects.filter(club=club, pk=_number(request, "request")).exists():
        raise NotFound(_("This request was already answered."))
    service = partial(
        membership.answer_request, request_id=_number(request, "request"), user=person_of(request), accept=accept
    )
    return service, _("Answer saved.")


def _role(request: HttpRequest, club: Club) -> tuple[Any, str]:
    role = request.POST.get("role", "")
    if role not in Role.values:
        raise Invalid(_("Choose a role."))
    service = partial(membership.change_role, **_basics(request, club), member=_named(request), role=Role(role))
    return service, _("Changes saved.")


def _publish_news(request: HttpRequest, club: Club) -> tuple[Any, str]:
    form = NewsForm(request.POST)
    words = form.cleaned_data if form.is_valid() else {"title": "", "text": ""}

    def publish() -> None:
        if not form.is_valid():
            raise Refused(_("Enter a title and a text."))
        clubs.publish_news(**_basics(request, club), **words)

    return publish, _("Published.")


ACTIONS: dict[str, Any] = {
    "join": _join,
    "leave": lambda request, club: (partial(membership.leave_club, **_basics(request, club)), _("You left the club.")),
    "withdraw-request": lambda request, club: (
        partial(membership.withdraw_request, **_basics(request, club)),
        _("Request withdrawn."),
    ),
    "answer": _answer,
    "role": _role,
    "remove": lambda request, club: (
        partial(membership.remove_member, **_basics(request, club), member=_named(request)),
        _("Removed."),
    ),
    "transfer": lambda request, club: (
        partial(membership.transfer_club, **_basics(request, club), member=_named(request)),
        _("Club transferred."),
    ),
    "renew-invitation": lambda request, club: (
        partial(clubs.renew_invitation, **_basics(request, club)),
        _("New link created; the old one no longer works."),
    ),
    "news": _publish_news,
    "delete-news": lambda request, club: (
        partial(clubs.delete_news, news_id=_number(request, "news"), user=person_of(request)),
        _("Deleted."),
    ),
    "close": lambda request, club: (partial(clubs.close_club, **_basics(request, club)), _("Club closed.")),
}


def address(club: Club) -> str:
    return reverse("tournaments:club", args=[club.slug])
