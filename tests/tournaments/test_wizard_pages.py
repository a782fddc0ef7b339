"""The wizard and the rules page of a tournament: what is offered, refused and saved."""

import json
import re
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from tests.games.playing import client_of
from tests.tournaments.pages import EVENT_STEPS, browser_of, walk_wizard
from tests.tournaments.playing import (
    make_rules,
    open_tournament,
)
from tournaments.enums import LogKind, Venue
from tournaments.models import Club, Tournament
from tournaments.pairing.values import Scoring
from tournaments.services.lifecycle import create_tournament
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak
from tournaments.views.forms import FormatForm
from tournaments.views.rules_text import rules_in_words

pytestmark = pytest.mark.slow


def test_an_invalid_step_is_shown_again_and_going_back_keeps_values(club: Club, secretary: User) -> None:
    client, address = browser_of(secretary), f"/clubs/{club.slug}/new-tournament/"
    wrong = client.post(address, {"name": "", "variant": "lyra-2", "step": 1})
    assert (wrong.status_code, wrong.context["step"]) == (422, 1)
    answers: dict[str, Any] = {}
    for step in EVENT_STEPS:
        answers |= step
    back = client.post(address, {**answers, "step": 3, "back": "1"})
    assert (back.context["step"], back.context["form"]["rounds"].value()) == (2, "3")
    odd = client.post(address, {**answers, "format": "swiss_tables", "step": 5})
    assert (odd.status_code, odd.context["step"]) == (422, 2)
    assert not Tournament.objects.exists()


def test_conflicting_rules_are_refused_in_their_own_step(club: Club, secretary: User) -> None:
    """At the field, and not after all the other steps."""
    client, address = browser_of(secretary), f"/clubs/{club.slug}/new-tournament/"
    answers = {**EVENT_STEPS[0], **EVENT_STEPS[1], "venue": "live", "clock": "days:3"}
    wrong = client.post(address, {**answers, "step": 3})
    assert (wrong.status_code, wrong.context["step"]) == (422, 3)
    assert list(wrong.context["form"].errors) == ["clock"]
    assert client.post(address, {**answers, "clock": "seconds:60", "step": 3}).context["step"] == 4


@pytest.mark.parametrize(("variant", "formats"), [("lyra-2", 4), ("lyra-4", 2)])
def test_only_suitable_formats_are_offered_for_a_game(club: Club, secretary: User, variant: str, formats: int) -> None:
    sent = {"name": "Spring Open", "variant": variant, "step": 1}
    page = browser_of(secretary).post(f"/clubs/{club.slug}/new-tournament/", sent)
    assert (page.status_code, page.context["step"]) == (200, 2)
    assert len(page.context["form"].fields["format"].choices) == formats


def test_the_summary_shows_every_answer(club: Club, secretary: User) -> None:
    """A different answer changes exactly one sentence."""
    client = browser_of(secretary)
    usual = walk_wizard(client, club.slug, EVENT_STEPS)[1].context["summary"]
    changed: list[tuple[str, Any]] = [
        ("clock", "days:7"),
        ("rounds", "1"),
        ("round_length", "1"),
        ("late_entry_until", "2"),
        ("size", "30"),
        ("tie_breaks", ["wins"]),
        ("tie_breaks", []),
    ]
    for name, answer in changed:
        steps = [{**step, name: answer} if name in step else step for step in EVENT_STEPS]
        summary = walk_wizard(client, club.slug, steps)[1].context["summary"]
        assert len(set(summary) - set(usual)) == 1, name


@pytest.mark.parametrize(
    ("time", "numbers"),
    [
        (timedelta(minutes=5), ["5"]),
        (timedelta(hours=1), ["1"]),
        (timedelta(days=1, hours=12), ["1", "12"]),
        (timedelta(days=14), ["14"]),
    ],
)
def test_the_times_of_rounds_are_shown_exactly(time: timedelta, numbers: list[str]) -> None:
    """By API they need not be whole days."""
    usual = rules_in_words(make_rules())
    changed = [line for line in rules_in_words(make_rules(round_every=time, round_length=time)) if line not in usual]
    assert [re.findall(r"\d+", line) for line in changed] == [numbers, numbers]


def test_no_turn_limit_is_shown() -> None:
    without, usual, default = (rules_in_words(make_rules(turn_limit=limit)) for limit in (None, 180, "default"))
    assert len(set(without) - set(usual)) == 1
    assert set(without) - set(usual) == set(without) - set(default)


