"""Light, dark, or as the viewer's system says: a choice kept in a cookie, so that the first frame is right."""

from django.http import HttpRequest, HttpResponseBase

THEMES = ("light", "dark", "system")
DEFAULT_THEME = "system"
COOKIE = "theme"
A_YEAR = 365 * 24 * 3600


def chosen_theme(request: HttpRequest) -> str:
    choice = request.COOKIES.get(COOKIE, DEFAULT_THEME)
    return choice if choice in THEMES else DEFAULT_THEME


def remember_theme(response: HttpResponseBase, *, theme: str, secure: bool) -> None:
    # Readable by scripts on purpose: the switch sets it without a request.
    response.set_cookie(COOKIE, theme, max_age=A_YEAR, samesite="Lax", secure=secure)
