"""Clocks: flags by the sweep, time limits, banks, outages; all with a controlled clock."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game, GameEvent, GameFault, SweepHeartbeat
from games.services.clock import settle_overdue
from games.services.endings import resign
from games.services.offers import offer_draw
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import DAY, HOUR, MINUTE, SECOND, TimeControl
from tests.games.playing import SETUPS, client_of, next_turn, play, start

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def sweep_both() -> int:
    return tasks.settle_live() + tasks.settle_correspondence()


def move_on(clock, duration: timedelta) -> int:
    """Let time pass as while the site runs, with heartbeats, then sweep."""
    clock.shift(duration)
    SweepHeartbeat.objects.update(beaten_at=timezone.now())
    return sweep_both()


def status_of(game: Game) -> tuple[str, str]:
    game.refresh_from_db()
    return game.status, game.reason


def test_the_sweep_flags_without_any_request(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    move_on(clock, DAY - MINUTE)
    assert status_of(game) == ("running", "")
    move_on(clock, MINUTE)
    assert status_of(game) == ("over", "timeout")
    ranks = list(game.seats.order_by("index").values_list("rank", "left", "points_numerator"))
    assert ranks == [(2, "timeout", 0), (1, "", 6)]
    assert list(game.steps.values_list("text", flat=True)) == ["#timeout:0"]


def test_settling_twice_changes_nothing_more(people: list[User], clock) -> None:
    start("lyra-2", people[:2], control=TimeControl.seconds(60))
    sweep_both()
    assert move_on(clock, 61 * SECOND) == 1
    before = list(Game.objects.values()), list(GameEvent.objects.values())
    assert sweep_both() == 0
    assert (list(Game.objects.values()), list(GameEvent.objects.values())) == before


def test_a_read_settles_too(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    client = client_of(people[4])
    first = client.get(f"/api/v1/games/{game.pk}/")
    assert first.json()["clock"]["deadline"] == "2026-03-02T12:01:00.000Z"
    clock.shift(60)
    now = client.get(f"/api/v1/games/{game.pk}/", headers={"If-None-Match": first["ETag"]})
    assert now.json()["status"] == "over"
    assert now.json()["result"]["reason"] == "timeout"


def test_a_late_turn_is_refused_and_the_flag_stays(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    steps = next_turn(game)
    clock.shift(61)
    answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", {"ply": 0, "steps": steps})
    assert (answer.status_code, answer.json()["code"]) == (409, "game_over")
    assert status_of(game) == ("over", "timeout")


@pytest.mark.parametrize(
    ("method", "what", "body", "status"),
    [("delete", "draw", {}, 409), ("delete", "takeback", {}, 409), ("post", "chat", {"text": "Too late?"}, 201)],
)
def test_expired_clocks_are_applied_before_any_other_action(
    people: list[User], clock, method: str, what: str, body: dict, status: int
) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    clock.shift(61)
    answer = getattr(client_of(people[0]), method)(f"/api/v1/games/{game.pk}/{what}/", body)
    assert (answer.status_code, status_of(game)) == (status, ("over", "timeout"))


def test_with_three_seats_two_play_on_when_one_is_flagged(people: list[User], clock) -> None:
    game = start("bataille-3", people[:3], control=TimeControl.seconds(60))
    clock.shift(61)
    sweep_both()
    game.refresh_from_db()
    assert (game.status, game.to_move) == ("running", 1)
    assert game.deadline == timezone.now() + MINUTE
    assert game.face["placed"] == [3, 0, 0]
    play(game, 2)
    assert game.to_move == 1


def test_a_bank_runs_down_and_is_refilled(people: list[User], clock) -> None:
    control = TimeControl.bank(10 * MINUTE, 5 * SECOND, 10 * MINUTE)
    game = start("lyra-2", people[:2], control=control)
    clock.shift(30)
    play(game, 1)
    assert [seat.bank for seat in game.seats.order_by("index")] == [9 * MINUTE + 35 * SECOND, 10 * MINUTE]
    assert game.deadline == timezone.now() + 10 * MINUTE
    assert game.steps.get().spent == 30 * SECOND
    clock.shift(1)
    play(game, 1)
    assert game.seats.get(index=1).bank == 10 * MINUTE
    assert game.deadline == timezone.now() + 9 * MINUTE + 35 * SECOND


def banks_shown(game: Game, viewer: User) -> list[float | None]:
    """The stopped clocks, which API, page and last event show alike."""
    client = Client()
    client.force_login(viewer)
    page = client.get(f"/games/{game.pk}/").context["data"]["game"]["clock"]["banks"]
    api = client_of(viewer).get(f"/api/v1/games/{game.pk}/").json()["clock"]["banks"]
    event = game.events.order_by("seq").last().payload["clock"]["banks"]
    assert page == api == event
    return api


def start_with_44_seconds(people: list[User], clock) -> Game:
    """A game with banks of a minute, in which the seat to move has 44 seconds left."""
    game = start("lyra-2", people[:2], control=TimeControl.bank(MINUTE, 2 * SECOND))
    move_on(clock, 18 * SECOND)
    return play(game, 2)


def test_a_flagged_clock_shows_no_time_left(people: list[User], clock) -> None:
    game = start_with_44_seconds(people, clock)
    assert [seat.bank for seat in game.seats.order_by("index")] == [44 * SECOND, 62 * SECOND]
    move_on(clock, 44 * SECOND)
    assert status_of(game) == ("over", "timeout")
    assert [banks_shown(game, viewer) for viewer in people[:3]] == [[0, 62]] * 3


def test_a_game_flagged_by_an_older_version_shows_no_time_left(people: list[User], clock) -> None:
    game = start_with_44_seconds(people, clock)
    move_on(clock, 44 * SECOND)
    game.seats.filter(index=0).update(bank=44 * SECOND)
    assert banks_shown(game, people[0]) == [0, 62]


@pytest.mark.parametrize(
    "control", [TimeControl.seconds(60), TimeControl.bank(MINUTE), TimeControl.days(1)], ids=["seconds", "bank", "days"]
)
def test_a_flagged_clock_shows_no_time_left_while_the_others_play_on(people: list[User], clock, control) -> None:
    game = start("bataille-3", people[:3], control=control)
    move_on(clock, control.allowance)
    assert status_of(game) == ("running", "")
    left = 60 if control.has_bank else None
    assert banks_shown(game, people[1]) == [0, left, left]


@pytest.mark.parametrize("resigns", [0, 1], ids=["who is to move", "who waits"])
def test_a_clock_stops_where_it_was_when_a_player_resigns(people: list[User], clock, resigns: int) -> None:
    game = start_with_44_seconds(people, clock)
    move_on(clock, 30 * SECOND)
    resign(game_id=game.pk, user=people[resigns])
    assert banks_shown(game, people[0]) == [14, 62]


def test_a_clock_stops_where_it_was_when_a_draw_is_agreed(people: list[User], clock) -> None:
    game = start_with_44_seconds(people, clock)
    move_on(clock, 30 * SECOND)
    for player in people[:2]:
        offer_draw(game_id=game.pk, user=player, ply=game.ply)
    assert banks_shown(game, people[0]) == [14, 62]


def test_the_last_turn_of_a_game_is_charged_once(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.bank(MINUTE, 2 * SECOND), turn_limit=1)
    move_on(clock, 18 * SECOND)
    play(game, 1)
    move_on(clock, 10 * SECOND)
    play(game, 1)
    assert status_of(game) == ("over", "limit")
    assert banks_shown(game, people[0]) == [44, 52]


@pytest.mark.slow
def test_a_game_limited_to_an_hour_ends_by_tally(people: list[User], clock) -> None:
    game = start("vaeva", people[:2], control=TimeControl.seconds(60), time_limit=HOUR)
    assert game.ends_at == timezone.now() + HOUR
    while timezone.now() < NOON + HOUR - 30 * SECOND:
        play(game, 1, seed=game.ply)
        move_on(clock, 30 * SECOND)
    assert status_of(game) == ("running", "")
    move_on(clock, 31 * SECOND)
    assert status_of(game) == ("over", "limit")
    assert game.by_tally == [0, 1]


def test_the_time_limit_applies_to_games_without_set_ups(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60), time_limit=HOUR)
    assert (game.started_at, game.ends_at) == (NOON, NOON + HOUR)
    move_on(clock, 30 * SECOND)
    play(game, 1)
    assert (game.started_at, game.ends_at) == (NOON, NOON + HOUR)


def test_a_game_can_have_a_fixed_end_time(people: list[User], clock) -> None:
    terms = read_terms(variant="lyra-2", control=TimeControl.days(7))
    game = start_game(terms=terms, players=people[:2], arranged_by="round 3", ends_at=NOON + DAY)
    move_on(clock, DAY)
    assert status_of(game) == ("over", "limit")


def test_set_ups_have_a_deadline(people: list[User], clock) -> None:
    one, none = (start("vaeva", people[:2], control=TimeControl.seconds(60), set_up=False) for _ in range(2))
    submit_setup(game_id=one.pk, user=people[1], setup="=BDFHJLNPR")
    move_on(clock, 5 * MINUTE)
    assert status_of(one) == ("over", "timeout")
    assert list(one.seats.order_by("index").values_list("rank", flat=True)) == [2, 1]
    assert status_of(none) == ("annulled", "")


def test_an_outage_is_compensated_before_any_flag(people: list[User], clock) -> None:
    live = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    slow = start("lyra-2", people[:2], control=TimeControl.days(1))
    sweep_both()
    clock.shift(2 * DAY)
    assert sweep_both() == 0
    for game, allowance in ((live, MINUTE), (slow, DAY)):
        game.refresh_from_db()
        assert (game.status, game.since, game.deadline) == ("running", NOON + 2 * DAY, NOON + 2 * DAY + allowance)
        assert game.events.order_by("seq").last().kind == "clock"
    assert move_on(clock, 61 * SECOND) == 1
    assert status_of(live) == ("over", "timeout")


def test_time_before_an_outage_stays_spent(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    sweep_both()
    move_on(clock, HOUR)
    clock.shift(2 * HOUR)
    assert sweep_both() == 0
    game.refresh_from_db()
    assert (game.since, game.deadline) == (NOON + 2 * HOUR, NOON + 2 * HOUR + DAY)
    numbers = list(game.events.order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, game.event_seq + 1))


def test_the_first_request_after_an_outage_neither_flags_nor_is_charged(people: list[User], clock) -> None:
    control = TimeControl.bank(10 * MINUTE)
    game = start("lyra-2", people[:2], control=control)
    clock.shift(60)
    sweep_both()
    clock.shift(3600)
    assert client_of(people[1]).get(f"/api/v1/games/{game.pk}/").json()["status"] == "running"
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=next_turn(game))
    assert game.seats.get(index=0).bank == 9 * MINUTE
    clock.shift(5)
    sweep_both()
    game.refresh_from_db()
    assert game.deadline == timezone.now() + 10 * MINUTE


def test_one_unreadable_game_does_not_stop_the_sweep(people: list[User], clock, caplog) -> None:
    bad, good = (start("lyra-2", people[:2], control=TimeControl.seconds(60)) for _ in range(2))
    Game.objects.filter(pk=bad.pk).update(snapshot={"position": "nonsense"})
    clock.shift(61)
    assert settle_overdue(is_live=True) == 1
    assert status_of(good) == ("over", "timeout")
    assert status_of(bad)[0] == "running"
    assert caplog.text.count(f"Failed to settle game {bad.pk};") == 1


def test_a_game_deleted_during_the_sweep_does_not_stop_it(people: list[User], clock) -> None:
    """A guest's games are deleted with the guest, possibly between the sweep's query and its lock."""
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    clock.shift(61)
    with patch("games.services.clock._overdue_ids", return_value=[game.pk + 1, game.pk]):
        assert settle_overdue(is_live=True) == 1
    assert status_of(game) == ("over", "timeout")


def test_an_unreadable_game_is_reported_once_and_retried_with_backoff(
    people: list[User], clock, caplog, client: Client
) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    readable = game.snapshot
    Game.objects.filter(pk=game.pk).update(snapshot={"position": "nonsense"})
    for pause in [MINUTE] * 15 + [HOUR] * 48:  # two days of sweeps
        move_on(clock, pause)
    fault = GameFault.objects.get()
    assert (fault.game_id, fault.tries, fault.again_at) == (game.pk, 5, None)
    assert caplog.text.count(f"Failed to settle game {game.pk};") == 1
    assert caplog.text.count(f"Giving up on game {game.pk} ") == 1
    # Readers see the game unchanged, and the API reveals no more than before.
    assert client_of(people[1]).get(f"/api/v1/games/{game.pk}/").json()["status"] == "running"
    administrator = User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77")
    client.force_login(administrator)
    assert b"is not tried" not in client.get("/admin/games/gamefault/").content
    assert fault.reason.split(":")[0].encode() in client.get("/admin/games/gamefault/").content
    Game.objects.filter(pk=game.pk).update(snapshot=readable)
    client.post("/admin/games/gamefault/", {"action": "try_again", "_selected_action": [game.pk]})
    assert list(LogEntry.objects.values_list("object_id", "change_message")) == [(str(game.pk), "Retried.")]
    assert move_on(clock, MINUTE) == 1
    assert status_of(game) == ("over", "timeout")


def test_an_outage_is_not_recorded_as_a_fault_of_the_game(people: list[User], clock) -> None:
    start("lyra-2", people[:2], control=TimeControl.seconds(60))
    clock.shift(61)
    with (
        patch("games.services.clock.settle_game", side_effect=OperationalError("connection refused")),
        pytest.raises(OperationalError),
    ):
        settle_overdue(is_live=True)
    assert not GameFault.objects.exists()
    assert settle_overdue(is_live=True) == 1


def test_a_system_clock_that_jumps_ahead_and_back_flags_no_clock(people: list[User], clock) -> None:
    """Two hours forward look like an outage and are compensated; after the correction heartbeats use the true time."""
    live = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    slow = start("lyra-2", people[:2], control=TimeControl.days(1))
    sweep_both()
    clock.shift(2 * HOUR)
    assert sweep_both() == 0
    clock.shift(-2 * HOUR)
    assert sweep_both() == 0
    assert [status_of(game) for game in (live, slow)] == [("running", ""), ("running", "")]
    beats = set(SweepHeartbeat.objects.values_list("beaten_at", flat=True))
    assert beats == {NOON}
    # An outage right after it is recognised.
    clock.shift(3 * HOUR)
    assert sweep_both() == 0
    assert [status_of(game) for game in (live, slow)] == [("running", ""), ("running", "")]
    for game, allowance in ((live, MINUTE), (slow, DAY)):
        assert game.deadline >= timezone.now() + allowance


@pytest.mark.parametrize("back", [5 * SECOND, 2 * HOUR])
def test_a_system_clock_that_is_put_back_charges_no_bank(people: list[User], clock, back: timedelta) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.bank(10 * MINUTE))
    sweep_both()
    clock.shift(-back)
    assert sweep_both() == 0
    play(game, 1)
    assert (game.status, game.seats.get(index=0).bank) == ("running", 10 * MINUTE)
    play(game, 1)
    assert (game.status, game.seats.get(index=1).bank) == ("running", 10 * MINUTE)


@pytest.mark.parametrize(
    ("zone", "before"),
    [
        ("Europe/Prague", datetime(2026, 3, 28, 12, tzinfo=UTC)),
        ("Europe/Prague", datetime(2026, 10, 24, 12, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 11, 1, 2, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 12, tzinfo=UTC)),
    ],
)
def test_a_day_per_turn_is_24_hours_across_daylight_saving_changes(
    people: list[User], clock, zone: str, before: datetime
) -> None:
    clock.move_to(before)
    User.objects.filter(pk=people[0].pk).update(time_zone=zone)
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    move_on(clock, DAY - SECOND)
    assert status_of(game) == ("running", "")
    move_on(clock, SECOND)
    assert status_of(game) == ("over", "timeout")


@pytest.mark.parametrize(("handed_in", "end"), [(1, ("over", "timeout")), (0, ("annulled", ""))])
def test_the_fixed_end_does_not_wait_for_set_ups_or_weekends_off(
    people: list[User], clock, handed_in: int, end: tuple[str, str]
) -> None:
    """Weekends off give a set-up more time than the round has; other games are still swept on time."""
    terms = read_terms(variant="galax", control=TimeControl.days(7), weekends_off=True)
    game = start_game(terms=terms, players=people[:2], ends_at=NOON + 5 * DAY)
    for user in people[:handed_in]:
        submit_setup(game_id=game.pk, user=user, setup=SETUPS["galax"])
    other = start("lyra-2", people[2:4], control=TimeControl.days(5))
    move_on(clock, 5 * DAY)
    assert status_of(game) == end
    assert status_of(other) == ("over", "timeout")


def test_turns_before_the_start_of_the_round_are_dated_now_and_run_no_clock(people: list[User], clock) -> None:
    """Rounds are published ahead of their start; by the clock's start, games would have ended in the future."""
    start_of_round = NOON + 2 * DAY
    terms = read_terms(variant="lyra-2", control=TimeControl.bank(10 * MINUTE), time_limit=HOUR)
    game = start_game(terms=terms, players=people[:2], starts_at=start_of_round)
    assert (game.since, game.ends_at) == (start_of_round, start_of_round + HOUR)
    play(game, 1)
    assert (game.started_at, game.since, game.deadline) == (NOON, start_of_round, start_of_round + 10 * MINUTE)
    assert list(game.steps.values_list("at", "spent")) == [(NOON, timedelta(0))]
    move_on(clock, HOUR)
    resign(game_id=game.pk, user=people[0])
    game.refresh_from_db()
    assert game.finished_at == NOON + HOUR
    assert game.events.order_by("seq").last().at == NOON + HOUR


