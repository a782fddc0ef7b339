"""Context processor for the page layout: navigation, theme, languages, counts of games and notices."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from accounts.http.outages import is_degraded
from accounts.http.requests import board_taste_of
from accounts.mail_files import keeps_mails
from frontend.app_views import worker_address
from frontend.indexing import canonical_address, languages_of
from frontend.themes import chosen_theme
from games.notifications.selectors.notices import count_unread
from games.selectors.game_queries import games_awaiting

SECTIONS = (
    ("games:lobby", _("Play")),
    ("games:my_games", _("My games")),
    ("tournaments:clubs", _("Clubs")),
    ("tournaments:tournaments", _("Tournaments")),
    ("games:puzzles", _("Puzzles")),
    ("frontend:learn", _("Learn")),
)
PLAYERS_ONLY = {"games:my_games"}


def frame(request: HttpRequest) -> dict[str, Any]:
    return {
        "theme": chosen_theme(request),
        "board_taste": SimpleLazyObject(lambda: board_taste_of(request)),
        "worker_url": worker_address(request),
        # Each in its own language, so that readers recognise theirs.
        "languages": settings.LANGUAGES,
        "public_url": settings.PUBLIC_URL,
        "is_degraded": is_degraded(),
        "keeps_mails": keeps_mails(),
        "canonical_address": SimpleLazyObject(lambda: canonical_address(request)),
        "page_languages": SimpleLazyObject(lambda: languages_of(request)),
        # Lazy: most API and admin responses don't render the header.
        "navigation": SimpleLazyObject(lambda: navigation_for(request)),
        # Guests have games too, and no notices.
        "my_turn_count": SimpleLazyObject(lambda: games_awaiting(request.user).count() if request.user.pk else 0),
        "unread_notices": SimpleLazyObject(lambda: count_unread(request.user) if request.user.is_authenticated else 0),
    }


def navigation_for(request: HttpRequest) -> list[dict[str, Any]]:
    shown = [(reverse(name), label) for name, label in SECTIONS if request.user.pk or name not in PLAYERS_ONLY]
    return [{"url": url, "label": label, "is_current": request.path.startswith(url)} for url, label in shown]
