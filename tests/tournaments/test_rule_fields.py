"""Rules are declared once: forms, API, summary, log and change limits cover every declared rule."""

from contextlib import nullcontext
from dataclasses import MISSING, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.errors import Conflict, Invalid
from accounts.models import User
from games.lobby.services.terms import read_terms
from games.models import TermsColumns
from tests.tournaments.pages import browser_of, untouched_form
from tests.tournaments.playing import DAYS, make_rules, open_tournament, running_tournament
from tournaments.api.inputs import TERMS, TournamentInput
from tournaments.enums import Status, Venue
from tournaments.models import Club, Tournament
from tournaments.pairing.values import Format, Scoring
from tournaments.rule_fields import ORDINARY, RULES, Rule
from tournaments.selectors.api_json import TournamentJson
from tournaments.services.lifecycle import change_tournament
from tournaments.services.rules import check_rules
from tournaments.standings.tie_breaks import TieBreak
from tournaments.views.forms import POINTS, STEPS, FineForm
from tournaments.views.forms import TERMS as ASKED_TERMS
from tournaments.views.rules_text import rules_in_words

# Columns of a tournament that are not rules.
NOT_RULES = {
    "id",
    "previous",
    "club",
    "status",
    "created_by",
    "created_at",
    "revision",
    "top_moves_first",
    "seed",
    "check_in_token",
}
# These are shown in headings; the number of games at once is not shown yet.
NOT_SAID = {"name", "description", "games_at_once"}
# Values that differ from those of `make_rules`, for rules of special types.
OTHERS: dict[str, Any] = {
    "name": "Autumn Open",
    "description": "Bring a board.",
    "format": Format.ROUND_ROBIN,
    "terms": read_terms(variant="lyra-2", control=DAYS, turn_limit=7),
    "venue": Venue.CORRESPONDENCE,
    "scoring": Scoring(win=Scoring().win + 1),
    "tie_breaks": (TieBreak.WINS,),
}
# Other rules that a changed value needs to have an effect.
BESIDE: dict[str, dict[str, Any]] = {
    "bye_ai": {"venue": Venue.CORRESPONDENCE},
    "vacation_allowed": {"venue": Venue.CORRESPONDENCE},
    "games_at_once": {"format": Format.ROUND_ROBIN},
    "late_entry_until": {"rounds": 60},
    "games_per_match": {"format": Format.KNOCKOUT},
    "third_place": {"format": Format.KNOCKOUT},
    "round_every": {"first_round_at": datetime(2026, 11, 1, tzinfo=UTC)},
}
EACH_RULE = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


def other_value(rule: Rule) -> Any:
    if rule.name == "bye_ai":
        return User(username="robo", is_ai=True)
    if rule.kind is bool:
        return not rule.default
    others = {int: rule.limits[1], timedelta: timedelta(days=3), datetime: datetime(2026, 12, 1, 18, tzinfo=UTC)}
    return others[rule.kind] if rule.kind in others else OTHERS[rule.name]


def test_every_column_that_an_organiser_decides_is_a_declared_rule() -> None:
    of_terms = {field.name for field in TermsColumns._meta.get_fields()} - set(RULES)
    columns = {field.name for field in Tournament._meta.concrete_fields} - of_terms - NOT_RULES
    assert columns == set(RULES) - {"terms"}


@EACH_RULE
def test_a_rule_has_the_default_of_its_column(rule: Rule) -> None:
    if rule.name != "terms" and rule.default is not MISSING:
        blank = Tournament()
        assert make_rules(**{rule.name: rule.default}).columns()[rule.name] == getattr(blank, rule.name)


@EACH_RULE
def test_forms_have_every_rule(rule: Rule) -> None:
    asked = {name: field for form in (*STEPS, FineForm) for name, field in form().fields.items()}
    assert {"terms": ASKED_TERMS, "scoring": set(POINTS)}.get(rule.name, {rule.name}) <= asked.keys()
    if rule in ORDINARY:
        assert (asked[rule.name].label, asked[rule.name].help_text) == (rule.label, rule.help)
        assert rule.label


@EACH_RULE
def test_the_api_accepts_and_shows_every_rule(rule: Rule) -> None:
    names = set(TERMS) if rule.name == "terms" else {rule.name}
    assert names <= TournamentInput().fields.keys()
    assert names <= TournamentJson.__required_keys__


@EACH_RULE
def test_every_rule_is_in_the_summary(rule: Rule) -> None:
    usual = make_rules(**BESIDE.get(rule.name, {}))
    said, usually = rules_in_words(replace(usual, **{rule.name: other_value(rule)})), rules_in_words(usual)
    assert (said == usually) == (rule.name in NOT_SAID)


@EACH_RULE
def test_a_value_out_of_limits_is_refused_by_the_service(rule: Rule) -> None:
    if rule.refusal:
        for value in (rule.limits[0] - type(rule.limits[0])(1), rule.limits[1] + type(rule.limits[1])(1)):
            with pytest.raises(Invalid) as refused:
                check_rules(make_rules(**{**BESIDE.get(rule.name, {}), rule.name: value}))
            assert rule.name in (refused.value.fields or {})


@EACH_RULE
def test_every_rule_may_be_changed_until_the_state_that_it_names(rule: Rule) -> None:
    states = (Status.DRAFT, Status.REGISTRATION, Status.RUNNING, Status.PROVISIONAL)
    allowed = [state for state in states if rule.is_changeable(state)]
    assert allowed == list(states[: states.index(rule.changeable_until) + 1])
    assert rule.title


@pytest.mark.slow
@EACH_RULE
def test_a_running_tournament_accepts_or_refuses_a_change_as_declared(club: Club, secretary: User, rule: Rule) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, **BESIDE.get(rule.name, {}))
    is_too_late = not rule.is_changeable(Status.RUNNING)
    with pytest.raises(Conflict) if is_too_late else nullcontext() as refused:
        change_tournament(tournament_id=tournament.pk, user=secretary, changes={rule.name: other_value(rule)})
    line = tournament.changes.first()
    assert line is not None
    assert (line.text == f"Changed: {rule.title}.") != is_too_late
    assert refused is None or refused.value.code == "too_late"


@pytest.mark.slow
def test_a_rule_set_by_api_is_on_the_page_and_in_the_response(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    program = APIClient()
    program.force_authenticate(secretary)
    numbers = [rule for rule in ORDINARY if rule.kind is int and rule.name not in BESIDE]
    sent = {rule.name: other_value(rule) for rule in numbers}
    answer = program.patch(f"/api/v1/tournaments/{tournament.pk}/", sent, format="json").json()
    assert {name: answer[name] for name in sent} == sent
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/edit/").content.decode()
    shown = untouched_form(page, '<form class="site-form wizard-form" method="post">')
    assert {name: shown[name] for name in sent} == {name: [str(value)] for name, value in sent.items()}
