"""Leaderboards, and two players' games against each other."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.errors import NotFound
from accounts.selectors import get_person
from games.selectors.faces import Json
from games.selectors.ratings import CORRESPONDENCE, LIVE, POOLS, families, head_to_head, leaderboard, shared_games

A_PAGE = 50


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    return redirect("games:leaderboard", families()[0])


@require_safe
def leaderboard_page(request: HttpRequest, family: str) -> HttpResponse:
    pool = request.GET.get("pool", CORRESPONDENCE)
    if family not in families() or pool not in POOLS:
        raise NotFound(_("There is no such leaderboard. Choose another game."))
    ranked = leaderboard(family=family, is_live=POOLS[pool])
    page = Paginator(ranked, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "family": family,
        "page": page,
        "first_rank": page.start_index(),
        "family_tabs": _family_tabs(family, pool),
        "pool_tabs": _pool_tabs(family, pool),
    }
    return render(request, "ratings/leaderboard.html", context)


@require_safe
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    person, opponent = get_person(username), get_person(other)
    page = Paginator(shared_games(person, opponent), A_PAGE).get_page(request.GET.get("page"))
    context = {"person": person, "other": opponent, "scores": head_to_head(person, opponent), "page": page}
    return render(request, "ratings/against.html", context)


def _family_tabs(family: str, pool: str) -> list[Json]:
    return [
        {"label": each.capitalize(), "url": _address(each, pool), "is_current": each == family} for each in families()
    ]


def _pool_tabs(family: str, pool: str) -> list[Json]:
    labels = {CORRESPONDENCE: _("By correspondence"), LIVE: _("Live")}
    return [
        {"label": label, "url": _address(family, each), "is_current": each == pool} for each, label in labels.items()
    ]


def _address(family: str, pool: str) -> str:
    address = reverse("games:leaderboard", args=[family])
    return address if pool == CORRESPONDENCE else f"{address}?pool={pool}"
