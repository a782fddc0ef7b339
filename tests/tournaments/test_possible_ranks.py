"""The ranks still possible on pages and in the API: bounds while a worker is at it, exact when it is done."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from tests.games.playing import client_of
from tests.tournaments.events import decide, next_round, running_event
from tournaments import tasks
from tournaments.models import Club, KnownRanks, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors import possible
from tournaments.services.results import set_result

pytestmark = pytest.mark.django_db
STAR = re.compile(r'<td class="number">[\d–]+\*</td>')


@pytest.fixture
def late_round_robin(club: Club, secretary: User) -> Tournament:
    """Eight players, two rounds to go: points alone don't tell all ranks."""
    tournament = running_event(club, secretary, 8, Format.ROUND_ROBIN, accounts=False)
    for number in range(5):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(number))
    tournament.refresh_from_db()
    return tournament


@pytest.mark.slow
def test_what_a_short_search_leaves_open_is_marked_until_the_worker_is_done(
    late_round_robin: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(possible, "STEPS_WHEN_ASKED", 0)
    address = f"/api/v1/tournaments/{late_round_robin.pk}/possible/"
    first = client_of(None).get(address)
    bounds = {one["player"]: one for one in first.json()}
    open_ones = [player for player, one in bounds.items() if not one["is_exact"]]
    assert open_ones
    assert STAR.search(Client().get(f"/tournaments/{late_round_robin.pk}/").content.decode())
    card = f"/tournaments/{late_round_robin.pk}/players/{open_ones[0]}/"
    assert Client().get(card).context["card"]["possible"]["is_exact"] is False

    table = Table.objects.filter(round__tournament=late_round_robin).first()
    assert table is not None
    assert tasks.work_out_ranks(table.pk)
    second = client_of(None).get(address, HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert second.status_code == 200
    exact = {one["player"]: one for one in second.json()}
    assert all(one["is_exact"] for one in exact.values())
    assert all(bounds[one]["best"] <= exact[one]["best"] for one in exact)
    assert all(bounds[one]["worst"] >= exact[one]["worst"] for one in exact)
    assert client_of(None).get(address, HTTP_IF_NONE_MATCH=second.headers["ETag"]).status_code == 304
    assert not STAR.search(Client().get(f"/tournaments/{late_round_robin.pk}/").content.decode())
    assert Client().get(card).context["card"]["possible"]["is_exact"] is True


def test_each_result_has_a_worker_look_and_only_round_robins_are_searched(
    club: Club, secretary: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks.work_out_ranks, "delay", asked.append)
    tournament = running_event(club, secretary, 2, accounts=False, rounds=1)
    with django_capture_on_commit_callbacks(execute=True):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
    assert asked == [Table.objects.get().pk]
    assert not tasks.work_out_ranks(asked[0])
    assert not tasks.work_out_ranks(0)


def ranges(tournament: Tournament) -> dict[int, tuple[int, int]]:
    answer = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/possible/").json()
    return {one["player"]: (one["best"], one["worst"]) for one in answer}


def let_a_worker_search(tournament: Tournament) -> Table:
    """As after the result of this table."""
    table = Table.objects.filter(round__tournament=tournament).first()
    assert table is not None
    tasks.work_out_ranks(table.pk)
    return table


@pytest.mark.slow
def test_no_result_widens_what_a_worker_found_though_nobody_searches_again(
    late_round_robin: Tournament, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(possible, "STEPS_WHEN_ASKED", 0)
    let_a_worker_search(late_round_robin)
    before = ranges(late_round_robin)
    next_round(late_round_robin, secretary)
    decide(late_round_robin, secretary, Random(7))
    after = ranges(late_round_robin)
    assert all(before[one][0] <= best <= worst <= before[one][1] for one, (best, worst) in after.items())


@pytest.mark.slow
def test_a_correction_begins_anew(
    late_round_robin: Tournament, secretary: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may rightly widen a range: nothing that was known of the other results is used."""
    monkeypatch.setattr(possible, "STEPS_WHEN_ASKED", 0)
    table = let_a_worker_search(late_round_robin)
    row = KnownRanks.objects.get()
    row.bounds = dict.fromkeys(row.bounds, (1, 1))
    row.save()
    ranks = [2, 1] if table.outcome == "aim" and table.seats.get(index=0).rank == 1 else [1, 2]
    set_result(table_id=table.pk, user=secretary, outcome="aim", ranks=ranks, reason="the other way round")
    late_round_robin.refresh_from_db()
    assert set(ranges(late_round_robin).values()) != {(1, 1)}
    tasks.work_out_ranks(table.pk)
    assert KnownRanks.objects.get().bounds != row.bounds
