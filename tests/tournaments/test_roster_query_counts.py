"""Lists of check-in and of the roster need as many queries for 50 players as for 5."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.pages import browser_of
from tests.tournaments.playing import make_club, running_tournament
from tournaments.check_in.services import set_all_present
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

READS = (
    "/tournaments/{id}/check-in/",
    "/api/v1/tournaments/{id}/check-in/",
    "/check-in/{token}/",
    "/clubs/{slug}/people/",
    "/clubs/{slug}/people/?name=player",
    "/api/v1/clubs/{slug}/people/",
    "/api/v1/clubs/{slug}/table/",
)


def evening(secretary: User, players: int) -> Tournament:
    club = make_club(secretary, f"Club of {players}")
    return running_tournament(club, secretary, players, accounts=False, check_in=True, rounds=3)


def test_50_players_need_the_same_queries_as_5(secretary: User) -> None:
    counts: dict[str, list[int]] = {read: [] for read in READS}
    browser = browser_of(secretary)
    for players in (5, 50):
        tournament = evening(secretary, players)
        browser.get("/clubs/")  # queries made once per process
        names = {"id": tournament.pk, "token": tournament.check_in_token, "slug": tournament.club.slug}
        for read in READS:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                answer = browser.get(read.format(**names))
            assert answer.status_code == 200, (read, answer.content[:300])
            counts[read].append(len(queries))
    assert {read: few for read, (few, _) in counts.items()} == {read: many for read, (_, many) in counts.items()}


def test_checking_50_players_in_needs_the_same_queries_as_5(secretary: User) -> None:
    counts = []
    for players in (5, 50):
        tournament = evening(secretary, players)
        with CaptureQueriesContext(connection) as queries:
            set_all_present(tournament_id=tournament.pk, user=secretary, is_present=True)
        counts.append(len(queries))
    assert counts[0] == counts[1]
