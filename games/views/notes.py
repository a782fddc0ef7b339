"""Forms for private notes, and for reporting a chat message to the moderators."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import Invalid, Refused
from accounts.forms import ReportForm, show_refusal
from accounts.http.requests import person_of
from accounts.selectors import get_person
from games.selectors.game_queries import get_message
from games.services.chat import report_message
from games.services.notes import keep_note_on_game, keep_note_on_person
from games.views.forms import NoteForm


@require_POST
@login_required
def game_note(request: HttpRequest, game_id: int) -> HttpResponse:
    keep = partial(keep_note_on_game, author=person_of(request), game_id=game_id)
    return _keep_note(request, keep, page=reverse("games:game", args=[game_id]))


@require_POST
@login_required
def person_note(request: HttpRequest, username: str) -> HttpResponse:
    person = get_person(username)
    keep = partial(keep_note_on_person, author=person_of(request), person=person)
    return _keep_note(request, keep, page=reverse("accounts:profile", args=[person.username]))


def _keep_note(request: HttpRequest, keep: Callable[..., str], *, page: str) -> HttpResponse:
    """Save a note; an invalid one is shown again on a page of its own."""
    form = NoteForm(request.POST)
    form.full_clean()
    try:
        keep(text=form.cleaned_data["text"])
    except Invalid as refusal:
        show_refusal(form, refusal)
        return render(request, "games/note.html", {"form": form, "page": page}, status=refusal.status)
    messages.success(request, _("Note saved."))
    return redirect(page)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def message_report(request: HttpRequest, game_id: int, message_id: int) -> HttpResponse:
    message = get_message(game_id, message_id, request.user)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        report = {name: form.cleaned_data[name] for name in ("reason", "words")}
        try:
            report_message(game_id=game_id, message_id=message_id, reporter=person_of(request), **report)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("Thank you. The moderators will look into it."))
            return redirect("games:game", game_id)
    context = {"form": form, "person": message.author, "quote": message.text}
    return render(request, "accounts/report.html", context, status=422 if form.is_bound else 200)
