"""An event of a thousand players costs the same number of queries as one of ten, on pages and by API."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.bench.large_event import make_large_event

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
    "/embed/tournaments/{id}/",
    "/previews/tournaments/{id}.png",
)


@pytest.mark.once
def test_a_thousand_players_ask_no_more_than_ten(secretary: User, django_assert_max_num_queries: Any) -> None:
    counts: dict[str, list[int]] = {read: [] for read in READS}
    for players in (10, 1000):
        tournament = make_large_event(secretary, played=2, players=players, club=f"Club of {players}")
        player = tournament.entries.get(number=3).pk
        Client().get("/clubs/")  # what is asked once a process
        for read in READS:
            cache.clear()
            with django_assert_max_num_queries(40) as queries:
                answer = Client().get(read.format(id=tournament.pk, player=player))
            assert answer.status_code == 200, (read, answer.content[:300])
            counts[read].append(len(queries))
    assert {read: ten for read, (ten, _) in counts.items()} == {read: many for read, (_, many) in counts.items()}
