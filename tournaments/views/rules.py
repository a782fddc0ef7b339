"""The page on which organisers change the rules of a tournament."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.errors import Refused
from accounts.http.requests import person_of
from accounts.models import User
from games.rules.registry import option_values
from games.timing import TimeControl
from games.views.page_text import control_words
from tournaments.enums import Venue
from tournaments.models import Tournament
from tournaments.pairing.values import Format, decimal_text
from tournaments.rule_fields import ORDINARY, RULES
from tournaments.selectors.tournaments import fixed_rules, get_tournament
from tournaments.services import lifecycle
from tournaments.services.locking import check_organiser
from tournaments.services.rules import rules_of
from tournaments.views.form_actions import draft_of, note_dropped_draft
from tournaments.views.forms import (
    CLOCKS,
    OPTIONS,
    POINTS,
    STEPS,
    TERMS,
    FineForm,
    changed_fields,
    plain_answers,
    show_where_asked,
    shown_answers,
    shown_values,
    terms_from,
)
from tournaments.views.rules_text import facts_in_words

# Rules whose form fields have other names.
ASKED_BY = {
    "scoring": set(POINTS),
    "tie_breaks": {"tie_breaks", "format"},
    **{rule.name: {rule.name, f"{rule.name}_unit"} for rule in ORDINARY if rule.kind is timedelta},
}


@login_required
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    check_organiser(tournament, person_of(request))
    kinds = (*STEPS, FineForm)
    filled = [kind(request.POST or None, initial=_answers_of(tournament)) for kind in kinds]
    _offer_what_stands(filled, tournament)
    before = _sent_as_shown(request)
    fixed = fixed_rules(tournament)
    of_other_games = set(OPTIONS) - option_values(tournament.variant).keys()
    _leave_out(filled, (_fields_of(fixed) | _pointless(tournament, fixed)) - before.keys() | of_other_games)
    shown = {name: value for form in filled for name, value in shown_values(form).items()} | before
    changed = {name for form in filled if form.is_bound for name in changed_fields(form, shown)}
    if request.method == "POST" and all(form.is_valid() for form in filled):
        draft = draft_of(request, tournament)
        try:
            lifecycle.change_tournament(
                tournament_id=tournament.pk,
                user=person_of(request),
                changes=_changes(tournament, filled, changed),
                reason=request.POST.get("reason", "")[:300],
            )
        except Refused as refusal:
            show_where_asked(refusal, filled)
        else:
            done = _("Rules changed; the change is in the log.") if changed else _("Nothing was changed.")
            messages.success(request, done)
            note_dropped_draft(request, draft)
            return redirect("tournaments:tournament", tournament.pk)
    status = 422 if any(form.errors for form in filled) else 200
    context = {
        "tournament": tournament,
        "forms": filled,
        "shown": json.dumps(shown),
        "is_refused": status == 422,
        "has_fields": any(form.fields for form in filled),
        "facts": facts_in_words(rules_of(tournament), fixed) if fixed else [],
    }
    return render(request, "tournaments/edit.html", context, status=status)


def _fields_of(names: set[str]) -> set[str]:
    """The form fields that ask for these rules."""
    return {field for name in names for field in ({*TERMS} if name == "terms" else ASKED_BY.get(name, {name}))}


def _pointless(tournament: Tournament, fixed: set[str]) -> set[str]:
    """Fields without an effect in the format and at the venue, once these are fixed."""
    if not {"format", "venue"} <= fixed:
        return set()
    kind = tournament.pairing_format
    names = {name for name, rule in RULES.items() if rule.formats and kind not in rule.formats}
    if tournament.venue == Venue.CORRESPONDENCE:
        names.add("check_in")
    if kind == Format.KNOCKOUT:
        names.add("tie_breaks")
    if not kind.is_open:
        names.add("late_entry_until")
    return names if tournament.is_predetermined else {*names, "games_at_once"}


def _leave_out(filled: Sequence[forms.Form], names: set[str]) -> None:
    """Remove fields that can't be changed: the page states those rules as facts, or they are of another game."""
    for form in filled:
        for name in names & form.fields.keys():
            del form.fields[name]


def _sent_as_shown(request: HttpRequest) -> dict[str, Any]:
    """What the page showed when it was opened: another organiser may have changed the rules since."""
    try:
        shown = json.loads(request.POST.get("shown", "{}"))
    except ValueError:
        return {}
    return shown if isinstance(shown, dict) else {}


def _changes(tournament: Tournament, filled: Sequence[forms.Form], changed: set[str]) -> dict[str, Any]:
    """The rules that were changed on the page; the others may have values that the page can't show."""
    rules, current = rules_of(tournament), _answers_of(tournament)
    answers = current | {name: value for form in filled for name, value in form.cleaned_data.items()}
    before = rules.terms
    answers |= {name: current[name] for name in TERMS.difference(OPTIONS, changed) if name in current}
    answers |= {name: before.options.get(name) for name in OPTIONS if name not in changed}
    if "turn_limit" in changed and "no_turn_limit" not in changed:
        answers["no_turn_limit"] = False  # the box was ticked before, and a number was entered beside it
    if "variant" in changed and "turn_limit" not in changed:
        answers["turn_limit"] = None  # the limit shown belongs to the former game
    given = {
        **plain_answers(answers),
        "scoring": replace(rules.scoring, **{name: Fraction(answers[name]) for name in POINTS if name in changed}),
    }
    changes = {name: value for name, value in given.items() if changed & ASKED_BY.get(name, {name})}
    return {**changes, "terms": terms_from(answers, before)} if changed & TERMS else changes


def _answers_of(tournament: Tournament) -> dict[str, Any]:
    rules = rules_of(tournament)
    return {
        **{name: decimal_text(getattr(rules.scoring, name)) for name in POINTS},
        **shown_answers(rules),
        "variant": rules.terms.variant,
        "rated": rules.terms.rated,
        "weekends_off": rules.terms.weekends_off,
        "turn_limit": rules.terms.turn_limit,
        "no_turn_limit": rules.terms.turn_limit is None and rules.terms.engine.turn_limit is not None,
        **rules.terms.options,
        "format": rules.format.value,
        "tie_breaks": [rule.value for rule in rules.tie_breaks],
        "clock": _kept_clock(rules.terms.control),
    }


def _kept_clock(control: TimeControl) -> str:
    """The choice that keeps the time control; it fits a venue as the other choices do."""
    return "live:kept" if control.is_live else "days:kept"


def _offer_what_stands(filled: list[Any], tournament: Tournament) -> None:
    """Offer a clock set by the API and a retired AI; order tie-breaks as stored, as browsers submit them in order."""
    filled[3].fields["bye_ai"].queryset |= User.objects.filter(pk=tournament.bye_ai_id or 0)
    control = tournament.terms.control
    kept = _kept_clock(control), _("%(clock)s (unchanged)") % {"clock": control_words(control)}
    filled[2].fields["clock"].choices = [kept, *CLOCKS.items()]
    known = list(filled[1].fields["tie_breaks"].choices)
    order = list(tournament.tie_breaks)
    filled[1].fields["tie_breaks"].choices = sorted(
        known, key=lambda choice: order.index(choice[0]) if choice[0] in order else len(order)
    )
