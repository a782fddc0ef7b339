"""Notices: each is created once, for those it concerns, and shown only while it is current."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import Invalid
from accounts.models import User
from games import tasks
from games.enums import NoticeKind
from games.lobby.services.create import create_challenge
from games.lobby.services.join import decline_challenge
from games.lobby.services.terms import read_terms
from games.models import Game, Notice
from games.notifications.selectors.notices import count_unread, notice_words, notices_for, reminder_due
from games.notifications.services.notices import choose_deliveries, notify_missed, remind
from games.services.endings import resign
from games.services.offers import ask_takeback
from games.services.setup import submit_setup
from games.timing import DAY, HOUR, Ticking, TimeControl
from tests.games.playing import SETUPS, THREE_DAYS, client_of, play, start
from tests.games.rated import LIVE


def kinds_for(user: User) -> list[str]:
    """The kinds of notices in a user's list."""
    return [notice.kind for notice in notices_for(user)]


def names_in(notice: Notice) -> list[str]:
    """The games and players that a notice names, sorted."""
    return sorted(set(re.findall(r"\b(?:ada|ben|cleo|dan|Nonaga|Galax|Bataille)\b", notice_words(notice))))


def challenge(creator: User, *opponents: User) -> int:
    variant = "nonaga" if len(opponents) == 1 else "bataille-3"
    terms = read_terms(variant=variant, control=THREE_DAYS)
    return create_challenge(user=creator, terms=terms, opponents=list(opponents)).pk


# -- turns --------------------------------------------------------------------------------------------------------


