"""A deed asked for by a form: done and told, or refused and told why; then back to where it was asked."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.errors import Forbidden, NotFound, Refused


def act(request: HttpRequest, deed: Callable[[], object], *, done: str, back: str) -> HttpResponse:
    try:
        deed()
    except (Forbidden, NotFound):
        # Who may not has a page that says so: back where they asked nothing would be theirs to do either.
        raise
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        if done:
            messages.success(request, done)
    return redirect(back)
