"""Leaderboards, and the games of two players against each other."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.errors import NotFound
from accounts.selectors import get_person
from games.models import Rating
from games.ratings.selectors import CORRESPONDENCE, LIVE, POOLS, families, head_to_head, leaderboard, shared_games
from games.selectors.position_json import Json
from games.translation import family_words

A_PAGE = 50


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    return redirect("games:leaderboard", families()[0])


@require_safe
def leaderboard_page(request: HttpRequest, family: str) -> HttpResponse:
    context = leaderboard_context(
        request, family, ranked=leaderboard, address=lambda each: reverse("games:leaderboard", args=[each])
    )
    return render(request, "ratings/leaderboard.html", context)


def leaderboard_context(
    request: HttpRequest, family: str, *, ranked: Callable[..., QuerySet[Rating]], address: Callable[[str], str]
) -> dict[str, Any]:
    """The context of a leaderboard page.

    `ranked` returns the ratings of a `family` and pace (`is_live`), best first, `address` the URL for another family.
    """
    pool = request.GET.get("pool", CORRESPONDENCE)
    if family not in families() or pool not in POOLS:
        raise NotFound(_("Leaderboard not found. Choose another game."))
    page = Paginator(ranked(family=family, is_live=POOLS[pool]), A_PAGE).get_page(request.GET.get("page"))
    return {
        "family": family,
        "page": page,
        "first_rank": page.start_index(),
        "family_tabs": [
            {"label": family_words(each), "url": _in_pool(address(each), pool), "is_current": each == family}
            for each in families()
        ],
        "pool_tabs": _pool_tabs(address(family), pool),
    }


@require_safe
def against(request: HttpRequest, username: str, other: str) -> HttpResponse:
    person, opponent = get_person(username), get_person(other)
    page = Paginator(shared_games(person, opponent), A_PAGE).get_page(request.GET.get("page"))
    context = {"person": person, "other": opponent, "scores": head_to_head(person, opponent), "page": page}
    return render(request, "ratings/against.html", context)


def _pool_tabs(address: str, pool: str) -> list[Json]:
    labels = {CORRESPONDENCE: _("By correspondence"), LIVE: _("Live")}
    return [
        {"label": label, "url": _in_pool(address, each), "is_current": each == pool} for each, label in labels.items()
    ]


def _in_pool(address: str, pool: str) -> str:
    return address if pool == CORRESPONDENCE else f"{address}?pool={pool}"
