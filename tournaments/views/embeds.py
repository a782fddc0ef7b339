"""Standings and crosstables for embedding in other sites: no scripts, no cookies, nothing about the visitor."""

from collections.abc import Callable, Mapping
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import condition, require_safe

from tournaments.models import Tournament
from tournaments.selectors.standings import crosstable_json, standings_json
from tournaments.selectors.tournaments import get_tournament
from tournaments.views.crosstables import crosstable_context

THEMES = ("light", "dark")
KEPT_SECONDS = 60
# The site's policy forbids frames and allows its own scripts; here it is the reverse.
POLICY = {"default-src": ["'none'"], "style-src": ["'self'"], "img-src": ["'self'"], "frame-ancestors": ["*"]}


def _version(request: HttpRequest, tournament_id: int) -> str:
    """The ETag: revision, query and language, never cookies."""
    revision = get_tournament(tournament_id, None).revision
    return f'"{tournament_id}-{revision}-{request.META.get("QUERY_STRING", "")}-{request.LANGUAGE_CODE}"'


def _embedded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    kept: Callable[..., HttpResponseBase] = condition(etag_func=_version)(view)
    return require_safe(xframe_options_exempt(csp_replace(POLICY)(kept)))


@_embedded
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, None)
    return _answer(request, tournament, "standings", table=standings_json(tournament, _number(request, "round")))


@_embedded
def crosstable(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, None)
    context = crosstable_context(tournament, crosstable_json(tournament, _number(request, "round")))
    return _answer(request, tournament, "crosstable", **context)


def _answer(
    request: HttpRequest, tournament: Tournament, name: str, *, table: Mapping[str, Any], **more: Any
) -> HttpResponse:
    theme, most = request.GET.get("theme", ""), _number(request, "rows")
    context = {
        "tournament": tournament,
        "table": {**table, "rows": table["rows"][:most]},
        "theme": theme if theme in THEMES else "system",
        "address": request.build_absolute_uri(f"/tournaments/{tournament.pk}/"),
        **more,
    }
    # Rendered without the request: no theme cookie, no navigation, no name of the visitor.
    response = HttpResponse(render_to_string(f"embed/{name}.html", context))
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    return int(asked) if asked.isdecimal() and len(asked) < 5 else None
