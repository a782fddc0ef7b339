"""Large tournaments and clubs need as many queries as small ones, on pages and by API."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.bench.large_tournament import make_large_tournament
from tests.tournaments.playing import make_club
from tournaments.models import Membership

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

READS = (
    "/api/v1/tournaments/{id}/standings/",
    "/api/v1/tournaments/{id}/standings/?format=csv",
    "/api/v1/tournaments/{id}/crosstable/",
    "/api/v1/tournaments/{id}/possible/",
    "/api/v1/tournaments/{id}/projection/",
    "/api/v1/tournaments/{id}/players/{player}/",
    "/api/v1/tournaments/{id}/trf/",
    "/tournaments/{id}/",
    "/tournaments/{id}/projection/",
    "/tournaments/{id}/players/{player}/",
    "/tournaments/{id}/screen/",
    "/tournaments/{id}/print/",
    "/tournaments/{id}/rounds/2/slips/",
    "/embed/tournaments/{id}/",
    "/previews/tournaments/{id}.png",
)
CLUB_READS = (
    "/clubs/{slug}/",
    "/clubs/{slug}/members/",
    "/clubs/{slug}/members/?name=member",
    "/api/v1/clubs/{slug}/members/",
)


@pytest.mark.once
def test_300_players_need_the_same_queries_as_10(secretary: User, django_assert_max_num_queries: Any) -> None:
    counts: dict[str, list[int]] = {read: [] for read in READS}
    for players in (10, 300):
        tournament = make_large_tournament(secretary, played=2, players=players, club=f"Club of {players}")
        player = tournament.entries.get(number=3).pk
        Client().get("/clubs/")  # queries made once per process
        for read in READS:
            cache.clear()
            with django_assert_max_num_queries(40) as queries:
                answer = Client().get(read.format(id=tournament.pk, player=player))
            assert answer.status_code == 200, (read, answer.content[:300])
            counts[read].append(len(queries))
    assert {read: ten for read, (ten, _) in counts.items()} == {read: many for read, (_, many) in counts.items()}


def test_300_members_need_the_same_queries_as_10(secretary: User, django_assert_max_num_queries: Any) -> None:
    """Read by the owner, who may change every line of the list."""
    counts: dict[str, list[int]] = {read: [] for read in CLUB_READS}
    browser = Client()
    browser.force_login(secretary)
    for number in (10, 300):
        club = make_club(secretary, f"Club of {number}")
        names = [f"member-{number}-{one}" for one in range(number)]
        people = User.objects.bulk_create(User(username=name, email=f"{name}@example.org") for name in names)
        Membership.objects.bulk_create(Membership(club=club, user=user) for user in people)
        browser.get("/clubs/")  # queries made once per process
        for read in CLUB_READS:
            cache.clear()
            with django_assert_max_num_queries(30) as queries:
                answer = browser.get(read.format(slug=club.slug))
            assert answer.status_code == 200, (read, answer.content[:300])
            counts[read].append(len(queries))
    assert {read: ten for read, (ten, _) in counts.items()} == {read: many for read, (_, many) in counts.items()}


@pytest.mark.parametrize(("read", "joined"), [("clubs", "membership"), ("tournaments", "entry")])
def test_a_list_counts_only_for_its_own_rows(secretary: User, read: str, joined: str) -> None:
    """With a join the database would group every club and tournament before showing the first."""
    make_large_tournament(secretary, played=0, players=10, club="Club of ten")
    for address in (f"/api/v1/{read}/", f"/{read}/"):
        with CaptureQueriesContext(connection) as queries:
            answer = Client().get(address)
        assert answer.status_code == 200
        assert [query["sql"] for query in queries if f'JOIN "tournaments_{joined}"' in query["sql"]] == []
    (line,) = Client().get(f"/api/v1/{read}/").json()["results"]
    assert (line.get("members"), line.get("players")) in [(1, None), (None, 10)]
