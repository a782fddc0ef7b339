"""Colour theme (light, dark or system), kept in a cookie so that the server renders the first paint in it."""

from django.http import HttpRequest, HttpResponseBase

THEMES = ("light", "dark", "system")
DEFAULT_THEME = "system"
COOKIE = "theme"
YEAR_SECONDS = 365 * 24 * 3600


def chosen_theme(request: HttpRequest) -> str:
    choice = request.COOKIES.get(COOKIE, DEFAULT_THEME)
    return choice if choice in THEMES else DEFAULT_THEME


def remember_theme(response: HttpResponseBase, *, theme: str, secure: bool) -> None:
    # Not HttpOnly: the theme switch sets it by script, without a request.
    response.set_cookie(COOKIE, theme, max_age=YEAR_SECONDS, samesite="Lax", secure=secure)
