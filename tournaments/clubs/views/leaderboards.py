"""Pages of a club's leaderboards and seasons."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import NotFound, Refused
from accounts.forms import show_refusal
from accounts.http.requests import person_of
from games.ratings.selectors import families
from games.ratings.views import leaderboard_context
from tournaments.clubs.selectors.clubs import club_leaderboard, get_club, role_of
from tournaments.clubs.services import seasons
from tournaments.clubs.services.clubs import check_role
from tournaments.clubs.views.clubs import address
from tournaments.enums import RUNNERS
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.seasons import season_json
from tournaments.views.form_actions import act
from tournaments.views.forms import SeasonForm


@require_safe
def leaderboard(request: HttpRequest, slug: str, family: str = "") -> HttpResponse:
    """The members' leaderboard of a game; without a family, redirect to the first."""
    club = get_club(slug)
    if not family:
        return redirect("tournaments:club-leaderboard", slug=club.slug, family=families()[0])
    context = leaderboard_context(
        request,
        family,
        ranked=partial(club_leaderboard, club),
        address=lambda each: reverse("tournaments:club-leaderboard", args=[club.slug, each]),
    )
    return render(request, "clubs/leaderboard.html", {**context, "club": club})


@require_safe
def season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club, found = _find(slug, season_id)
    table: dict[str, Any] = {**season_json(found)}
    for row in table["rows"]:
        row["scores"] = [_score(row, str(tournament["id"])) for tournament in table["tournaments"]]
    context = {"club": club, "season": found, "table": table, "runs": role_of(club, request.user) in RUNNERS}
    return render(request, "clubs/season.html", context)


@login_required
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(slug)
    check_role(club, person_of(request), *RUNNERS)
    create = partial(seasons.create_season, club_id=club.pk, user=person_of(request))
    return _form_page(request, club, create)


@login_required
def edit_season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club, found = _find(slug, season_id)
    check_role(club, person_of(request), *RUNNERS)
    change = partial(seasons.change_season, season_id=found.pk, user=person_of(request))
    return _form_page(request, club, change, season=found)


@login_required
@require_POST
def delete_season(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    club, found = _find(slug, season_id)
    forget = partial(seasons.delete_season, season_id=found.pk, user=person_of(request))
    return act(request, forget, done=_("Season deleted; its tournaments are kept."), back=address(club))


def _form_page(request: HttpRequest, club: Club, save: Any, *, season: Season | None = None) -> HttpResponse:
    """Show and save the form of a season, new or existing."""
    tournaments = list(Tournament.objects.filter(club=club).order_by("-id"))
    form = SeasonForm(tournaments, request.POST or None, initial=_answers_of(season))
    if request.method == "POST" and form.is_valid():
        given = {**form.cleaned_data, "tournament_ids": [int(pk) for pk in form.cleaned_data["tournament_ids"]]}
        try:
            saved = save(**given)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Season saved."))
            return redirect("tournaments:season", slug=club.slug, season_id=saved.pk)
    context = {"form": form, "club": club, "season": season}
    return render(request, "clubs/season_form.html", context, status=422 if form.errors else 200)


def _answers_of(season: Season | None) -> dict[str, Any]:
    if season is None:
        return {}
    tournaments = [str(pk) for pk in season.tournaments.values_list("pk", flat=True)]
    return {"name": season.name, "best": season.best, "score": season.score, "tournament_ids": tournaments}


def _find(slug: str, season_id: int) -> tuple[Club, Season]:
    club = get_club(slug)
    found = Season.objects.filter(club=club, pk=season_id).first()
    if found is None:
        raise NotFound(_("Season not found."))
    return club, found


def _score(row: dict[str, Any], tournament: str) -> dict[str, Any]:
    counts = tournament in row["counted"]
    return {"counts": counts, "text": row["counted"].get(tournament) or row["left_out"].get(tournament) or ""}