def test_an_outage_of_two_hours_is_compensated_on_every_kind_of_clock(people: list[User], clock) -> None:
    live = start("lyra-2", people[:2], control=TimeControl.bank(10 * MINUTE))
    slow = start("lyra-2", people[:2], control=TimeControl.days(1), time_limit=None)
    hour = start("vaeva", people[:2], control=TimeControl.seconds(60), time_limit=HOUR)
    setting_up = start("galax", people[:2], control=TimeControl.seconds(60), set_up=False)
    games = [live, slow, hour, setting_up]
    sweep_both()
    before = [(game.deadline, game.ends_at) for game in games]
    clock.shift(2 * HOUR)
    assert sweep_both() == 0
    for game, (deadline, ends_at) in zip(games, before, strict=True):
        game.refresh_from_db()
        assert game.is_in_progress
        assert game.deadline == deadline + 2 * HOUR
        assert game.ends_at == (None if ends_at is None else ends_at + 2 * HOUR)
    play(live, 1)
    assert live.seats.get(index=0).bank == 10 * MINUTE


def test_live_and_correspondence_games_are_swept_separately(people: list[User], clock) -> None:
    live = start("lyra-2", people[:2], control=TimeControl.seconds(60))
    slow = start("lyra-2", people[:2], control=TimeControl.days(1))
    Game.objects.update(deadline=NOON)
    assert tasks.settle_live() == 1
    assert (status_of(live)[0], status_of(slow)[0]) == ("over", "running")
    assert tasks.settle_correspondence() == 1
    assert status_of(slow)[0] == "over"
