"""Up to ten concurrent requests, on both databases where possible; some races exist only on PostgreSQL."""

import os
import subprocess
import sys
import time
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import connection
from django.utils import timezone

from accounts.errors import Conflict
from accounts.models import User
from config.env import BASE_DIR
from games.models import Game, Notice
from games.services.endings import resign
from tests.accounts.people import at_once, attempt
from tests.games.playing import client_of, make_people
from tests.tournaments.playing import (
    decide,
    make_club,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
    seen,
)
from tournaments.clubs.services.clubs import delete_news, publish_news
from tournaments.clubs.services.seasons import create_season, delete_season
from tournaments.enums import ClubAction, EntryStatus, RoundStatus, Venue
from tournaments.models import Bye, ClubChange, Entry, Round, Seat, Table, Tournament
from tournaments.services.advance import advance_tournaments
from tournaments.services.copies import repeat_tournament
from tournaments.services.pairing import PAIRED_AT_ONCE, compute_pairing, pair_round, requeue_lost_pairings
from tournaments.services.publishing import publish_round
from tournaments.services.registration import add_player, enter
from tournaments.services.results import count_finished_games, count_game, set_result
from tournaments.services.withdrawal import withdraw_player

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_ten_concurrent_pairings_create_one_round() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 9, rounds=3)

    def pair(number: int) -> str:
        return attempt(lambda: pair_round(tournament_id=tournament.pk, user=secretary))

    assert sorted(at_once(10, pair)) == ["already_paired"] * 9 + ["done"]
    round_ = Round.objects.get()
    assert round_.status == RoundStatus.DRAFT
    placed = [*Seat.objects.values_list("entry_id", flat=True), *Bye.objects.values_list("entry_id", flat=True)]
    assert sorted(placed) == sorted(Entry.objects.values_list("pk", flat=True))


def test_ten_concurrent_publications_start_every_game_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 6, rounds=3, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)

    draft = seen(tournament)

    def publish(number: int) -> str:
        return attempt(lambda: publish_round(tournament_id=tournament.pk, user=secretary, seen=draft))

    assert sorted(at_once(10, publish)) == ["done"] + ["published"] * 9
    assert Game.objects.count() == 3


def test_the_last_results_at_once_finish_the_round_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 8, rounds=1)
    next_round(tournament, secretary)
    tables = open_tables(tournament)

    def tell(number: int) -> str:
        table = tables[number % 4]
        return attempt(
            lambda: set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="sheet")
        )

    assert at_once(8, tell) == ["done"] * 8
    assert tournament.events.filter(kind="round_finished").count() == 1
    assert tournament.events.filter(kind="status", payload__status="provisional").count() == 1


def test_a_result_reported_ten_times_is_counted_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 2, rounds=1, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    table = open_tables(tournament)[0]
    assert table.game is not None
    loser = table.game.seats.select_related("user").get(index=0).user
    resign(game_id=table.game.pk, user=loser)
    game_id = table.game.pk
    assert sorted(at_once(10, lambda number: count_game(game_id=game_id))) == [False] * 9 + [True]


def test_the_last_place_is_taken_once() -> None:
    (secretary,) = make_people("secretary")
    tournament = open_tournament(make_club(secretary), secretary, size=3)
    people = make_people(*(f"p{number}" for number in range(8)))
    entries = at_once(8, lambda number: enter(tournament_id=tournament.pk, user=people[number]).status)
    assert sorted(entries) == [EntryStatus.ENTERED] * 3 + [EntryStatus.WAITING] * 5


def test_a_draft_deleted_by_two_at_once_is_deleted_once() -> None:
    (secretary,) = make_people("secretary")
    club = make_club(secretary)
    news = publish_news(club_id=club.pk, user=secretary, title="Hall", text="Booked.")
    season = create_season(club_id=club.pk, user=secretary, name="2026")

    news_gone = partial(delete_news, news_id=news.pk, user=secretary)
    season_gone = partial(delete_season, season_id=season.pk, user=secretary)
    for throw_away in (news_gone, season_gone):
        assert sorted(at_once(6, lambda number, act=throw_away: attempt(act))) == ["done"] + ["not_found"] * 5
    actions = ClubChange.objects.filter(club=club, action__in=[ClubAction.NEWS_GONE, ClubAction.SEASON_GONE])
    assert actions.count() == 2


