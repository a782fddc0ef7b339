"""The user behind a request."""

from collections.abc import Callable

from django.contrib.auth.decorators import user_passes_test
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from accounts.boards import COOKIE, BoardTaste
from accounts.models import User


def open_to_guests(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require a player, member or guest; others log in first. (`login_required` refuses guests.)"""
    return user_passes_test(lambda user: user.pk is not None)(view)


def guest_of(request: HttpRequest | Request) -> User | None:
    """The guest behind a request, if it is one."""
    return request.user if isinstance(request.user, User) and request.user.is_guest else None


def person_of(request: HttpRequest | Request) -> User:
    """The signed-in user or guest, in a view that requires one."""
    assert isinstance(request.user, User)
    return request.user


def board_taste_of(request: HttpRequest) -> BoardTaste:
    """The viewer's board preferences: of their account, or of the browser's cookie."""
    kept = request.user.board if isinstance(request.user, User) else ""
    return BoardTaste.read(kept or request.COOKIES.get(COOKIE, ""))
