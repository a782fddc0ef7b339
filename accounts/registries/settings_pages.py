"""The tabs over the settings. Every app adds its own in `ready()`; the order is the order of positions."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True, kw_only=True)
class SettingsPage:
    label: str | Promise
    url_name: str
    position: int
    covers: str = ""  # other addresses, by prefix, that belong under this tab

    def is_current(self, request: HttpRequest) -> bool:
        own = request.path == reverse(self.url_name)
        return own or bool(self.covers and request.path.startswith(self.covers))


_pages: dict[str, SettingsPage] = {}


def register_settings_page(page: SettingsPage) -> None:
    _pages[page.url_name] = page


def settings_pages() -> list[SettingsPage]:
    return sorted(_pages.values(), key=lambda page: page.position)
