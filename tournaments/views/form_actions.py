"""Form actions: run one, show its message or its refusal, and redirect back to the page.

Input of a refused form is kept in the session for the next page, which shows it once.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.errors import Forbidden, NotFound, Refused
from tournaments.models import Round, Tournament
from tournaments.selectors.tournaments import is_organiser, say_draft_dropped

KEPT = "typed"
LONGEST = 8000
Typed = defaultdict[str, defaultdict[str, str]]


def act(
    request: HttpRequest,
    action: Callable[[], object],
    *,
    done: str | Callable[[Any], str],
    back: str,
    then: Callable[[Any], str] | None = None,
) -> HttpResponse:
    """Run a service and redirect back; `done` is the success message, or a function that makes it from the result.

    `then` returns another address to go to, from the result.
    """
    try:
        outcome = action()
    except (Forbidden, NotFound):
        # These have an error page: on the page before, the user could do nothing either.
        raise
    except Refused as refusal:
        refuse(request, refusal)
    else:
        words = done(outcome) if callable(done) else done
        if words:
            messages.success(request, words)
        back = then(outcome) if then is not None else back
    return redirect(back)


def draft_of(request: HttpRequest, tournament: Tournament) -> Round | None:
    """The round that isn't published yet, for organisers."""
    if not is_organiser(tournament, request.user):
        return None
    return Round.objects.filter(tournament=tournament, published_at=None).defer("task").first()


def note_dropped_draft(request: HttpRequest, draft: Round | None) -> None:
    """Say that a draft was discarded, if it no longer exists."""
    if draft is not None and not Round.objects.filter(pk=draft.pk).exists():
        messages.info(request, say_draft_dropped(draft.number))


def refuse(request: HttpRequest, refusal: Refused) -> None:
    messages.error(request, refusal.message, extra_tags=refusal.code)
    action = request.path.rstrip("/").rpartition("/")[2]
    fields = {name: str(value)[:LONGEST] for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    request.session[KEPT] = {"action": action.replace("-", "_"), "fields": fields}


def submitted_form(request: HttpRequest) -> Typed:
    """The input of the form just refused, by action and field; empty for other forms, and on the next call."""
    typed: Typed = defaultdict(lambda: defaultdict(str))
    kept = request.session.pop(KEPT, None)
    if kept is not None:
        typed[kept["action"]].update(kept["fields"])
    return typed
