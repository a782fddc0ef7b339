"""Registry of the tabs on the settings pages. Every app adds its own in `ready()`, ordered by position."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True, kw_only=True)
class SettingsPage:
    label: str | Promise
    url_name: str
    position: int
    covers: str = ""  # other URL prefixes that belong to this tab

    def is_current(self, request: HttpRequest) -> bool:
        own = request.path == reverse(self.url_name)
        return own or bool(self.covers and request.path.startswith(self.covers))


_pages: dict[str, SettingsPage] = {}


def register_settings_page(page: SettingsPage) -> None:
    _pages[page.url_name] = page


def settings_pages() -> list[SettingsPage]:
    return sorted(_pages.values(), key=lambda page: page.position)
