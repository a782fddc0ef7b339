"""The site as an app that can be installed: its manifest, its service worker, and the page for when it is offline."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.http.languages import current_language, is_offered
from frontend.themes import chosen_theme

WORKER = Path(__file__).resolve().parent / "static" / "js" / "worker" / "service_worker.js"
NIGHT = "#10131f"
HOUR_SECONDS = 3600


@require_safe
@cache_control(public=True, max_age=HOUR_SECONDS)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """What the installed site is called and looks like. Browsers ask without cookies: the address says how to speak."""
    if not is_offered(language):
        raise Http404
    with translation.override(language):
        description = manifest_of(language)
    return JsonResponse(
        description, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False}
    )


def manifest_of(language: str) -> dict[str, object]:
    shortcuts = [
        (_("My games"), "games:my_games"),
        (_("Play"), "games:lobby"),
        (_("Puzzles"), "games:puzzles"),
    ]
    return {
        "id": "/",
        "name": "Asterism",
        "short_name": "Asterism",
        "description": _("Vega, Vaeva, Galax, Sirius and Nonaga with your club."),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "categories": ["games"],
        "icons": icons(),
        "shortcuts": [{"name": name, "url": reverse(address)} for name, address in shortcuts],
    }


def icons() -> list[dict[str, str]]:
    png = {"type": "image/png"}
    return [
        {"src": static("img/icon-192.png"), "sizes": "192x192", **png},
        {"src": static("img/icon-512.png"), "sizes": "512x512", **png},
        {"src": static("img/icon-maskable-512.png"), "sizes": "512x512", "purpose": "maskable", **png},
        {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
    ]


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """From the root, since a worker looks after what lies below its own address."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_store=True)
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_offline_page(current_language(), chosen_theme(request)).text)


def worker_address(request: HttpRequest) -> str:
    """Another one whenever the offline page is another one, so that browsers fetch it anew."""
    page = _offline_page(current_language(), chosen_theme(request))
    return f"{reverse('frontend:service_worker')}?{page.stamp}"


@dataclass(frozen=True)
class OfflinePage:
    text: str
    stamp: str


@cache
def _offline_page(language: str, theme: str) -> OfflinePage:
    """The same for everybody of a language and a theme: a browser keeps it, whoever uses that browser."""
    with translation.override(language):
        text = render_to_string("offline.html", {"theme": theme})
    return OfflinePage(text, hashlib.sha256(text.encode()).hexdigest()[:12])
