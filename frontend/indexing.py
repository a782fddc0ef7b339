"""Search engine support: robots.txt, sitemaps, canonical URLs and hreflang alternates."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.http.languages import is_offered
from frontend.learn.library import LIBRARY
from games.rules import families
from tournaments.clubs.selectors.clubs import open_clubs
from tournaments.models import Club, Tournament
from tournaments.selectors.tournaments import visible_tournaments

# Log-in and personal pages; player profiles too, so that names can't be found through search engines.
PRIVATE = (
    "/accounts/", "/admin/", "/api/", "/calendar/", "/check-in/", "/clubs/invitations/", "/embed/", "/language/",
    "/moderation/", "/my/", "/notices/", "/people/", "/play/invitations/", "/play/tables/", "/settings/", "/site/",
    "/theme/", "/*?ply=",
)  # fmt: skip
# Pages without text by users, and so completely translated.
IN_EVERY_LANGUAGE = {
    "frontend:front", "frontend:learn", "frontend:shared_rules", "frontend:family", "frontend:tutorial",
    "games:puzzles", "games:solitaire_rules", "frontend:accessibility",
}  # fmt: skip


@require_safe
@cache_control(max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    text = "\n".join([*lines, "", f"Sitemap: {settings.PUBLIC_URL}{reverse('sitemap')}", ""])
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def canonical_address(request: HttpRequest) -> str:
    """Return the canonical URL: of the query only `page` and `language` are kept."""
    kept = {name: request.GET[name] for name in ("page", "language") if request.GET.get(name)}
    if kept.get("language") == settings.LANGUAGE_CODE or not is_offered(kept.get("language", "")):
        kept.pop("language", None)
    return _address(request.path, kept)


def languages_of(request: HttpRequest) -> list[tuple[str, str]]:
    """Return hreflang alternates as (code, URL); empty for pages with text by users."""
    match = request.resolver_match
    if match is None or match.view_name not in IN_EVERY_LANGUAGE:
        return []
    plain = _address(request.path, {})
    others = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    translated = [(code, _address(request.path, {"language": code})) for code in others]
    return [("x-default", plain), (settings.LANGUAGE_CODE, plain), *translated]


def _address(path: str, query: dict[str, str]) -> str:
    return f"{settings.PUBLIC_URL}{path}{'?' if query else ''}{urlencode(query)}"


class PublicUrlSitemap(Sitemap):
    """A sitemap whose URLs use `PUBLIC_URL`, whatever the request's host."""

    limit = 10_000

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.PUBLIC_URL).scheme

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.PUBLIC_URL).netloc


class OwnPages(PublicUrlSitemap):
    def items(self) -> list[str]:
        names = (
            "frontend:front",
            "games:lobby",
            "games:archive",
            "games:puzzles",
            "games:solitaire_boards",
            "games:tactics",
        )
        lists = ("frontend:learn", "frontend:shared_rules", "games:solitaire_rules", "tournaments:clubs")
        boards = (reverse("games:leaderboard", args=[family.id]) for family in families())
        rules = (
            reverse(name, args=[family]) for family in LIBRARY for name in ("frontend:family", "frontend:tutorial")
        )
        return [*map(reverse, (*names, *lists, "tournaments:tournaments", "frontend:accessibility")), *rules, *boards]

    def location(self, item: str) -> str:
        return item


class Clubs(PublicUrlSitemap):
    def items(self) -> QuerySet[Club]:
        return open_clubs()

    def location(self, item: Club) -> str:
        return reverse("tournaments:club", args=[item.slug])


class Tournaments(PublicUrlSitemap):
    def items(self) -> QuerySet[Tournament]:
        return visible_tournaments(None).order_by("id")

    def location(self, item: Tournament) -> str:
        return reverse("tournaments:tournament", args=[item.pk])


SITEMAPS = {"pages": OwnPages, "clubs": Clubs, "tournaments": Tournaments}
