"""Rules of a tournament are shown by their labels, never by column names."""

import html
import re
from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest
from django.utils import timezone

from accounts.errors import Conflict
from accounts.models import User
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import decide, next_round, open_tournament, running_tournament
from tournaments.models import Club, Tournament
from tournaments.pairing.values import Format, Scoring
from tournaments.services.lifecycle import change_tournament
from tournaments.services.withdrawal import ask_bye

pytestmark = pytest.mark.slow

# An identifier with underscores, or a column name with its underscores removed.
COLUMNS = {field.name for model in (Tournament,) for field in model._meta.get_fields() if field.name.count("_") > 1}
RAW = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b(?:" + "|".join(name.replace("_", " ") for name in COLUMNS) + r")\b")


def visible_text(page: str) -> str:
    body = page[page.index("<main") :]
    without_code = re.sub(r"<(script|style|code|template)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", without_code))


def test_the_log_shows_changed_rules_by_label(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, Format.ROUND_ROBIN)
    changes = {"auto_advance": True, "games_at_once": 3, "late_entry_until": 0, "round_length": timedelta(days=9)}
    change_tournament(tournament_id=tournament.pk, user=secretary, changes=changes)
    line = tournament.changes.first()
    assert line is not None
    assert RAW.findall(line.text) == []
    assert line.text.count(",") == 2  # three rules; one of the four has not changed


def test_the_error_for_late_changes_shows_the_label(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=3)
    with pytest.raises(Conflict) as refused:
        change_tournament(
            tournament_id=tournament.pk,
            user=secretary,
            changes={"vacation_allowed": False, "scoring": Scoring(loss=Fraction(1)), "games_at_once": 1},
        )
    assert RAW.findall(refused.value.message) == []
    assert refused.value.message.count(",") == 1


def test_no_page_of_a_tournament_shows_a_column_name(club: Club, secretary: User) -> None:
    tournament = open_tournament(club, secretary, rounds=3)
    changes = {
        "auto_advance": True,
        "late_entry_until": 2,
        "needs_approval": True,
        "members_only": True,
        "lowest_rating": 900,
        "highest_rating": 2900,
        "first_round_at": timezone.now(),
        "round_every": timedelta(days=7),
        "round_length": timedelta(days=6),
        "vacation_allowed": False,
        "size": 9,
        "description": "An event",
    }
    change_tournament(tournament_id=tournament.pk, user=secretary, changes=changes)
    started = running_tournament(club, secretary, 5, rounds=3, name="Played")
    ask_bye(entry_id=started.entries.order_by("pk")[0].pk, user=secretary, round_number=2)
    for number in (1, 2):
        next_round(started, secretary)
        decide(started, secretary, Random(number))
    client = browser_of(secretary)
    for shown in (tournament, started):
        entry = shown.entries.first()
        parts = ["", "crosstable/", "players/", "log/", "edit/", *(["rounds/1/", "rounds/2/"] if entry else [])]
        for part in [*parts, *([f"players/{entry.pk}/"] if entry else [])]:
            page = client.get(f"/tournaments/{shown.pk}/{part}")
            assert page.status_code == 200, part
            assert sorted(set(RAW.findall(visible_text(page.content.decode())))) == [], part
