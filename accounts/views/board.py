"""The settings page for boards. Anonymous users have it too, stored in a cookie."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.boards import COOKIE, BoardTaste
from accounts.forms import BoardForm
from accounts.http.requests import board_taste_of
from accounts.models import User
from accounts.services.profile import change_board

A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest) -> HttpResponse:
    """Change what the form sends and keep the rest: a game page sends a single switch."""
    taste = board_taste_of(request)
    if request.method != "POST":
        return render(request, "accounts/settings_board.html", {"form": BoardForm.of(taste)})
    form = BoardForm.of(taste, request.POST)
    if not form.is_valid():
        return render(request, "accounts/settings_board.html", {"form": form}, status=422)
    response = _answer(request)
    _keep(request, response, BoardTaste(**form.cleaned_data))
    return response


def _answer(request: HttpRequest) -> HttpResponse:
    """Redirect a page to the settings; 204 for a script."""
    if request.headers.get("Accept") == "application/json":
        return HttpResponse(status=204)
    messages.success(request, _("Your board settings were saved."))
    return redirect("accounts:board")


def _keep(request: HttpRequest, response: HttpResponse, taste: BoardTaste) -> None:
    """Store with the account, and delete the cookie; without an account in the cookie."""
    if isinstance(request.user, User):
        change_board(user=request.user, **vars(taste))
        response.delete_cookie(COOKIE, samesite="Lax")
    else:
        response.set_cookie(
            COOKIE, taste.text, max_age=A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
