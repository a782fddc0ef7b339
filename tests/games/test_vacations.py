"""Vacations: announced by the player, within a budget; they stop only the player's own correspondence clocks."""

import json
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts.errors import Conflict, Invalid, Unprocessable
from accounts.models import FormerTimeZone, User
from accounts.services.account_closure import close_account
from accounts.services.profile import change_profile
from games import tasks
from games.enums import Delivery
from games.lobby.services.create import start_game
from games.lobby.services.terms import read_terms
from games.models import Game, Notice, SweepHeartbeat, Vacation
from games.notifications.services.notices import choose_deliveries, remind
from games.services.account_closure import erase_player_data
from games.services.clock import settle_game
from games.services.play import submit_turn
from games.services.setup import submit_setup
from games.timing import DAY, HOUR, MINUTE, TimeControl
from games.vacations.selectors import vacation_overview
from games.vacations.services import announce_vacation, end_vacation, redate_after_moves, redate_games
from tests.accounts.people import has_code
from tests.games.playing import client_of, next_turn, play, start

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
WEEK = date(2026, 3, 8)


@pytest.fixture
def clock():
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


def sweep(clock, moment: datetime) -> int:
    """Let time pass up to a moment, with heartbeats, and sweep."""
    clock.move_to(moment)
    SweepHeartbeat.objects.update(beaten_at=timezone.now())
    return tasks.settle_live() + tasks.settle_correspondence()


def deadline(game: Game) -> datetime:
    game.refresh_from_db()
    assert game.deadline is not None
    return game.deadline


