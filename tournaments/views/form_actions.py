"""Form actions: run one, show its message or its refusal, and redirect back to the page.

What was typed into a form that is refused is kept for the page it leads back to, which shows it filled in once.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.errors import Forbidden, NotFound, Refused

KEPT = "typed"
LONGEST = 8000
Typed = defaultdict[str, defaultdict[str, str]]


def act(
    request: HttpRequest, deed: Callable[[], object], *, done: str | Callable[[Any], str], back: str
) -> HttpResponse:
    """`done` is what to say then, or says it of what the deed gave back."""
    try:
        outcome = deed()
    except (Forbidden, NotFound):
        # Who may not has a page that says so: back where they asked nothing would be theirs to do either.
        raise
    except Refused as refusal:
        refuse(request, refusal)
    else:
        words = done(outcome) if callable(done) else done
        if words:
            messages.success(request, words)
    return redirect(back)


def refuse(request: HttpRequest, refusal: Refused) -> None:
    messages.error(request, refusal.message, extra_tags=refusal.code)
    deed = request.path.rstrip("/").rpartition("/")[2]
    fields = {name: str(value)[:LONGEST] for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    request.session[KEPT] = {"deed": deed.replace("-", "_"), "fields": fields}


def submitted_form(request: HttpRequest) -> Typed:
    """What was just refused, by deed and field; nothing for every other form, and nothing when it is asked again."""
    typed: Typed = defaultdict(lambda: defaultdict(str))
    kept = request.session.pop(KEPT, None)
    if kept is not None:
        typed[kept["deed"]].update(kept["fields"])
    return typed
