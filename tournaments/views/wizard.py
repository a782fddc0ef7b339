"""The wizard that creates a tournament in five steps. Nothing is stored before the last: forms carry the answers."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.errors import Refused
from accounts.http.requests import person_of
from tournaments.clubs.selectors.clubs import get_club
from tournaments.clubs.services.clubs import check_open, check_role
from tournaments.enums import RUNNERS
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import create_tournament
from tournaments.services.rules import check_rules
from tournaments.views.forms import (
    ASKED_AS,
    STEPS,
    is_for_tables,
    offer_formats,
    rules_from,
    show_where_asked,
    suggests_check_in,
)
from tournaments.views.rules_text import summary_in_words

TITLES = (lazy("Basics"), lazy("Format"), lazy("Venue and dates"), lazy("Entry"), lazy("Summary"))
LAST = len(STEPS) + 1


@login_required
def new_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(slug)
    check_role(club, person_of(request), *RUNNERS)
    check_open(club)
    step = _asked_step(request)
    if request.method != "POST":
        return _page(request, club, 1, [])
    filled = [form(request.POST) for form in STEPS]
    offer_formats(filled[1], request.POST.get("variant", ""))
    if "back" in request.POST:
        return _page(request, club, max(step - 1, 1), _answers(filled))
    wrong = next((number for number, form in enumerate(filled[:step], start=1) if not form.is_valid()), None)
    if wrong is not None:
        return _page(request, club, wrong, _answers(filled), form=filled[wrong - 1])
    return _go_on(request, club, filled, step)


def _go_on(request: HttpRequest, club: Any, filled: Sequence[forms.Form], step: int) -> HttpResponse:
    """Show the next step, or the one whose answers don't fit the others; the last step creates the tournament."""
    try:
        rules = rules_from(_answered(filled[:step]))
        check_rules(rules)
        if step == LAST:
            tournament = create_tournament(user=person_of(request), club_id=club.pk, rules=rules)
            messages.success(request, _("Tournament created. Open registration when you are ready."))
            return redirect("tournaments:tournament", tournament.pk)
    except Refused as refusal:
        wrong = _step_of(refusal, filled)
        if wrong <= step:
            show_where_asked(refusal, [filled[wrong - 1]])
            return _page(request, club, wrong, _answers(filled), form=filled[wrong - 1])
    summary = summary_in_words(rules) if step == len(STEPS) else None
    return _page(request, club, step + 1, _answers(filled), summary=summary)


def _answered(filled: Sequence[forms.Form]) -> dict[str, Any]:
    """The answers so far, with the defaults of the steps to come."""
    usual = {name: field.initial for form in STEPS[len(filled) :] for name, field in form.base_fields.items()}
    given = {name: value for form in filled for name, value in form.cleaned_data.items()}
    if is_for_tables(given["variant"]):
        usual["format"] = Format.SWISS_TABLES.value
    return {**usual, **given}


def _page(
    request: HttpRequest,
    club: Any,
    step: int,
    answers: list[tuple[str, str]],
    *,
    form: forms.Form | None = None,
    summary: list[str] | None = None,
) -> HttpResponse:
    own = _fresh_form(step, answers) if form is None and step <= len(STEPS) else form
    names = set() if own is None else set(own.fields)
    context = {
        "club": club,
        "form": own,
        "step": step,
        "steps": list(enumerate(TITLES, start=1)),
        "last": LAST,
        "title": TITLES[step - 1],
        "kept": [(name, value) for name, value in answers if name not in names],
        "summary": summary,
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "tournaments/wizard.html", context, status=status)


def _fresh_form(step: int, answers: list[tuple[str, str]]) -> forms.Form:
    """The step's form with earlier answers."""
    own = STEPS[step - 1]
    known: dict[str, Any] = {}
    for name, value in answers:
        if name in own.base_fields:
            several = isinstance(own.base_fields[name], forms.MultipleChoiceField)
            known[name] = [*known.get(name, []), value] if several else value
    if step == len(STEPS) and "size" not in dict(answers):  # not answered yet
        known["check_in"] = suggests_check_in(dict(answers))
    fresh = own(initial=known)
    if step == 2:
        offer_formats(fresh, dict(answers).get("variant", ""))
    return fresh


def _answers(filled: Sequence[forms.Form]) -> list[tuple[str, str]]:
    """Every answer in the request, by field, as the browser sent it."""
    known = {name for form in filled for name in form.fields}
    data: Any = filled[0].data
    return [(name, value) for name in data if name in known for value in data.getlist(name)]


def _asked_step(request: HttpRequest) -> int:
    asked = request.POST.get("step", "1")
    return min(max(int(asked), 1), LAST) if asked.isdecimal() and len(asked) < 3 else 1


def _step_of(refusal: Refused, filled: Sequence[forms.Form]) -> int:
    """The step whose form has the refused field."""
    for field in refusal.fields or {}:
        for number, form in enumerate(filled, start=1):
            if ASKED_AS.get(field, field) in form.fields:
                return number
    return 1
