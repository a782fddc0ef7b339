"""Setting up an event in five short steps. Nothing is kept until the last: answers travel with the form."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from accounts.errors import Refused
from accounts.requests import person_of
from games.words import in_words
from tournaments.enums import RUNNERS, FormatChoices, Venue
from tournaments.selectors.clubs import get_club
from tournaments.services.clubs import require_open, require_role
from tournaments.services.life import create_tournament
from tournaments.services.plan import Plan, check_plan
from tournaments.views.forms import CLOCKS, STEPS, plan_from

TITLES = (lazy("What is played"), lazy("How"), lazy("Where and when"), lazy("Who may enter"), lazy("All together"))
LAST = len(STEPS) + 1


@login_required
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club(slug)
    require_role(club, person_of(request), *RUNNERS)
    require_open(club)
    step = _asked_step(request)
    if request.method != "POST":
        return _page(request, club, 1, [])
    filled = [form(request.POST) for form in STEPS]
    if "back" in request.POST:
        return _page(request, club, max(step - 1, 1), _answers(filled))
    wrong = next((number for number, form in enumerate(filled[:step], start=1) if not form.is_valid()), None)
    if wrong is not None:
        return _page(request, club, wrong, _answers(filled), form=filled[wrong - 1])
    if step < len(STEPS):
        return _page(request, club, step + 1, _answers(filled))
    return _finish(request, club, filled, create=step == LAST)


def _finish(request: HttpRequest, club: Any, filled: Sequence[forms.Form], *, create: bool) -> HttpResponse:
    """The last step: look at the whole, then set it up."""
    try:
        plan = plan_from({name: value for form in filled for name, value in form.cleaned_data.items()})
        check_plan(plan)
        if create:
            tournament = create_tournament(user=person_of(request), club_id=club.pk, plan=plan)
            messages.success(request, _("The event is set up. Open registration when you are ready."))
            return redirect("tournaments:tournament", tournament.pk)
    except Refused as refusal:
        return _page(request, club, _step_of(refusal, filled), _answers(filled), problem=refusal.message)
    return _page(request, club, LAST, _answers(filled), summary=summary(plan, filled))


def summary(plan: Plan, filled: Sequence[forms.Form]) -> list[str]:
    """The event in plain words."""
    clock = str(CLOCKS.get(filled[2].cleaned_data["clock"], ""))
    lines = [
        _("“%(name)s” is a %(format)s of %(game)s.")
        % {
            "name": plan.name,
            "format": FormatChoices(plan.format.value).label,
            "game": in_words(plan.terms.engine.name),
        },
        _where_words(plan, clock),
        _rounds_words(plan),
    ]
    lines.append(_("A win gives 6 points, a win by tally 4, a draw 2; a bye given by the pairing 4, one asked for 2."))
    lines.append(_entry_words(plan))
    if plan.round_length is not None:
        days = plan.round_length.days
        said = ngettext(
            "A round lasts one day; then unfinished games end by tally.",
            "A round lasts %(days)s days; then unfinished games end by tally.",
            days,
        )
        lines.append(said % {"days": days})
    if plan.format.is_round_robin:
        lines.append(_("Who leaves before half of their games has their results struck; later, the rest is forfeited."))
    if plan.venue != Venue.BOARD:
        lines.append(_("Its games are rated.") if plan.terms.rated else _("Its games are not rated."))
    if plan.venue == Venue.CORRESPONDENCE:
        leave = _("A player's leave stops the clock."), _("Nobody's leave stops the clock.")
        lines.append(leave[0] if plan.leave_allowed else leave[1])
    lines.append(
        _("Rounds follow by themselves.") if plan.goes_on_by_itself else _("You pair and publish every round.")
    )
    return lines


def _where_words(plan: Plan, clock: str) -> str:
    """Whoever meets at a board brings their own clock; ours is for tables that are moved online."""
    if plan.venue == Venue.BOARD:
        return _("It is played over the board.")
    return _("It is played %(where)s; the clock: %(clock)s.") % {"where": Venue(plan.venue).label, "clock": clock}


def _rounds_words(plan: Plan) -> str:
    if plan.format.is_round_robin or plan.format.value == "knockout":
        return _("The number of rounds follows from the number of players.")
    return ngettext("It has one round.", "It has %(rounds)s rounds.", plan.rounds) % {"rounds": plan.rounds}


def _entry_words(plan: Plan) -> str:
    who = _("Members of the club enter") if plan.members_only else _("Everybody may enter")
    how = _(", and you approve each entry") if plan.needs_approval else ""
    room = "" if plan.size is None else _("; there are %(size)s places and a waiting list") % {"size": plan.size}
    return f"{who}{how}{room}."


def _page(
    request: HttpRequest,
    club: Any,
    step: int,
    answers: list[tuple[str, str]],
    *,
    form: forms.Form | None = None,
    problem: str = "",
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
        "problem": problem,
        "summary": summary,
    }
    status = 422 if problem or (form is not None and form.errors) else 200
    return render(request, "tournaments/wizard.html", context, status=status)


def _fresh_form(step: int, answers: list[tuple[str, str]]) -> forms.Form:
    """The step's form with what was answered before, if it was."""
    own = STEPS[step - 1]
    known: dict[str, Any] = {}
    for name, value in answers:
        if name in own.base_fields:
            several = isinstance(own.base_fields[name], forms.MultipleChoiceField)
            known[name] = [*known.get(name, []), value] if several else value
    return own(initial=known)


def _answers(filled: Sequence[forms.Form]) -> list[tuple[str, str]]:
    """Every answer that came with the request, field by field, as the browser sent it."""
    known = {name for form in filled for name in form.fields}
    data: Any = filled[0].data
    return [(name, value) for name in data if name in known for value in data.getlist(name)]


def _asked_step(request: HttpRequest) -> int:
    asked = request.POST.get("step", "1")
    return min(max(int(asked), 1), LAST) if asked.isdecimal() and len(asked) < 3 else 1


def _step_of(refusal: Refused, filled: Sequence[forms.Form]) -> int:
    """The step that asked for what was refused."""
    asked = {"control": "clock", "round_every": "round_every_days", "round_length": "round_days"}
    for field in refusal.fields or {}:
        for number, form in enumerate(filled, start=1):
            if asked.get(field, field) in form.fields:
                return number
    return 1
