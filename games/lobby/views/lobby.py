"""The lobby: open proposals, and the form for a new game."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import NotFound, Refused
from accounts.http.requests import person_of
from accounts.models import User
from games.lobby.selectors import challenges_for, open_seeks, tables_of
from games.lobby.services.create import create_challenge, create_invitation, create_seek
from games.lobby.views.proposals import TableCard, table_url
from games.models import Proposal
from games.views.forms import NewGameForm, TermsFilterForm

PAGE_SIZE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _make_game(request)
    return _show(request, NewGameForm(initial=_wishes(request)))


@login_required
def _make_game(request: HttpRequest) -> HttpResponse:
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    try:
        proposal = propose(person_of(request), form)
    except Refused as refusal:
        _blame(form, refusal)
        return _show(request, form, status=refusal.status)
    return redirect(table_url(proposal))


def propose(user: User, form: NewGameForm) -> Proposal:
    """Create the proposal of the kind that the form asks for."""
    data, terms = form.cleaned_data, form.terms()
    common: dict[str, Any] = {"user": user, "terms": terms, "seat": form.chosen_seat(), "message": data["message"]}
    if data["opponents"] == "anybody":
        ratings = {name: data[name] for name in ("lowest_rating", "highest_rating")}
        return create_seek(**common, **ratings)
    if data["opponents"] == "link":
        return create_invitation(**common)
    return create_challenge(**common, opponents=form.named_opponents(terms.engine.seats))


def _blame(form: NewGameForm, refusal: Refused) -> None:
    """Add a service's error to the field it is about."""
    fields = {"opponents": "people", "control": "clock", "time_limit": "hours"}
    named = ["people"] if isinstance(refusal, NotFound) else [fields.get(name, name) for name in refusal.fields or ()]
    form.add_error(named[0] if named and named[0] in form.fields else None, refusal.message)


def _wishes(request: HttpRequest) -> dict[str, str]:
    """Initial values from the URL: `?variant=galax&people=ben`."""
    wishes = {name: request.GET[name] for name in ("variant", "opponents", "people", "clock") if name in request.GET}
    return {"opponents": "people", **wishes} if "people" in wishes else wishes


def _show(request: HttpRequest, form: NewGameForm, *, status: int = 200) -> HttpResponse:
    filters = TermsFilterForm(request.GET if request.method != "POST" else None)
    wanted = filters.wanted() if filters.is_bound else {}
    seeks = Paginator(open_seeks(request.user, wanted), PAGE_SIZE).get_page(request.GET.get("page"))
    user = request.user
    context = {
        "form": form,
        "filters": filters,
        "is_narrowed": any(wanted.values()),
        "page": seeks,
        "seeks": [TableCard(proposal, user) for proposal in seeks],
        "challenges": [TableCard(each, user) for each in challenges_for(user)] if isinstance(user, User) else [],
        "tables": [TableCard(each, user) for each in tables_of(user)] if isinstance(user, User) else [],
    }
    return render(request, "games/lobby.html", context, status=status)