def test_a_vacation_stops_the_players_own_clock(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    sweep(clock, MONDAY + 12 * HOUR)
    announce_vacation(user=people[0], until=WEEK)
    back = datetime(2026, 3, 9, tzinfo=UTC)
    assert deadline(game) == back + 12 * HOUR
    assert game.events.order_by("seq").last().kind == "clock"
    assert sweep(clock, back + 11 * HOUR) == 0
    assert sweep(clock, back + 12 * HOUR) == 1
    game.refresh_from_db()
    assert (game.status, game.reason) == ("over", "timeout")


def test_the_opponents_clock_runs_on(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    announce_vacation(user=people[1], until=WEEK)
    assert deadline(game) == MONDAY + DAY
    play(game, 1)
    assert deadline(game) == datetime(2026, 3, 9, tzinfo=UTC) + DAY


def test_a_turn_during_a_vacation_is_charged_only_for_the_time_before(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.bank(5 * DAY))
    clock.shift(DAY)
    announce_vacation(user=people[0], until=WEEK)
    clock.shift(2 * DAY)
    play(game, 1)
    assert game.seats.get(index=0).bank == 4 * DAY
    assert game.steps.get().spent == DAY


def test_live_games_and_tournaments_without_vacations_are_not_stopped(people: list[User], clock) -> None:
    live = start("lyra-2", people[:2], control=TimeControl.seconds(600))
    strict = start("lyra-2", people[:2], control=TimeControl.days(1), vacation_allowed=False)
    before = deadline(live), deadline(strict)
    announce_vacation(user=people[0], until=WEEK)
    assert (deadline(live), deadline(strict)) == before
    seats = client_of(people[1]).get(f"/api/v1/games/{strict.pk}/").json()["seats"]
    assert [seat["vacation"] for seat in seats] == [None, None]
    assert sweep(clock, MONDAY + DAY) == 2


def days_left(user: User, year: int) -> int:
    years = vacation_overview(user, timezone.now())["years"]
    return next(each["days_left"] for each in years if each["year"] == year)


def test_ending_a_vacation_early_refunds_the_days(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    vacation = announce_vacation(user=people[0], until=WEEK)
    assert days_left(people[0], 2026) == 30 - 7
    clock.shift(2 * DAY)
    end_vacation(user=people[0], vacation_id=vacation.pk)
    assert deadline(game) == MONDAY + 3 * DAY
    assert days_left(people[0], 2026) == 30 - 3
    with pytest.raises(Conflict, check=has_code("vacation_is_over")):
        end_vacation(user=people[0], vacation_id=vacation.pk)
    ahead = announce_vacation(user=people[0], start=date(2026, 5, 1), until=date(2026, 5, 4))
    end_vacation(user=people[0], vacation_id=ahead.pk)
    assert days_left(people[0], 2026) == 30 - 3
    assert deadline(game) == MONDAY + 3 * DAY


def test_the_budget_is_per_year_and_each_day_counts_once(people: list[User], clock, settings) -> None:
    settings.VACATION_DAYS_PER_YEAR = 5
    ada = people[0]
    with pytest.raises(Unprocessable, check=has_code("no_vacation_left")) as refused:
        announce_vacation(user=ada, until=date(2026, 3, 7))
    assert refused.value.payload == {"year": 2026, "days": 5}
    for _ in range(3):  # several vacations within a day cost that day once
        vacation = announce_vacation(user=ada, until=date(2026, 3, 2))
        clock.shift(HOUR)
        end_vacation(user=ada, vacation_id=vacation.pk)
    assert days_left(ada, 2026) == 4
    announce_vacation(user=ada, start=date(2026, 12, 30), until=date(2027, 1, 3))
    assert (days_left(ada, 2026), days_left(ada, 2027)) == (2, 2)


@pytest.mark.parametrize(
    ("first", "last"),
    [(date(2026, 3, 1), date(2026, 3, 4)), (date(2026, 3, 5), date(2026, 3, 4)), (None, date(2028, 1, 1))],
)
def test_invalid_dates_are_refused(people: list[User], clock, first: date | None, last: date) -> None:
    with pytest.raises(Invalid):
        announce_vacation(user=people[0], start=first, until=last)
    assert not Vacation.objects.exists()


def test_vacations_must_not_overlap_but_may_be_adjacent(people: list[User], clock) -> None:
    announce_vacation(user=people[0], until=date(2026, 3, 4))
    with pytest.raises(Conflict, check=has_code("vacation_overlaps")):
        announce_vacation(user=people[0], start=date(2026, 3, 4), until=date(2026, 3, 6))
    announce_vacation(user=people[0], start=date(2026, 3, 5), until=date(2026, 3, 6))
    assert Vacation.objects.count() == 2


def test_days_are_in_the_players_time_zone(people: list[User], clock) -> None:
    change_profile(user=people[0], time_zone="Pacific/Auckland")
    vacation = announce_vacation(user=people[0], start=date(2026, 3, 5), until=date(2026, 3, 5))
    assert vacation.interval == (datetime(2026, 3, 4, 11, tzinfo=UTC), datetime(2026, 3, 5, 11, tzinfo=UTC))


def test_opponents_see_a_vacation_on_page_lists_and_api(people: list[User], clock, client: Client) -> None:
    game = start("nonaga", people[:2])
    url = f"/api/v1/games/{game.pk}/"
    other = client_of(people[1])
    before = other.get(url)
    vacation = announce_vacation(user=people[0], until=WEEK)
    shown = {"from": "2026-03-02T12:00:00.000Z", "until": "2026-03-09T00:00:00.000Z"}
    after = other.get(url, headers={"If-None-Match": before["ETag"]})
    assert [seat["vacation"] for seat in after.json()["seats"]] == [shown, None]
    assert [player["vacation"] for player in other.get("/api/v1/games/").json()["results"][0]["players"]] == [
        shown,
        None,
    ]
    client.force_login(people[1])
    away = render_to_string("components/vacation.html", {"vacation": vacation})
    for path in (f"/games/{game.pk}/", "/my/games/", f"/people/{people[0].username}/"):
        assert away in client.get(path).content.decode()
    assert away not in client.get(f"/people/{people[1].username}/").content.decode()
    SweepHeartbeat.objects.all().delete()
    clock.move_to(datetime(2026, 3, 9, tzinfo=UTC))
    over = other.get(url, headers={"If-None-Match": after["ETag"]})
    assert [seat["vacation"] for seat in over.json()["seats"]] == [None, None]


def test_a_wrong_stored_deadline_does_not_flag(people: list[User], clock) -> None:
    """The deadline is recomputed from the vacations before a clock is flagged."""
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    announce_vacation(user=people[0], until=WEEK)
    Game.objects.update(deadline=MONDAY + DAY)
    clock.shift(DAY)
    assert settle_game(game_id=game.pk, now=timezone.now()) is True
    game.refresh_from_db()
    assert (game.status, game.deadline) == ("running", datetime(2026, 3, 9, tzinfo=UTC) + DAY)
    assert settle_game(game_id=game.pk, now=timezone.now()) is False


def test_a_vacation_after_the_deadline_does_not_prevent_the_flag(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    sweep(clock, MONDAY + 23 * HOUR)
    clock.shift(HOUR)
    SweepHeartbeat.objects.update(beaten_at=timezone.now())
    announce_vacation(user=people[0], until=WEEK)
    assert tasks.settle_correspondence() == 1
    game.refresh_from_db()
    assert game.reason == "timeout"


def test_a_vacation_stops_the_time_for_the_players_set_up(people: list[User], clock) -> None:
    game = start("vaeva", people[:2], control=TimeControl.days(1), set_up=False)
    announce_vacation(user=people[0], until=date(2026, 3, 3))
    assert deadline(game) == MONDAY + DAY  # the opponent's
    submit_setup(game_id=game.pk, user=people[1], setup="=BDFHJLNPR")
    assert deadline(game) == datetime(2026, 3, 4, tzinfo=UTC) + DAY
    assert sweep(clock, MONDAY + 2 * DAY) == 0
    assert sweep(clock, deadline(game)) == 1


def test_an_outage_and_a_vacation_are_both_compensated(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    tasks.settle_correspondence()
    announce_vacation(user=people[0], start=date(2026, 3, 4), until=WEEK)
    clock.shift(DAY)  # an outage
    tasks.settle_correspondence()
    assert game.steps.count() == 0
    assert deadline(game) == datetime(2026, 3, 9, tzinfo=UTC) + 12 * HOUR


def test_reminders_wait_until_the_clock_runs(people: list[User], clock) -> None:
    game = start("lyra-2", people[:2], control=TimeControl.days(1))
    choose_deliveries(user=people[0], deliveries={"reminder": Delivery.NEVER})
    announce_vacation(user=people[0], until=WEEK)
    assert remind(now=MONDAY + 6 * DAY) == 0
    assert remind(now=deadline(game) - 4 * HOUR) == 1
    assert Notice.objects.get(kind="reminder").game == game


def test_weekends_are_in_each_players_time_zone(people: list[User], clock) -> None:
    ada, ben = people[:2]
    change_profile(user=ben, time_zone="Pacific/Auckland")
    game = start("lyra-2", [ada, ben], control=TimeControl.days(5), weekends_off=True)
    assert deadline(game) == MONDAY + 7 * DAY
    clock.move_to(datetime(2026, 3, 6, 10, tzinfo=UTC))  # eleven on Friday night in Auckland
    SweepHeartbeat.objects.all().delete()
    play(game, 1)
    assert deadline(game) == datetime(2026, 3, 13, 10, tzinfo=UTC)
    clock.move_to(datetime(2026, 3, 8, 12, tzinfo=UTC))
    play(game, 1)
    assert game.steps.get(ply=1).spent == 2 * HOUR  # one before the weekend, one after it


def test_a_new_time_zone_applies_from_the_next_weekend(
    people: list[User], clock, django_capture_on_commit_callbacks
) -> None:
    ada = people[0]
    change_profile(user=ada, time_zone="Pacific/Kiritimati")
    game = start("lyra-2", people[:2], control=TimeControl.days(7), weekends_off=True)
    clock.move_to(datetime(2026, 3, 8, 9, tzinfo=UTC))
    with django_capture_on_commit_callbacks(execute=True):
        change_profile(user=ada, time_zone="Pacific/Pago_Pago")
    assert deadline(game) == MONDAY + 9 * DAY
    assert FormerTimeZone.objects.filter(user=ada).count() == 2
    before = game.event_seq
    assert redate_games(user_id=ada.pk) == 0  # done already
    game.refresh_from_db()
    assert game.event_seq == before


def test_the_sweep_finds_a_time_zone_change_whose_task_was_lost(people: list[User], clock) -> None:
    clock.move_to(datetime(2026, 3, 4, 4, tzinfo=UTC))
    ada, ben, cleo = people[:3]
    games = [start("lyra-2", [one, cleo], control=TimeControl.days(3), weekends_off=True) for one in (ada, ben)]
    saturday = datetime(2026, 3, 7, 4, tzinfo=UTC)
    assert [deadline(game) for game in games] == [saturday + 2 * DAY] * 2
    change_profile(user=ada, time_zone="Pacific/Pago_Pago")  # still Friday there
    assert redate_after_moves() == 1
    assert [deadline(game) for game in games] == [saturday, saturday + 2 * DAY]
    assert redate_after_moves() == 0


def test_a_live_game_has_no_weekends(people: list[User]) -> None:
    with pytest.raises(Invalid) as refused:
        read_terms(variant="lyra-2", control=TimeControl.seconds(60), weekends_off=True)
    assert list(refused.value.fields or {}) == ["weekends_off"]


def test_a_proposal_with_weekends_off_becomes_such_a_game(people: list[User]) -> None:
    terms = {"variant": "lyra-2", "control": {"kind": "days", "allowance": 86400}, "weekends_off": True}
    seek = client_of(people[0]).post("/api/v1/seeks/", terms).json()
    game = client_of(people[1]).post(f"/api/v1/seeks/{seek['id']}/join/").json()["game"]
    assert seek["weekends_off"] is True
    assert Game.objects.get(pk=game).weekends_off is True


def test_the_vacation_api(people: list[User], clock) -> None:
    own = client_of(people[0])
    made = own.post("/api/v1/vacations/", {"until": "2026-03-08"})
    assert (made.status_code, made.json()["days"]) == (201, 7)
    overview = own.get("/api/v1/vacations/").json()
    assert overview["years"][0] == {"year": 2026, "days_taken": 7, "days_left": 23}
    assert overview["vacations"] == [made.json()]
    url = f"/api/v1/vacations/{made.json()['id']}/"
    assert (
        own.post("/api/v1/vacations/", {"from": "2026-03-03", "until": "2026-03-04"}).json()["code"]
        == "vacation_overlaps"
    )
    assert (
        own.post("/api/v1/vacations/", {"from": "2026-04-01", "until": "2026-05-04"}).json()["code"]
        == "no_vacation_left"
    )
    assert client_of(people[4]).delete(url).status_code == 404
    assert client_of(None).get("/api/v1/vacations/").status_code == 401
    assert client_of(None).post("/api/v1/vacations/", {"until": "2026-03-08"}).status_code == 401
    assert client_of(None).delete(url).status_code == 401
    assert own.delete(url).status_code == 204
    assert own.get("/api/v1/vacations/").json()["vacations"] == []


def announce_on_page(client: Client, *, until: str, start: str = "") -> tuple[int, dict[int, int]]:
    """Announce a vacation on the page and confirm it. Return the days it uses and what is left per year."""
    dates = {"start": start, "until": until}
    asked = client.post("/settings/vacations/", dates)
    assert (asked.status_code, Vacation.objects.filter(ends_at__gt=timezone.now()).count()) == (200, 0)
    confirmed = {**dates, "confirmed": asked.context["preview"]["dates"]}
    assert client.post("/settings/vacations/", confirmed).status_code == 302
    preview = asked.context["preview"]
    return preview["days"], {year["year"]: year["days_left"] for year in preview["years"]}


def test_a_minute_of_vacation_uses_a_day_as_the_page_says_before(people: list[User], clock, client: Client) -> None:
    client.force_login(people[0])
    assert announce_on_page(client, until="2026-03-02") == (1, {2026: 29})
    clock.shift(MINUTE)
    end_vacation(user=people[0], vacation_id=Vacation.objects.get().pk)
    assert vacation_overview(people[0], timezone.now())["years"][0]["days_left"] == 29
    clock.shift(MINUTE)
    assert announce_on_page(client, until="2026-03-02") == (0, {})


def test_a_vacation_over_new_year_shows_the_days_used_in_both_years(people: list[User], clock, client: Client) -> None:
    client.force_login(people[0])
    page = client.post("/settings/vacations/", {"start": "2026-12-30", "until": "2027-01-03"})
    years = [(year["year"], year["days"], year["days_left"]) for year in page.context["preview"]["years"]]
    assert (page.context["preview"]["days"], years) == (5, [(2026, 2, 28), (2027, 3, 27)])


def test_confirming_other_dates_uses_no_days(people: list[User], clock, client: Client) -> None:
    client.force_login(people[0])
    asked = client.post("/settings/vacations/", {"until": "2026-03-08"})
    other = {"until": "2026-03-28", "confirmed": asked.context["preview"]["dates"]}
    again = client.post("/settings/vacations/", other)
    assert again.context["preview"]["days"] == 27
    assert not Vacation.objects.exists()
    too_long = client.post("/settings/vacations/", {"until": "2026-04-28"})
    assert (too_long.status_code, too_long.context["preview"]) == (422, None)


def test_the_vacation_page(people: list[User], clock, client: Client) -> None:
    assert client.get("/settings/vacations/").status_code == 302
    client.force_login(people[0])
    assert client.post("/settings/vacations/", {"until": "2026-03-01"}).status_code == 422
    announce_on_page(client, until="2026-03-08")
    page = client.get("/settings/vacations/")
    vacation = Vacation.objects.get()
    assert [year["days_left"] for year in page.context["years"] if year["year"] == 2026] == [23]
    assert f'action="/settings/vacations/{vacation.pk}/end/"' in page.content.decode()
    client.force_login(people[4])
    assert client.post(f"/settings/vacations/{vacation.pk}/end/").status_code == 404
    client.force_login(people[0])
    clock.shift(MINUTE)
    client.post(f"/settings/vacations/{vacation.pk}/end/")
    vacation.refresh_from_db()
    assert vacation.ends_at == timezone.now()


def test_vacations_are_exported_and_erased_with_their_owner(people: list[User], clock) -> None:
    announce_vacation(user=people[0], until=WEEK)
    change_profile(user=people[0], time_zone="Europe/Vienna")
    data = json.loads(client_of(people[0]).get("/api/v1/me/export/").content)
    assert [vacation["time_zone"] for vacation in data["vacations"]] == ["UTC"]
    assert [zone["time_zone"] for zone in data["account"]["former_time_zones"]] == ["UTC"]
    close_account(user=people[0])
    erase_player_data(user_id=people[0].pk)
    assert not Vacation.objects.exists()
    assert not FormerTimeZone.objects.exists()


def test_a_game_that_starts_during_a_vacation_takes_it_into_account(people: list[User], clock) -> None:
    announce_vacation(user=people[0], until=WEEK)
    terms = read_terms(variant="lyra-2", control=TimeControl.days(1))
    game = start_game(terms=terms, players=people[:2])
    assert game.deadline == datetime(2026, 3, 9, tzinfo=UTC) + DAY
    submit_turn(game_id=game.pk, user=people[0], ply=0, steps=next_turn(game))
    assert deadline(game) == MONDAY + DAY
