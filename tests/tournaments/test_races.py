"""Ten at once. What is true on both databases is tested on both; some of it only PostgreSQL can show."""

import os
import subprocess
import sys
import time
from random import Random

import pytest
from django.db import connection

from accounts.errors import Refused
from config.env import BASE_DIR
from games.models import Game
from games.services.resign import resign
from tests.accounts.people import at_once
from tests.games.playing import make_people
from tests.tournaments.events import decide, make_club, next_round, open_event, open_tables, running_event
from tournaments.enums import EntryStatus, RoundStatus, Venue
from tournaments.models import Bye, Entry, Round, Seat, Table, Tournament
from tournaments.services.advance import advance_all
from tournaments.services.pairing import pair_round
from tournaments.services.publishing import publish_round
from tournaments.services.registration import enter
from tournaments.services.results import count_game, set_result

pytestmark = pytest.mark.django_db(transaction=True)


def attempt(act) -> str:
    try:
        act()
    except Refused as error:
        return error.code
    return "done"


def test_ten_times_pair_this_round_is_one_round() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 9, rounds=3)

    def pair(number: int) -> str:
        return attempt(lambda: pair_round(tournament_id=tournament.pk, user=secretary))

    assert sorted(at_once(10, pair)) == ["already_paired"] * 9 + ["done"]
    round_ = Round.objects.get()
    assert round_.status == RoundStatus.DRAFT
    placed = [*Seat.objects.values_list("entry_id", flat=True), *Bye.objects.values_list("entry_id", flat=True)]
    assert sorted(placed) == sorted(Entry.objects.values_list("pk", flat=True))


def test_ten_times_publish_starts_every_game_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 6, rounds=3, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)

    def publish(number: int) -> str:
        return attempt(lambda: publish_round(tournament_id=tournament.pk, user=secretary))

    assert sorted(at_once(10, publish)) == ["done"] + ["no_draft"] * 9
    assert Game.objects.count() == 3


def test_the_last_results_at_once_finish_the_round_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 8, rounds=1)
    next_round(tournament, secretary)
    tables = open_tables(tournament)

    def tell(number: int) -> str:
        table = tables[number % 4]
        return attempt(
            lambda: set_result(table_id=table.pk, user=secretary, outcome="aim", ranks=[1, 2], reason="sheet")
        )

    assert at_once(8, tell) == ["done"] * 8
    texts = list(tournament.changes.values_list("text", flat=True))
    assert texts.count("Round 1 is finished.") == 1
    assert texts.count("All rounds are played; the table is provisional.") == 1


def test_a_result_told_ten_times_is_counted_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    assert table.game is not None
    loser = table.game.seats.select_related("user").get(index=0).user
    resign(game_id=table.game.pk, user=loser)
    game_id = table.game.pk
    assert sorted(at_once(10, lambda number: count_game(game_id=game_id))) == [False] * 9 + [True]


def test_the_last_place_is_given_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = open_event(make_club(secretary), secretary, size=3)
    people = make_people(*(f"p{number}" for number in range(8)))
    entries = at_once(8, lambda number: enter(tournament_id=tournament.pk, user=people[number]).status)
    assert sorted(entries) == [EntryStatus.ENTERED] * 3 + [EntryStatus.WAITING] * 5


def test_two_sweeps_publish_one_round() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 4, rounds=2, goes_on_by_itself=True)
    assert sum(at_once(4, lambda number: advance_all())) == 1
    decide(tournament, secretary, Random(1))
    assert sum(at_once(4, lambda number: advance_all())) == 1
    assert list(Round.objects.order_by("number").values_list("number", "status")) == [
        (1, RoundStatus.FINISHED),
        (2, RoundStatus.PUBLISHED),
    ]


PUBLISH = """
import sys, django
from django.db import connections
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from tournaments.models import Tournament
from tournaments.services import tables
from tournaments.services.publishing import publish_round
real = tables.start_table
count = 0
def slowly(*arguments):
    global count
    real(*arguments)
    count += 1
    if count == 20:
        print("half-way", flush=True)
        import time; time.sleep(60)
from tournaments.services import publishing
publishing.start_table = slowly
tournament = Tournament.objects.get()
publish_round(tournament_id=tournament.pk, user=tournament.created_by)
"""


def test_killed_while_publishing_there_is_no_round_at_all() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_event(make_club(secretary), secretary, 60, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    name = str(connection.settings_dict["NAME"])
    worker = subprocess.Popen(
        [sys.executable, "-c", PUBLISH, name],
        cwd=BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    with worker:
        assert worker.stdout.readline() == "half-way\n"
        worker.kill()
    assert (Game.objects.count(), Table.objects.filter(game__isnull=False).count()) == (0, 0)
    assert Round.objects.get().status == RoundStatus.DRAFT
    _wait_until_the_lock_is_free(tournament)
    publish_round(tournament_id=tournament.pk, user=secretary)
    assert Game.objects.count() == 30


def _wait_until_the_lock_is_free(tournament: Tournament) -> None:
    """The server notices a dead client a moment later."""
    for _ in range(50):
        if connection.vendor == "sqlite":
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'")
            if cursor.fetchone()[0] == 0:
                return
        time.sleep(0.1)