def test_a_turn_is_notified_once(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    assert [tasks.notify_turn(game.pk), tasks.notify_turn(game.pk), tasks.catch_up_on_notices()] == [1, 0, 0]
    assert (kinds_for(people[0]), kinds_for(people[1])) == (["turn"], [])
    assert names_in(notices_for(people[0])[0]) == ["Nonaga", "ben"]


def test_the_notice_of_a_turn_disappears_when_it_is_played(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    tasks.notify_turn(game.pk)
    play(game, 1)
    assert kinds_for(people[0]) == []
    assert count_unread(people[0]) == 0
    assert tasks.notify_turn(game.pk) == 1
    assert kinds_for(people[1]) == ["turn"]


def test_a_turn_after_a_take_back_is_notified_again(people: list[User]) -> None:
    ada, ben = people[:2]
    game = play(start("nonaga", [ada, ben]), 1)
    tasks.notify_turn(game.pk)
    ask_takeback(game_id=game.pk, user=ada, ply=game.ply)
    ask_takeback(game_id=game.pk, user=ben, ply=game.ply)
    assert [tasks.notify_turn(game.pk), kinds_for(ada), kinds_for(ben)] == [1, ["turn"], []]
    game.refresh_from_db()
    play(game, 1)
    assert [tasks.notify_turn(game.pk), kinds_for(ada), kinds_for(ben)] == [1, [], ["turn"]]


def test_the_sweep_creates_missed_notices_once(people: list[User]) -> None:
    start("nonaga", people[:2])
    challenge(people[2], people[3])
    over = start("nonaga", people[2:4])
    resign(game_id=over.pk, user=people[2])
    assert [tasks.catch_up_on_notices(), tasks.catch_up_on_notices()] == [3, 0]
    assert (kinds_for(people[0]), kinds_for(people[2]), sorted(kinds_for(people[3]))) == (
        ["turn"],
        [],
        ["challenge", "over"],
    )


def test_only_players_without_a_set_up_are_notified(people: list[User]) -> None:
    game = start("galax", people[:2], set_up=False)
    assert [tasks.notify_turn(game.pk), tasks.notify_turn(game.pk)] == [2, 0]
    assert names_in(notices_for(people[0])[0]) == ["Galax", "ben"]
    submit_setup(game_id=game.pk, user=people[0], setup=SETUPS["galax"])
    assert (kinds_for(people[0]), kinds_for(people[1])) == ([], ["turn"])


def test_ais_and_live_games_get_no_turn_notices(people: list[User]) -> None:
    ai = User.objects.filter(is_ai=True).order_by("pk")[0]
    games = [start("nonaga", [ai, people[0]]), start("nonaga", people[:2], control=LIVE)]
    assert [tasks.notify_turn(game.pk) for game in games] == [0, 0]
    assert tasks.catch_up_on_notices() == 0


def test_signals_enqueue_the_notification_tasks(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    heard: list[tuple[str, int]] = []
    for task in (tasks.notify_turn, tasks.notify_end, tasks.notify_challenge):
        monkeypatch.setattr(task, "delay", lambda number, name=task.name: heard.append((name, number)))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        game = start("nonaga", people[:2])
        resign(game_id=game.pk, user=people[0])
        proposal = challenge(people[2], people[3])
        setting_up = start("galax", people[:2], set_up=False)
    assert heard == [
        ("games.notify_turn", game.pk),
        ("games.notify_end", game.pk),
        ("games.notify_challenge", proposal),
        ("games.notify_turn", setting_up.pk),
    ]


# -- challenges and results ---------------------------------------------------------------------------------------


def test_challenged_players_are_notified_until_the_challenge_is_answered(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    number = challenge(ada, ben, cleo)
    assert [tasks.notify_challenge(number), tasks.notify_challenge(number)] == [2, 0]
    assert (kinds_for(ada), kinds_for(ben), kinds_for(cleo)) == ([], ["challenge"], ["challenge"])
    assert names_in(notices_for(ben)[0]) == ["Bataille", "ada"]
    decline_challenge(proposal_id=number, user=cleo)
    assert (kinds_for(ben), kinds_for(cleo)) == ([], [])


def test_the_end_is_notified_to_all_except_the_player_who_caused_it(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    resign(game_id=game.pk, user=people[0])
    assert [tasks.notify_end(game.pk), tasks.notify_end(game.pk)] == [1, 0]
    assert (kinds_for(people[0]), kinds_for(people[1])) == ([], ["over"])
    assert names_in(notices_for(people[1])[0]) == ["Nonaga", "ada", "ben"]


def test_a_player_who_ran_out_of_time_is_notified_too(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - HOUR, since=timezone.now() - DAY)
    client_of(people[1]).get(f"/api/v1/games/{game.pk}/")
    assert tasks.notify_end(game.pk) == 2


def test_old_results_are_not_notified(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    resign(game_id=game.pk, user=people[0])
    assert notify_missed(now=timezone.now() + 3 * DAY) == 0


# -- reminders ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "gone", "part"),
    [
        (3, 35, None),
        (3, 36, 50),
        (3, 57, 50),
        (3, 58, 80),
        (3, 71, 80),
        (3, 72, None),
        (1, 13, None),
        (1, 19, None),
        (1, 20, 80),
        (14, 168, 50),
    ],
)
def test_reminders_are_due_late_in_a_turn_and_half_way_through_a_long_one(
    days: int, gone: int, part: int | None
) -> None:
    since = timezone.now()
    assert reminder_due(Ticking(since, since + days * DAY), since + gone * HOUR) == part


def test_each_reminder_is_sent_once(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    assert game.since is not None
    at = [game.since + hours * HOUR for hours in (1, 37, 37, 58, 60, 73)]
    assert [remind(now=moment) for moment in at] == [0, 1, 0, 1, 0, 0]
    assert kinds_for(people[0]) == ["reminder", "reminder"]
    assert names_in(notices_for(people[0])[0]) == ["Nonaga", "ben"]
    play(game, 1)
    assert kinds_for(people[0]) == []


def test_live_games_have_no_reminders(people: list[User]) -> None:
    game = start("nonaga", people[:2], control=TimeControl.seconds(600))
    assert game.deadline is not None
    assert remind(now=game.deadline - timedelta(seconds=10)) == 0


# -- the list -----------------------------------------------------------------------------------------------------


def test_page_and_api_list_the_notices(people: list[User], client: Client) -> None:
    game = start("nonaga", people[:2])
    tasks.notify_turn(game.pk)
    client.force_login(people[0])
    page = client.get("/notices/").content.decode()
    assert notice_words(notices_for(people[0])[0]) in page
    assert f'href="/games/{game.pk}/"' in page
    (line,) = client_of(people[0]).get("/api/v1/notices/?unread=true").json()["results"]
    assert (line["kind"], line["game"], line["path"], line["read_at"]) == ("turn", game.pk, f"/games/{game.pk}/", None)
    assert client.post("/notices/read/").status_code == 302
    assert client_of(people[0]).get("/api/v1/notices/?unread=true").json()["results"] == []
    assert len(client_of(people[0]).get("/api/v1/notices/").json()["results"]) == 1


def test_notices_are_private(people: list[User], client: Client) -> None:
    tasks.notify_turn(start("nonaga", people[:2]).pk)
    notice = Notice.objects.get()
    answer = client_of(people[1]).post("/api/v1/notices/read/", {"ids": [notice.pk]})
    assert answer.json() == {"unread": 0}
    notice.refresh_from_db()
    assert notice.read_at is None
    assert client_of(people[1]).get("/api/v1/notices/").json()["results"] == []
    assert client_of(None).get("/api/v1/notices/").status_code == 401
    assert client.get("/notices/").status_code == 302
    assert client_of(people[0]).post("/api/v1/notices/read/", {"ids": [notice.pk]}).json() == {"unread": 0}


def test_an_empty_list_says_so(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    assert '<div class="empty">' in client.get("/notices/").content.decode()


@pytest.mark.slow
def test_the_list_needs_the_same_number_of_queries_at_any_length(people: list[User], client: Client) -> None:
    client.force_login(people[0])

    def cost() -> int:
        tasks.catch_up_on_notices()
        with CaptureQueriesContext(connection) as queries:
            client.get("/notices/")
            client_of(people[0]).get("/api/v1/notices/")
        return len(queries)

    start("nonaga", people[:2])
    challenge(people[1], people[0])
    few = cost()
    for _ in range(12):
        start("nonaga", people[:2])
        challenge(people[1], people[0])
    assert cost() == few
    assert len(kinds_for(people[0])) == 26


def test_the_text_of_a_notice_reads_no_position(people: list[User]) -> None:
    play(start("lyra-2", people[:2]), 1)
    notify_missed()
    [notice] = notices_for(people[1])
    assert notice_words(notice)
    assert notice.game is not None
    assert notice.game.get_deferred_fields() == {"snapshot", "face"}


def test_the_sweep_needs_the_same_number_of_queries_for_many_games(people: list[User]) -> None:
    def cost(games: int) -> int:
        for _ in range(games):
            start("nonaga", people[:2])
        with CaptureQueriesContext(connection) as queries:
            tasks.catch_up_on_notices()
        return len(queries)

    cost(1)
    assert cost(2) == cost(10)


# -- choosing -----------------------------------------------------------------------------------------------------


def test_deliveries_are_chosen_on_the_page(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    assert client.get("/settings/notices/").content.decode().count('<option value="digest"') == len(NoticeKind)
    chosen = {"turn": "now", "reminder": "never", "challenge": "digest", "over": "never"}
    chosen = {**dict.fromkeys(NoticeKind.values, "digest"), **chosen}
    choice = {**chosen, "push_turn": "on", "push_over": "on", "digest_hour": "21"}
    pushes = {kind: kind in ("turn", "over") for kind in NoticeKind.values}
    assert client.post("/settings/notices/", choice).status_code == 302
    answer = client_of(people[0]).get("/api/v1/notices/settings/").json()
    assert answer == {"deliveries": chosen, "pushes": pushes, "digest_hour": 21}
    assert client.post("/settings/notices/", {**choice, "turn": "hourly"}).status_code == 422
    assert Client().get("/settings/notices/").status_code == 302


def test_single_deliveries_are_chosen_by_api(people: list[User]) -> None:
    api = client_of(people[0])
    answer = api.patch("/api/v1/notices/settings/", {"deliveries": {"over": "now"}})
    in_digest = dict.fromkeys(["turn", "event", "club"], "digest")
    assert answer.json()["deliveries"] == {**dict.fromkeys(NoticeKind.values, "now"), **in_digest}
    answer = api.patch("/api/v1/notices/settings/", {"pushes": {"turn": False}})
    assert (answer.json()["pushes"]["turn"], answer.json()["pushes"]["reminder"]) == (False, True)
    assert answer.json()["deliveries"]["over"] == "now"
    assert api.patch("/api/v1/notices/settings/", {"pushes": {"rumour": True}}).status_code == 400
    assert api.patch("/api/v1/notices/settings/", {"deliveries": {"rumour": "now"}}).status_code == 400
    assert api.patch("/api/v1/notices/settings/", {"deliveries": {"over": "hourly"}}).status_code == 400
    assert api.patch("/api/v1/notices/settings/", {"digest_hour": 24}).status_code == 400
    assert client_of(None).patch("/api/v1/notices/settings/", {}).status_code == 401
    with pytest.raises(Invalid):
        choose_deliveries(user=people[0], digest_hour=24)