def test_two_sweeps_draft_one_repetition() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 4, repeat_every=timedelta(days=7))
    assert sum(at_once(4, lambda number: repeat_tournament(tournament.pk))) == 1
    assert Tournament.objects.filter(previous=tournament).count() == 1


def test_two_sweeps_publish_one_round() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 4, rounds=2, auto_advance=True)
    assert sum(at_once(4, lambda number: advance_tournaments())) == 1
    decide(tournament, secretary, Random(1))
    assert sum(at_once(4, lambda number: advance_tournaments())) == 1
    assert list(Round.objects.order_by("number").values_list("number", "status")) == [
        (1, RoundStatus.FINISHED),
        (2, RoundStatus.PUBLISHED),
    ]


BEFORE = """
import sys, time, django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from tournaments.models import Round, Tournament
from tournaments.services import pairing, publishing, tables
from tournaments.services.locking import Seen
tournament = Tournament.objects.get()
def stop_here():
    print("half-way", flush=True)
    time.sleep(60)
"""
PUBLISH = """
real, started = tables.start_table, []
def slowly(*arguments):
    real(*arguments)
    started.append(1)
    if len(started) == 20:
        stop_here()
publishing.start_table = slowly
draft = Round.objects.get()
publishing.publish_round(
    tournament_id=tournament.pk, user=tournament.created_by, seen=Seen(draft.number, draft.attempt)
)
"""
PAIR = """
real = pairing.lay_tables
def half_way(*arguments, **more):
    real(*arguments, **more)
    stop_here()
pairing.lay_tables = half_way
round_ = Round.objects.get()
pairing.compute_pairing(round_id=round_.pk, attempt=round_.attempt)
"""


def kill_half_way(tournament: Tournament, code: str) -> None:
    """Run this code in another process, and kill it when it reports that it is half-way."""
    worker = subprocess.Popen(
        [sys.executable, "-c", BEFORE + code, str(connection.settings_dict["NAME"])],
        cwd=BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    with worker:
        assert worker.stdout.readline() == "half-way\n"
        worker.kill()
    _wait_until_the_lock_is_free(tournament)


def test_a_process_killed_while_publishing_leaves_no_round() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 60, rounds=2, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    kill_half_way(tournament, PUBLISH)
    assert (Game.objects.count(), Table.objects.filter(game__isnull=False).count()) == (0, 0)
    assert Round.objects.get().status == RoundStatus.DRAFT
    assert not Notice.objects.filter(about="round_published").exists()
    publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    assert Game.objects.count() == 30
    assert Notice.objects.filter(about="round_published").count() == 60


def test_a_worker_killed_while_pairing_leaves_no_partial_draft_and_is_retried() -> None:
    (secretary,) = make_people("secretary")
    players = PAIRED_AT_ONCE + 4
    tournament = running_tournament(make_club(secretary), secretary, players, accounts=False, rounds=2)
    asked = pair_round(tournament_id=tournament.pk, user=secretary)
    assert asked.status == RoundStatus.PAIRING
    kill_half_way(tournament, PAIR)
    assert (Table.objects.count(), Seat.objects.count()) == (0, 0)
    assert requeue_lost_pairings(now=timezone.now() + timedelta(minutes=5)) == 1
    done = at_once(3, lambda number: compute_pairing(round_id=asked.pk, attempt=asked.attempt) is not None)
    assert sorted(done) == [False, False, True]
    assert Seat.objects.count() == players
    shown = client_of(secretary).get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/").json()
    assert (shown["status"], shown["progress"]) == ("draft", 100)


def _wait_until_the_lock_is_free(tournament: Tournament) -> None:
    """The database server notices a dead client after a moment."""
    for _ in range(50):
        if connection.vendor == "sqlite":
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'")
            if cursor.fetchone()[0] == 0:
                return
        time.sleep(0.1)


def placed_in(number: int) -> list[int]:
    """Players at tables and with byes in a round; none may occur twice."""
    seats = Seat.objects.filter(table__round__number=number).values_list("entry_id", flat=True)
    return [*seats, *Bye.objects.filter(round__number=number).values_list("entry_id", flat=True)]


def test_a_round_is_paired_while_the_last_result_arrives() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 8, rounds=3)
    next_round(tournament, secretary)
    *tables, last = open_tables(tournament)
    for table in tables:
        set_result(table_id=table.pk, user=secretary, outcome="draw", reason="sheet")

    def act(number: int) -> str:
        if number == 5:
            return attempt(lambda: set_result(table_id=last.pk, user=secretary, outcome="draw", reason="sheet"))
        return attempt(lambda: pair_round(tournament_id=tournament.pk, user=secretary))

    answers = at_once(11, act)
    assert answers.pop(5) == "done"
    assert set(answers) <= {"done", "already_paired", "round_in_play"}
    assert answers.count("done") <= 1
    if "done" not in answers:  # all requests came before the result
        pair_round(tournament_id=tournament.pk, user=secretary)
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert sorted(placed_in(2)) == sorted(Entry.objects.values_list("pk", flat=True))


