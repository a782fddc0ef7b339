"""Rows that hold names, as versions up to 0.1.0 wrote them, refer to people by id after migration 0018."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.services.account_closure import close_account
from games.rules.sentences import Sentence
from tests.games.playing import make_people
from tests.tournaments.playing import next_round, open_tables, open_tournament
from tournaments.enums import ClubAction, LogKind
from tournaments.models import Change, Club, ClubChange, Round, Table, Tournament, TournamentEvent
from tournaments.selectors.events import event_facts
from tournaments.services.account_closure import withdraw_everywhere
from tournaments.services.lifecycle import start_tournament
from tournaments.services.registration import add_player, enter

pytestmark = pytest.mark.django_db
migration = import_module("tournaments.migrations.0018_names_as_ids")


def old(template: str, **values: Any) -> str:
    return json.dumps({"say": template, "many": "", "number": 1, "with": values}, ensure_ascii=False)


@pytest.fixture
def event(club: Club, secretary: User) -> Tournament:
    tournament = open_tournament(club, secretary)
    for person in make_people("ada", "ben"):
        enter(tournament_id=tournament.pk, user=person)
    add_player(tournament_id=tournament.pk, user=secretary, name="Ben – Ada {x}")
    add_player(tournament_id=tournament.pk, user=secretary, name="دانا")
    start_tournament(tournament_id=tournament.pk, user=secretary)
    next_round(tournament, secretary)
    TournamentEvent.objects.all().delete()
    Change.objects.all().delete()
    return tournament


def write(event: Tournament, text: str, *, kind: LogKind = LogKind.PLAYERS, seq: int) -> None:
    """A log line and the event that copies its text, as stored until then."""
    stored = json.loads(text) if text.startswith("{") else None
    english = Sentence.from_json(stored) if stored else text
    Change.objects.create(tournament=event, kind=kind, text=text)
    payload = {"round": None, "log": kind.value, "text": english[:500]}
    TournamentEvent.objects.create(tournament=event, seq=seq, kind="changed", payload=payload)


def test_names_in_the_log_and_its_events_become_ids(event: Tournament) -> None:
    inner = json.loads(old("{names} did not appear (forfeit)", names="\u2068دانا\u2069"))
    lines = [
        ("{name} entered.", {"name": "ada"}),
        ("{who}: {result}.", {"who": "ada – Ben – Ada {x}", "result": "1. Ben – Ada {x}, 2. ada"}),
        ("{who}: {result}.", {"who": "ben – \u2068دانا\u2069", "result": inner}),
        ("{name} entered.", {"name": "somebody else"}),
        ("Paired by {engine}.", {"engine": "ada"}),
    ]
    for seq, (template, values) in enumerate(lines, start=100):
        write(event, old(template, **values), seq=seq)
    write(event, old("{name} is now an organiser.", name="secretary"), kind=LogKind.LIFE, seq=200)
    write(event, "ada, typed by a person", seq=201)
    events = list(TournamentEvent.objects.order_by("seq"))
    before = [row.payload for row in events]
    migration.store_ids(apps, None)
    events = list(TournamentEvent.objects.select_related("change").order_by("seq"))
    assert event_facts(events) == before
    assert {key for row in events for key in row.payload} == {"round"}
    named = [[name.to_json() for name in text.names()] for text in texts() if isinstance(text, Sentence)]
    ada, ben, third, fourth = ({"entry": entry.pk} for entry in event.entries.order_by("pk"))
    secretary = {"user": event.created_by_id}
    assert named == [[ada], [ada, third, third, ada], [ben, fourth, fourth], [], [], [secretary]]


def test_lines_of_0_1_0_are_told_in_the_words_of_today(event: Tournament) -> None:
    why = json.loads(old("{name} stays out of it", name="ben"))
    write(event, old("The event began with {players} players over {rounds} rounds.", players=4, rounds=3), seq=100)
    write(event, old("The event ended after {rounds} rounds; the table is provisional.", rounds=1), seq=101)
    write(event, old("The draft of round {round} was dropped: {why}. Pair it again.", round=2, why=why), seq=102)
    migration.store_ids(apps, None)
    facts = event_facts(list(TournamentEvent.objects.select_related("change").order_by("seq")))
    assert [said["text"] for said in facts] == [
        "The tournament started: 4 players, 3 rounds.",
        "The tournament ended after 1 round; standings are provisional.",
        "The draft of round 2 was discarded: ben isn't playing. Pair it again.",
    ]
    assert [text.code for text in texts() if isinstance(text, Sentence)] == [
        "started",
        "finished_early",
        "draft_dropped",
    ]


def texts() -> list[str]:
    return list(Change.objects.order_by("pk").values_list("text", flat=True))


def test_names_in_pairings_and_results_become_ids(event: Tournament) -> None:
    ada, ben = event.entries.order_by("pk")[:2]
    first = json.loads(old("{first} moves first by the lot", first="ada"))
    meeting = json.loads(old("{one} and {other} meet", one="ada", other="ben"))
    Table.objects.update(reason=old("{meeting}; {first_move}.", meeting=meeting, first_move=first))
    Round.objects.update(task={"tournament": {"entrants": [{"id": ada.pk, "number": 1, "name": "ada"}]}})
    players = [{"id": ada.pk, "name": "ada", "rank": 1, "points": "6"}]
    TournamentEvent.objects.create(tournament=event, seq=100, kind="result", payload={"round": 1, "players": players})
    migration.store_ids(apps, None)
    table = open_tables(event)[0]
    assert isinstance(table.reason, Sentence)
    assert [name.id for name in table.reason.names()] == [ada.pk, ben.pk, ada.pk]
    assert Round.objects.get().task == {"tournament": {"entrants": [{"id": ada.pk, "number": 1, "name": ""}]}}
    stored = TournamentEvent.objects.get(seq=100)
    assert stored.payload["players"] == [{"id": ada.pk, "rank": 1, "points": "6"}]
    assert event_facts([stored])[0]["players"] == players


def test_a_club_s_log_refers_to_people(club: Club, secretary: User) -> None:
    ada, gone = make_people("ada", "gone")
    close_account(user=gone)
    lines = [
        (ClubAction.ROLE, "ada: organiser"),
        (ClubAction.REMOVED, f"departed player {gone.pk}"),
        (ClubAction.ADMITTED, "never.was"),
        (ClubAction.NEWS, "ada"),
    ]
    for action, about in lines:
        ClubChange.objects.create(club=club, actor=secretary, action=action, about=about)
    migration.store_ids(apps, None)
    found = ClubChange.objects.order_by("pk")
    columns = [("", ada.pk, "organiser"), ("", gone.pk, ""), ("never.was", None, ""), ("ada", None, "")]
    assert list(found.values_list("about", "person", "role")) == columns
    assert [line.subject for line in found] == [about for _, about in lines]


def test_an_account_closed_after_the_migration_is_named_nowhere(event: Tournament) -> None:
    write(event, old("{name} entered.", name="ada"), seq=100)
    migration.store_ids(apps, None)
    person = User.objects.get(username="ada")
    close_account(user=person)
    withdraw_everywhere(user_id=person.pk)
    page = Client().get(f"/tournaments/{event.pk}/log/").content.decode()
    assert f"departed player {person.pk} entered." in page
    assert "ada entered" not in page
