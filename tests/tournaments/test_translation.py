"""Stored texts of a tournament are shown in the reader's language, and in English to API clients."""

import json

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games import translation
from games.models import Notice
from games.notifications.selectors.notices import notice_words
from games.rules.sentences import say_count
from tests.tournaments.playing import log_of, next_round, running_tournament
from tournaments.log_texts import TEXTS, LogText
from tournaments.models import Club, Table
from tournaments.services.results import set_result


@pytest.fixture
def tongue(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language in which every text of the pure packages and of the log ends with a star."""
    monkeypatch.setattr(translation, "gettext", lambda text: f"{text}*")


def test_the_log_is_stored_as_pattern_and_values(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4)
    with connection.cursor() as cursor:
        cursor.execute("SELECT text FROM tournaments_change ORDER BY id DESC LIMIT 1")
        kept = cursor.fetchone()[0]
    (_kind, values) = log_of(tournament)[-1]
    assert json.loads(kept) == {"code": "started", "number": tournament.rounds, "with": values}


def test_each_text_of_the_log_has_a_code_of_its_own_and_can_be_reworded(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(TEXTS) == len(LogText.__members__)
    tournament = running_tournament(club, secretary, 4)
    monkeypatch.setitem(TEXTS, "started", say_count("Go, {count} round", "Go, {count} rounds", count=1))
    assert tournament.changes.latest("id").text == f"Go, {tournament.rounds} rounds"


@pytest.mark.slow
@pytest.mark.usefixtures("tongue")
def test_log_pairings_tie_breaks_and_notices_are_in_the_readers_language(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3)
    next_round(tournament, secretary)
    client = Client(headers={"host": "localhost"})
    client.force_login(secretary)
    page = f"/tournaments/{tournament.pk}/"
    published = tournament.changes.filter(kind="pairing", round_number=1).latest("id")
    assert translation.in_words(published.text).endswith("*")
    assert translation.in_words(published.text) in client.get(f"{page}log/").content.decode()
    assert "*; " in client.get(f"{page}rounds/1/").content.decode()
    table = Table.objects.get(round__tournament=tournament, number=1)
    set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="seen")
    set_result(table_id=table.pk, user=secretary, outcome="draw", reason="misread")
    notice = Notice.objects.get(about="result_corrected", user=table.seats.get(index=0).entry.user)
    assert "*" in notice_words(notice)
    rules = client.get(f"/api/v1/tournaments/{tournament.pk}/standings/").json()["tie_breaks"]
    assert {rule["explanation"][-1] for rule in rules} == {"*"}
