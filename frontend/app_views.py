"""Progressive web app: the web app manifest, the service worker and the offline page."""

import hashlib
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
    """Return the web app manifest. Browsers request it without cookies, so the language is part of the URL."""
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
    """Serve the service worker from the root: its scope is limited to the path it is served from."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_store=True)
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_offline_page(current_language(), chosen_theme(request))[0])


def worker_address(request: HttpRequest) -> str:
    """Return the service worker's URL; its query changes with the offline page, so browsers update the cached copy."""
    _text, stamp = _offline_page(current_language(), chosen_theme(request))
    return f"{reverse('frontend:service_worker')}?{stamp}"


@cache
def _offline_page(language: str, theme: str) -> tuple[str, str]:
    """The page and its fingerprint. It must not depend on the user: browsers cache it across log-ins."""
    with translation.override(language):
        text = render_to_string("offline.html", {"theme": theme})
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]
