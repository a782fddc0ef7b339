"""Private notes kept from a form, and a line of chat shown to the moderators."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import Refused
from accounts.forms import ReportForm, show_refusal
from accounts.requests import person_of
from accounts.selectors import get_person
from games.selectors.lists import get_message
from games.services.chat import report_message
from games.services.notes import keep_note_on_game, keep_note_on_person


@require_POST
@login_required
def game_note(request: HttpRequest, game_id: int) -> HttpResponse:
    keep_note_on_game(author=person_of(request), game_id=game_id, text=request.POST.get("text", ""))
    messages.success(request, _("Your note is kept."))
    return redirect("games:game", game_id)


@require_POST
@login_required
def person_note(request: HttpRequest, username: str) -> HttpResponse:
    person = get_person(username)
    keep_note_on_person(author=person_of(request), person=person, text=request.POST.get("text", ""))
    messages.success(request, _("Your note is kept."))
    return redirect("accounts:profile", person.username)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def message_report(request: HttpRequest, game_id: int, message_id: int) -> HttpResponse:
    message = get_message(game_id, message_id, request.user)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        told = {name: form.cleaned_data[name] for name in ("reason", "words")}
        try:
            report_message(game_id=game_id, message_id=message_id, reporter=person_of(request), **told)
        except Refused as refusal:
            show_refusal(form, refusal)
        else:
            messages.success(request, _("The moderators will look at it. Thank you."))
            return redirect("games:game", game_id)
    context = {"form": form, "person": message.author, "quote": message.text}
    return render(request, "accounts/report.html", context, status=422 if form.is_bound else 200)