def test_withdrawals_and_entries_while_a_round_is_paired_and_published() -> None:
    secretary, late = make_people("secretary", "late")
    venue = Venue.CORRESPONDENCE
    tournament = running_tournament(make_club(secretary), secretary, 8, rounds=3, venue=venue, late_entry_until=3)
    leavers = list(Entry.objects.order_by("number")[:3])
    acts = [
        *(partial(withdraw_player, entry_id=leaver.pk, user=secretary) for leaver in leavers for _ in range(2)),
        *(partial(enter, tournament_id=tournament.pk, user=late) for _ in range(3)),
        *(partial(add_player, tournament_id=tournament.pk, user=secretary, name="later") for _ in range(2)),
        *(partial(pair_round, tournament_id=tournament.pk, user=secretary) for _ in range(3)),
        *(lambda: publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament)) for _ in range(3)),
    ]
    answers = at_once(len(acts), lambda number: attempt_or_conflict(acts[number]))
    assert answers[:6] == ["done"] * 6
    check_consistent(tournament, secretary, late)


def attempt_or_conflict(act) -> str:
    """Late or repeated requests get a 409; any other error fails."""
    try:
        act()
    except Conflict as error:
        return error.code
    return "done"


def check_consistent(tournament: Tournament, secretary: User, late: User) -> None:
    assert Entry.objects.filter(tournament=tournament, user=late).count() == 1
    assert Entry.objects.filter(tournament=tournament, name="later").count() == 1
    if not Round.objects.filter(published_at__isnull=False).exists():
        Round.objects.exists() or pair_round(tournament_id=tournament.pk, user=secretary)
        publish_round(tournament_id=tournament.pk, user=secretary, seen=seen(tournament))
    count_finished_games()
    placed = placed_in(1)
    assert len(placed) == len(set(placed))
    # Every game belongs to a table, and no one waits for a withdrawn player.
    assert Game.objects.count() == Table.objects.filter(game__isnull=False).count()
    gone = Entry.objects.filter(status=EntryStatus.WITHDRAWN)
    assert gone.count() == 3
    assert not Table.objects.filter(seats__entry__in=gone, game__status__in=["running", "setup"]).exists()
    assert not Table.objects.filter(seats__entry__in=gone, outcome="").exists()


def test_all_players_withdraw_while_the_round_is_published() -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 6, rounds=3, venue=Venue.CORRESPONDENCE)
    pair_round(tournament_id=tournament.pk, user=secretary)
    entries, draft = list(Entry.objects.order_by("number")), seen(tournament)

    def act(number: int) -> str:
        if number < len(entries):
            return attempt(lambda: withdraw_player(entry_id=entries[number].pk, user=secretary))
        return attempt(lambda: publish_round(tournament_id=tournament.pk, user=secretary, seen=draft))

    answers = at_once(len(entries) + 2, act)
    assert answers[: len(entries)] == ["done"] * len(entries)
    assert set(answers[len(entries) :]) <= {"done", "no_draft", "published"}
    count_finished_games()
    assert set(Entry.objects.values_list("status", flat=True)) == {EntryStatus.WITHDRAWN}
    assert not Game.objects.filter(status__in=["running", "setup"]).exists()
    assert Game.objects.count() == Table.objects.filter(game__isnull=False).count()
    assert attempt(lambda: pair_round(tournament_id=tournament.pk, user=secretary)) != "done"
