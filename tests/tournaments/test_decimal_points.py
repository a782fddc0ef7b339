"""People read points as decimals, with the decimal mark of their language; exact fractions stay in the API."""

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Notice
from games.notifications.selectors.notices import notice_words
from games.translation import in_words
from tests.games.playing import client_of
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import make_rules, next_round, open_tables, running_tournament
from tournaments.clubs.services.seasons import create_season
from tournaments.models import Bye, Club, Person
from tournaments.pairing.values import Format, Scoring, say_points
from tournaments.services.lifecycle import sign_off
from tournaments.services.results import set_result
from tournaments.services.withdrawal import ask_bye
from tournaments.views.rules_text import rules_in_words

pytestmark = pytest.mark.slow

HALVES = Scoring(draw=Fraction(5, 2), pairing_bye=Fraction(7, 2), requested_bye=Fraction(1, 2))
PAGES = (
    "", "rounds/1/", "rounds/2/", "crosstable/", "players/", "log/",
    "screen/", "print/", "rounds/1/print/", "certificate/",
)  # fmt: skip


def text_of(page: str) -> str:
    """What people read: no tags and no scripts, but titles and labels."""
    page = re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)
    labels = " ".join(re.findall(r'(?:title|aria-label)="([^"]*)"', page))
    return re.sub(r"<[^>]*>", " ", page) + labels


def test_no_page_shows_a_fraction(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 8, Format.SWISS_TABLES, accounts=False, rounds=2, scoring=HALVES)
    season = create_season(club_id=club.pk, user=secretary, name="Autumn", tournament_ids=[tournament.pk])
    entries = list(tournament.entries.order_by("number"))
    for _ in range(2):
        next_round(tournament, secretary)
        for table in open_tables(tournament):
            seats = table.seats.count()
            ranks, absent = [1, 1, 1, 4][:seats], [seats - 1]
            set_result(table_id=table.pk, user=secretary, outcome="draw", ranks=ranks, absent=absent)
    sign_off(tournament_id=tournament.pk, user=secretary)
    browser = browser_of(secretary)
    url, club_url = f"/tournaments/{tournament.pk}/", f"/clubs/{club.slug}/"
    shown = [f"{url}{page}" for page in PAGES]
    shown += [f"{url}players/{entry.pk}/" for entry in entries[:2]]
    shown += [f"{club_url}people/{person.pk}/" for person in Person.objects.all()[:2]]
    shown += [f"{club_url}seasons/{season.pk}/", f"/embed{url}", f"/embed{url}crosstable/"]
    for address in shown:
        page = browser.get(address)
        assert page.status_code == 200, address
        assert re.findall(r".{20}\d/\d.{20}", text_of(page.content.decode())) == [], address
    rows = client_of(secretary).get(f"/api/v1{url}standings/").json()["rows"]
    assert any("/" in row["points"] for row in rows)


def test_rules_and_reasons_have_the_decimal_mark_of_the_language() -> None:
    rules = make_rules(scoring=HALVES)
    assert any("2.5" in line and "3.5" in line and "0.5" in line for line in rules_in_words(rules))
    with translation.override("fr"):
        assert any("2,5" in line and "3,5" in line and "0,5" in line for line in rules_in_words(rules))
        assert in_words(say_points(Fraction(10, 3))).startswith("3,33")


def test_the_notification_of_a_bye_has_a_decimal(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 3, rounds=2, scoring=HALVES)
    ask_bye(entry_id=tournament.entries.get(number=1).pk, user=secretary, round_number=1)
    next_round(tournament, secretary)
    bye = Bye.objects.select_related("entry").get(kind="requested")
    notice = Notice.objects.get(user=bye.entry.user, about="bye_published")
    assert "0.5" in notice_words(notice)
    with translation.override("cs"):
        assert "0,5" in notice_words(notice)
    assert Client().get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/pairings/").json()["byes"][0]["points"] == "1/2"
