"""The rules page and the API: the page shows what the API sets, and saving it unchanged changes nothing."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from rest_framework.test import APIClient

from accounts.models import User
from games import rules
from games.rules.registry import option_values
from tests.games.playing import make_people
from tests.tournaments.pages import browser_of, untouched_form
from tests.tournaments.playing import decide, next_round, running_tournament
from tournaments.api.inputs import TournamentInput
from tournaments.enums import FormatChoices, Status, Venue
from tournaments.models import Change, Club, Tournament
from tournaments.services.lifecycle import open_registration, sign_off, start_tournament
from tournaments.services.registration import enter
from tournaments.services.rules import TABLE_GAMES, rules_of
from tournaments.standings.tie_breaks import TieBreak

pytestmark = pytest.mark.slow

DAY = 86_400
DAYS_CLOCK = {"kind": "days", "allowance": 3 * DAY}
BASE: dict[str, Any] = {
    "name": "Spring Open",
    "format": "swiss",
    "variant": "lyra-2",
    "venue": "correspondence",
    "control": DAYS_CLOCK,
}
LIVE = {"venue": "live", "control": {"kind": "bank", "allowance": 600, "increment": 5}}
TABLES = {"format": "swiss_tables", "variant": "lyra-4"}
BOOLEANS = ("rated", "spectators", "chat", "weekends_off", "members_only", "needs_approval", "vacation_allowed")
DURATIONS = (None, 300, 301, 3599, 2 * 3600, 36 * 3600, DAY, 14 * DAY, 366 * DAY)
START = "2026-11-01T18:00:00Z"

# For every rule: values that the API accepts, each with the other rules it needs.
ACCEPTED: dict[str, list[dict[str, Any]]] = {
    "name": [{"name": "A"}, {"name": 'Tom & "Ann" <3'}, {"name": "x" * 80}],
    "description": [{"description": text} for text in ("", "one\n\ntwo", "one\r\ntwo", "<b>&amp;</b>", "x" * 4000)],
    "format": [
        {"format": name, **(TABLES | {"format": name} if "tables" in name else {})} for name in FormatChoices.values
    ],
    "variant": [
        *({"variant": name} for name in rules.variant_ids() if rules.variant(name).seats == 2),
        *({**TABLES, "variant": f"{game}-4"} for game in TABLE_GAMES),
    ],
    "options": [
        {"variant": name, "options": {option: value}}
        for name in rules.variant_ids()
        if rules.variant(name).seats == 2
        for option, values in option_values(name).items()
        for value in values
    ],
    "control": [
        *({"control": {"kind": "days", "allowance": days * DAY}} for days in (1, 2, 3, 5, 7, 14)),
        {"control": {"kind": "bank", "allowance": 5 * DAY, "increment": DAY, "cap": 6 * DAY}},
        {**LIVE, "control": {"kind": "bank", "allowance": 601, "increment": 7, "cap": 777}},
        {**LIVE, "control": {"kind": "seconds", "allowance": 45}},
        {**LIVE, "control": {"kind": "seconds", "allowance": 60}},
    ],
    "venue": [{}, LIVE, {"venue": "board"}],
    "rounds": [{"rounds": number} for number in (1, 2, 60)],
    "games_per_match": [{"games_per_match": number, "format": "knockout"} for number in (1, 2, 9)],
    "third_place": [{"third_place": is_on, "format": "knockout"} for is_on in (False, True)],
    "scoring": [
        {"scoring": {"win": "1", "tally_win": "1", "draw": "0.5", "requested_bye": "0.5", "pairing_bye": "1"}},
        {"scoring": {"win": "999.9", "tally_win": "7/2", "draw": "0.3", "loss": "1/10", "absence": "0.2"}},
        {"scoring": {"win": 1000, "tally_win": 1000, "draw": 1000, "loss": 1000}},
        {"scoring": {"win": 0, "tally_win": 0, "draw": 0, "loss": 0, "pairing_bye": 0, "requested_bye": 0}},
    ],
    "tie_breaks": [
        {"tie_breaks": []},
        {"tie_breaks": [rule.value for rule in TieBreak]},
        {"tie_breaks": [rule.value for rule in reversed(TieBreak)]},
        {"tie_breaks": ["wins", "buchholz"], "format": "knockout"},
    ],
    "turn_limit": [{"turn_limit": number} for number in (None, 1, 60, 1000)],
    "time_limit": [{"time_limit": seconds} for seconds in (None, 60, 12_345, 366 * DAY)],
    "lowest_rating": [{"lowest_rating": number} for number in (None, 0, 1500, 9999)],
    "highest_rating": [{"highest_rating": number} for number in (None, 0, 1500, 9999)],
    "size": [{"size": number} for number in (None, 2, 17, 2000)],
    "late_entry_until": [{"late_entry_until": number, "rounds": 60} for number in (0, 1, 60)],
    "check_in": [{"check_in": False}, {"check_in": True, "venue": "board"}, {"check_in": True, **LIVE}],
    "games_at_once": [{"games_at_once": number, "format": "round_robin"} for number in (1, 3, 60)],
    "bye_ai": [{"bye_ai": None}, {"bye_ai": "robo"}, {"bye_ai": "retired"}],
    "first_round_at": [
        {"first_round_at": moment}
        for moment in (None, START, "2026-11-01T18:00:30Z", "2026-11-01T18:00:30.123456+02:00", "2026-10-25T00:30:00Z")
    ],
    "round_every": [{"round_every": time, "first_round_at": START} for time in DURATIONS],
    "round_length": [{"round_length": time} for time in DURATIONS],
    "repeat_every": [{"repeat_every": 7 * DAY}, {"repeat_every": 28 * DAY}],
    "auto_advance": [{"auto_advance": is_on} for is_on in (False, True)],
    **{name: [{name: is_on} for is_on in (False, True)] for name in BOOLEANS},
}
CASES = [(name, index) for name, cases in ACCEPTED.items() for index in range(len(cases))]


@pytest.fixture
def program(secretary: User) -> APIClient:
    User.objects.create_user("robo", is_ai=True)
    User.objects.create_user("retired", is_ai=True, is_active=False)
    secretary.time_zone = "Europe/Prague"
    secretary.save(update_fields=["time_zone"])
    client = APIClient()
    client.force_authenticate(secretary)
    return client


@pytest.fixture
def site(secretary: User, program: APIClient) -> Client:
    return browser_of(secretary)


def made_by_api(program: APIClient, club: Club, given: dict[str, Any]) -> Tournament:
    answer = program.post("/api/v1/tournaments/", {**BASE, **given, "club": club.slug}, format="json")
    assert answer.status_code == 201, answer.json()
    return Tournament.objects.get(pk=answer.json()["id"])


def page_of(site: Client, tournament: Tournament) -> dict[str, list[str]]:
    page = site.get(f"/tournaments/{tournament.pk}/edit/")
    assert page.status_code == 200
    return untouched_form(page.content.decode(), '<form class="site-form wizard-form" method="post">')


def save(site: Client, tournament: Tournament, sent: dict[str, Any]) -> Tournament:
    answer = site.post(f"/tournaments/{tournament.pk}/edit/", sent)
    problems = [form.errors for form in answer.context["forms"]] if answer.context else []
    assert answer.status_code == 302, problems
    return Tournament.objects.get(pk=tournament.pk)


def columns_of(tournament: Tournament) -> dict[str, Any]:
    return rules_of(tournament).columns()


def test_every_rule_of_the_api_is_tested() -> None:
    assert set(ACCEPTED) == {name for name, field in TournamentInput().fields.items() if field is not None}
    assert set(Venue.values) == {"correspondence", *(case["venue"] for case in ACCEPTED["venue"] if case)}


@pytest.mark.parametrize(("rule", "index"), CASES, ids=[f"{rule}-{index}" for rule, index in CASES])
def test_saving_the_page_unchanged_changes_nothing(
    club: Club, program: APIClient, site: Client, rule: str, index: int
) -> None:
    given = ACCEPTED[rule][index]
    tournament = made_by_api(program, club, given)
    before, lines = columns_of(tournament), Change.objects.count()
    assert columns_of(save(site, tournament, page_of(site, tournament))) == before
    changed = save(site, tournament, {**page_of(site, tournament), "members_only": "on"})
    assert columns_of(changed) == {**before, "members_only": True}
    assert Change.objects.count() == lines + (not before["members_only"])


@pytest.mark.parametrize(
    "given",
    [
        {"turn_limit": None},
        {"round_length": 7200},
        {"round_every": 36 * 3600, "first_round_at": "2026-10-25T00:30:30Z"},
        {"variant": "galax"},
        {"bye_ai": "retired"},
        {"tie_breaks": ["wins"], "format": "knockout"},
        {"control": {"kind": "bank", "allowance": 5 * DAY, "increment": DAY, "cap": 6 * DAY}},
    ],
)
def test_a_running_tournament_can_be_edited(
    club: Club, secretary: User, program: APIClient, site: Client, given: dict[str, Any]
) -> None:
    """Rules that can no longer change stay the same when others are changed."""
    tournament = made_by_api(program, club, given)
    open_registration(tournament_id=tournament.pk, user=secretary)
    for player in make_people("ann", "ben", "cid", "dan"):
        enter(tournament_id=tournament.pk, user=player)
    tournament = start_tournament(tournament_id=tournament.pk, user=secretary)
    assert tournament.status == Status.RUNNING
    before = columns_of(tournament)
    changed = save(site, tournament, {**page_of(site, tournament), "name": "Autumn Open"})
    assert columns_of(changed) == {**before, "name": "Autumn Open"}


@pytest.mark.parametrize(
    ("amount", "unit", "time"),
    [
        ("36", "hour", timedelta(hours=36)),
        ("2", "hour", timedelta(hours=2)),
        ("5", "minute", timedelta(minutes=5)),
        ("301", "second", timedelta(seconds=301)),
        ("3", "day", timedelta(days=3)),
        ("", "day", None),
    ],
)
def test_times_of_rounds_can_be_given_in_any_unit(
    club: Club, program: APIClient, site: Client, amount: str, unit: str, time: timedelta | None
) -> None:
    tournament = made_by_api(program, club, {"round_length": 7 * DAY})
    sent = {**page_of(site, tournament), "round_length": amount, "round_length_unit": unit}
    tournament = save(site, tournament, sent)
    assert tournament.round_length == time
    shown = page_of(site, tournament)
    assert (shown["round_length"], shown["round_length_unit"]) == ([amount], [unit])


def test_a_turn_limit_is_the_default_a_number_or_none(club: Club, program: APIClient, site: Client) -> None:
    tournament = made_by_api(program, club, {"turn_limit": 7})
    sent = page_of(site, tournament)
    own = rules.variant("lyra-2").turn_limit
    for changes, limit in (
        ({"no_turn_limit": "on"}, None),
        ({"turn_limit": ""}, own),
        ({"turn_limit": "9"}, 9),
    ):
        assert save(site, tournament, {**sent, **changes}).turn_limit == limit


def test_a_typed_turn_limit_overrides_the_ticked_no_limit(club: Club, program: APIClient, site: Client) -> None:
    tournament = made_by_api(program, club, {"turn_limit": None})
    assert save(site, tournament, {**page_of(site, tournament), "turn_limit": "50"}).turn_limit == 50


def test_saving_a_stale_page_keeps_changes_of_another_organiser(club: Club, program: APIClient, site: Client) -> None:
    tournament = made_by_api(program, club, {"size": 20})
    old_page = page_of(site, tournament)
    scoring = {"win": 6, "tally_win": 5, "draw": 3, "loss": 0, "pairing_bye": 4, "requested_bye": 2, "absence": 0}
    changes = {"size": 30, "rated": True, "scoring": scoring}
    assert program.patch(f"/api/v1/tournaments/{tournament.pk}/", changes, format="json").status_code == 200
    current = columns_of(Tournament.objects.get(pk=tournament.pk))
    assert columns_of(save(site, tournament, old_page)) == current
    renamed = save(site, tournament, {**old_page, "name": "Autumn Open", "loss": "1"})
    expected = {**current, "name": "Autumn Open"}
    assert {name: rule for name, rule in columns_of(renamed).items() if expected[name] != rule}.keys() == {"scoring"}
    assert (renamed.points.tally_win, renamed.points.loss) == (5, 1)


def test_without_the_shown_values_a_form_is_compared_with_the_rules(
    club: Club, program: APIClient, site: Client
) -> None:
    tournament = made_by_api(program, club, {"round_length": 7200})
    for shown in ("", "[]", "no JSON"):
        assert save(site, tournament, {**page_of(site, tournament), "shown": shown}).round_length == timedelta(hours=2)


OPTION_FIELDS = {name for variant in rules.variant_ids() for name in option_values(variant)}
RUNNING_FIELDS = {"name", "description", "rounds", "tie_breaks", "members_only", "size", "late_entry_until", "check_in"}
FIXED_FIELDS = {
    "variant",
    "format",
    "venue",
    "clock",
    "win",
    "absence",
    "rated",
    "turn_limit",
    "bye_ai",
    *OPTION_FIELDS,
}


@pytest.mark.parametrize("variant", ["nonaga", "galax", "lyra-2"])
def test_options_of_other_games_are_not_shown(club: Club, program: APIClient, site: Client, variant: str) -> None:
    tournament = made_by_api(program, club, {"variant": variant})
    assert OPTION_FIELDS & page_of(site, tournament).keys() == option_values(variant).keys()


def test_what_can_no_longer_change_is_shown_as_facts(
    club: Club, secretary: User, program: APIClient, site: Client
) -> None:
    tournament = made_by_api(program, club, {"venue": "board"})
    open_registration(tournament_id=tournament.pk, user=secretary)
    for player in make_people("ann", "ben", "cid", "dan"):
        enter(tournament_id=tournament.pk, user=player)
    old_page = page_of(site, tournament)
    assert "facts" not in old_page
    start_tournament(tournament_id=tournament.pk, user=secretary)
    page = site.get(f"/tournaments/{tournament.pk}/edit/")
    fields = {name for form in page.context["forms"] for name in form.fields}
    assert (fields & FIXED_FIELDS, fields & RUNNING_FIELDS) == (set(), RUNNING_FIELDS)
    assert not fields & {*OPTION_FIELDS, "third_place", "games_at_once"}  # of other games and formats
    assert all(f"<li>{escape(line)}</li>" in page.content.decode() for line in page.context["facts"])
    assert len(page.context["facts"]) >= 3
    refused = site.post(f"/tournaments/{tournament.pk}/edit/", {**old_page, "venue": "correspondence"})
    assert refused.status_code == 422  # the page was opened before the start
    assert save(site, tournament, {**old_page, "name": "Autumn Open"}).name == "Autumn Open"


def test_nothing_can_be_changed_in_a_final_tournament(club: Club, secretary: User, site: Client) -> None:
    tournament = running_tournament(club, secretary, 2, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    page = site.get(f"/tournaments/{tournament.pk}/edit/")
    assert {"name", "tie_breaks"} <= {name for form in page.context["forms"] for name in form.fields}
    sign_off(tournament_id=tournament.pk, user=secretary)
    page = site.get(f"/tournaments/{tournament.pk}/edit/")
    assert (page.status_code, page.context["has_fields"]) == (200, False)
    assert "wizard-form" not in page.content.decode()