def test_the_wizard_offers_the_default_tie_breaks_first_in_their_order() -> None:
    """A browser sends them in the order it was shown, which is the order they count in."""
    offered = [name for name, _label in FormatForm().fields["tie_breaks"].choices]  # type: ignore[attr-defined]
    assert offered[: len(USUAL_TIE_BREAKS)] == [rule.value for rule in USUAL_TIE_BREAKS]
    assert sorted(offered) == sorted(TieBreak)


@pytest.mark.parametrize(
    ("format", "tie_breaks"),
    [
        ("swiss", ["buchholz_cut_1", "buchholz", "sonneborn_berger"]),
        ("double_round_robin", ["direct_encounter", "sonneborn_berger", "wins"]),
        ("knockout", []),
    ],
)
def test_each_format_has_default_tie_breaks(club: Club, secretary: User, format: str, tie_breaks: list[str]) -> None:
    body = {
        "club": club.slug,
        "name": "Open",
        "format": format,
        "variant": "nonaga",
        "venue": "board",
        "control": {"kind": "days", "allowance": 259200},
    }
    answer = client_of(secretary).post("/api/v1/tournaments/", body)
    assert answer.status_code == 201, answer.json()
    assert answer.json()["tie_breaks"] == tie_breaks
    offered = json.loads(FormatForm().fields["format"].widget.attrs["data-tie-breaks"])
    assert offered[format] == tie_breaks


def test_a_refused_rule_shows_its_error_and_keeps_the_reason(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary)
    client, address = browser_of(secretary), f"/tournaments/{tournament.pk}/edit/"
    sent: dict[str, Any] = {}
    for form in client.get(address).context["forms"]:
        values = {name: form[name].value() for name in form.fields}
        sent |= {name: value for name, value in values.items() if value is not None and value is not False}
    refused = client.post(
        address, {**sent, "draw": "6", "lowest_rating": "9", "highest_rating": "1", "reason": "Wanted."}
    )
    assert refused.status_code == 422
    assert [list(form.errors) for form in refused.context["forms"] if form.errors] == [["lowest_rating"], ["win"]]
    assert 'maxlength="300" value="Wanted."' in refused.content.decode()


def test_changing_a_rule_keeps_the_order_of_the_tie_breaks(club: Club, secretary: User) -> None:
    order = (TieBreak.WINS, TieBreak.BUCHHOLZ)
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules(tie_breaks=order))
    page = browser_of(secretary).get(f"/tournaments/{tournament.pk}/edit/")
    offered = [name for name, _label in page.context["forms"][1].fields["tie_breaks"].choices]
    assert offered[:2] == ["wins", "buchholz"]
    assert len(offered) == len(TieBreak)


def test_rules_are_changed_on_one_page(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, rounds=3)
    client, address = browser_of(secretary), f"/tournaments/{tournament.pk}/edit/"
    page = client.get(address)
    answers = {name: form[name].value() for form in page.context["forms"] for name in form.fields if form[name].value()}
    points = {"loss": "0", "absence": "0"}
    client.post(address, {**answers, **points, "rounds": "4", "win": "5", "reason": "asked for"})
    tournament.refresh_from_db()
    assert (tournament.rounds, tournament.points.win, tournament.turn_limit) == (4, 5, 2)
    change = tournament.changes.first()
    assert change is not None
    assert (change.kind, change.reason) == (LogKind.RULES, "asked for")


def test_the_rules_are_shown_before_entering(club: Club, secretary: User) -> None:
    scoring = Scoring(win=Fraction(3), tally_win=Fraction(2), draw=Fraction(1))
    tournament = open_tournament(club, secretary, venue=Venue.CORRESPONDENCE, scoring=scoring)
    page = Client().get(f"/tournaments/{tournament.pk}/")
    rules = page.context["rules"]
    assert any(re.findall(r"\d+", line)[:3] == ["3", "2", "1"] for line in rules)
    assert [line for line in rules if f"<li>{escape(line)}</li>" not in page.content.decode()] == []


def test_a_draft_tournament_is_deleted(club: Club, secretary: User) -> None:
    tournament = create_tournament(user=secretary, club_id=club.pk, rules=make_rules())
    page = browser_of(secretary).post(f"/tournaments/{tournament.pk}/do/delete/", follow=True)
    assert page.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
    assert not Tournament.objects.exists()
