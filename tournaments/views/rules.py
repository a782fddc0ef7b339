"""All the rules of an event on one page, for later changes."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Refused
from accounts.requests import person_of
from tournaments.models import Tournament
from tournaments.selectors.events import get_tournament
from tournaments.services import life
from tournaments.services.desk import require_organiser
from tournaments.services.plan import plan_of
from tournaments.views.forms import CLOCKS, STEPS, FineForm, plain_answers, scoring_from, show_where_asked, terms_from


@login_required
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """All the rules on one page, for later changes."""
    tournament = get_tournament(tournament_id, request.user)
    require_organiser(tournament, person_of(request))
    kinds = (*STEPS, FineForm)
    filled = [kind(request.POST or None, initial=_answers_of(tournament)) for kind in kinds]
    _offer_what_stands(filled, tournament)
    if request.method == "POST" and all(form.is_valid() for form in filled):
        answers = {name: value for form in filled for name, value in form.cleaned_data.items()}
        try:
            life.change_tournament(
                tournament_id=tournament.pk,
                user=person_of(request),
                changes=_changes(tournament, answers),
                reason=request.POST.get("reason", "")[:300],
            )
        except Refused as refusal:
            show_where_asked(refusal, filled)
        else:
            messages.success(request, _("The rules are changed; the log says so."))
            return redirect("tournaments:tournament", tournament.pk)
    status = 422 if any(form.errors for form in filled) else 200
    context = {"tournament": tournament, "forms": filled, "is_refused": status == 422}
    return render(request, "tournaments/edit.html", context, status=status)


def _changes(tournament: Tournament, answers: dict[str, Any]) -> dict[str, Any]:
    return {
        **plain_answers(answers),
        "terms": terms_from(answers, plan_of(tournament).terms),
        "scoring": scoring_from(answers),
        "games_at_once": answers["games_at_once"],
    }


def _answers_of(tournament: Tournament) -> dict[str, Any]:
    plan = plan_of(tournament)
    scoring = plan.scoring
    points = {name: float(getattr(scoring, name)) for name in FineForm.base_fields if hasattr(scoring, name)}
    return {
        **points,
        "name": plan.name,
        "description": plan.description,
        "variant": plan.terms.variant,
        "rated": plan.terms.rated,
        "weekends_off": plan.terms.weekends_off,
        "turn_limit": plan.terms.turn_limit,
        **plan.terms.options,
        "format": plan.format.value,
        "rounds": plan.rounds,
        "tie_breaks": [rule.value for rule in plan.tie_breaks],
        "venue": plan.venue.value,
        "clock": "kept",
        "first_round_at": plan.first_round_at and timezone.localtime(plan.first_round_at),
        "round_every_days": plan.round_every and plan.round_every.days,
        "round_days": plan.round_length and plan.round_length.days,
        "goes_on_by_itself": plan.goes_on_by_itself,
        "leave_allowed": plan.leave_allowed,
        "members_only": plan.members_only,
        "needs_approval": plan.needs_approval,
        "size": plan.size,
        "lowest_rating": plan.lowest_rating,
        "highest_rating": plan.highest_rating,
        "late_entry_until": plan.late_entry_until,
        "filler": plan.filler and plan.filler.username,
        "games_at_once": plan.games_at_once,
    }


def _offer_what_stands(filled: list[Any], tournament: Tournament) -> None:
    """Clocks and orders that only a script can set are kept: of tie-breaks the browser sends the order it was shown."""
    filled[2].fields["clock"].choices = [("kept", _("as it is")), *CLOCKS.items()]
    known = list(filled[1].fields["tie_breaks"].choices)
    order = list(tournament.tie_breaks)
    filled[1].fields["tie_breaks"].choices = sorted(
        known, key=lambda choice: order.index(choice[0]) if choice[0] in order else len(order)
    )
