"""Push notices: sealed for one browser, signed by the site, sent once, retried, dropped when they stand no more."""

import json
import socket
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games import tasks
from games.enums import NoticeKind
from games.models import Notice, Push, PushSubscription
from games.notifications.selectors.notices import register_words
from games.notifications.services import push
from games.notifications.services.notices import choose_deliveries, notify_turn, read_notices
from games.notifications.services.push import (
    BACKOFF,
    MAX_REFUSALS,
    MAX_TRIES,
    NEWS_FOR,
    deliver_push,
    due_pushes,
    forget_old_pushes,
    message_of,
    topic_of,
)
from games.notifications.services.webpush_encryption import contact, site_key
from games.services.account_closure import erase_player_data
from games.services.endings import resign
from games.services.safe_http import post
from games.timing import DAY, HOUR
from games.vacations.services import announce_vacation
from tests.accounts.people import at_once
from tests.games.browsers import BrowserKeys, signed_claims, tell_in_browser
from tests.games.playing import SETUPS, make_people, play, start
from tests.services.receiver import anywhere, receiving

pytestmark = pytest.mark.django_db


def push_all(now: Any = None) -> list[bool]:
    """What the workers do with all that is due."""
    return [deliver_push(push_id=pk, now=now, is_allowed=anywhere) for pk in due_pushes(now)]


def states() -> list[str]:
    return list(Push.objects.order_by("pk").values_list("state", flat=True))


# -- what is sent -----------------------------------------------------------------------------------------------------


def test_your_turn_reaches_the_browser_and_nobody_else_can_read_it(people: list[User]) -> None:
    keys = BrowserKeys()
    with receiving(201) as server:
        browser = tell_in_browser(people[0], server, keys)
        game = start("nonaga", people[:2])
        notify_turn(game_id=game.pk)
        assert push_all() == [True]
        ((headers, body),) = server.heard
    told = keys.read(body)
    assert all(name in told["body"] for name in ("Nonaga", "ben"))
    assert (told["path"], told["language"]) == (f"/games/{game.pk}/", "en")
    assert b"Nonaga" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Urgency"] == "normal"
    assert headers["Topic"] == told["tag"]
    assert 0 < int(headers["TTL"]) <= NEWS_FOR.total_seconds()
    claims = signed_claims(headers["Authorization"], key=site_key())
    assert claims["aud"] == f"http://127.0.0.1:{server.server_port}"
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600
    assert claims["sub"] == "mailto:asterism@localhost"
    browser.refresh_from_db()
    assert browser.last_success_at is not None
    assert states() == ["sent"]


def test_a_push_service_may_turn_to_the_site_s_own_address(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org:8443"
    assert contact() == "https://play.example.org:8443"


def test_every_browser_of_a_person_is_told_and_nobody_else_s(people: list[User]) -> None:
    mine, others = [BrowserKeys(), BrowserKeys()], BrowserKeys()
    with receiving() as server:
        for keys in mine:
            tell_in_browser(people[0], server, keys)
        tell_in_browser(people[1], server, others)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [True, True]
        bodies = [body for _, body in server.heard]
    assert len({keys.read(body)["tag"] for keys, body in zip(mine, bodies, strict=True)}) == 1


def test_it_speaks_its_reader_s_language_and_time(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(language="fr", time_zone="Asia/Tokyo")
    game = start("nonaga", people[:2])
    with receiving() as server:
        tell_in_browser(people[0], server)
        with time_machine.travel(game.deadline - HOUR, tick=False):
            tasks.catch_up_on_notices()
            notice = Notice.objects.select_related("user", "game").get(kind=NoticeKind.REMINDER)
            told = json.loads(message_of(notice))
            notice.user.language = "en"
            in_english = json.loads(message_of(notice))
            push_all()
        urgencies = sorted(headers["Urgency"] for headers, _ in server.heard)
    assert told["language"] == "fr"
    assert told["body"].endswith("JST.")
    assert told["title"] != in_english["title"]
    assert urgencies == ["high", "normal"]
    assert {int(headers["TTL"]) for headers, _ in server.heard} == {3600}


def test_notices_of_one_game_replace_each_other_and_of_two_do_not(people: list[User]) -> None:
    games = [start("nonaga", people[:2]), start("nonaga", people[:2])]
    for game in games:
        notify_turn(game_id=game.pk)
        play(game, 2)
        notify_turn(game_id=game.pk)
    topics = [topic_of(notice) for notice in Notice.objects.filter(user=people[0]).order_by("game_id", "pk")]
    assert topics[0] == topics[1] != topics[2] == topics[3]
    assert all(len(topic) <= 32 and topic.isalnum() for topic in topics)
    ours = topic_of(Notice(user=people[0], game=games[0], kind="over", key=f"over:{games[0].pk}"))
    assert ours == topics[0]
    assert topic_of(Notice(user=people[1], game=games[0], kind="turn", key="turn")) != ours


def test_no_set_up_is_in_it(people: list[User]) -> None:
    keys = BrowserKeys()
    with receiving() as server:
        tell_in_browser(people[0], server, keys)
        game = start("galax", people[:2])
        notify_turn(game_id=game.pk)
        push_all()
        told = json.dumps([keys.read(body) for _, body in server.heard])
    assert "Galax" in told
    assert SETUPS["galax"][1:8] not in told


def test_the_longest_words_fit(people: list[User]) -> None:
    register_words({"test_words": "%(name)s is over."})
    facts = {"name": "Ž" * 3000}
    notice = Notice(
        user=people[0], kind="event", key="event:1", about="test_words", facts=facts, path="/tournaments/1/"
    )
    assert len(message_of(notice)) < 2000


# -- once -------------------------------------------------------------------------------------------------------------


def test_it_is_queued_and_sent_once_however_often_it_is_told(people: list[User]) -> None:
    with receiving() as server:
        tell_in_browser(people[0], server)
        game = start("nonaga", people[:2])
        assert [notify_turn(game_id=game.pk), notify_turn(game_id=game.pk)] == [1, 0]
        (pk,) = due_pushes()
        assert [deliver_push(push_id=pk, is_allowed=anywhere) for _ in range(3)] == [True, False, False]
        tasks.catch_up_on_notices()
        assert push_all() == []
        assert len(server.heard) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_workers_send_one() -> None:
    people = make_people("ada", "ben")
    with receiving() as server:
        tell_in_browser(people[0], server)
        game = start("nonaga", people)
        at_once(10, lambda _: notify_turn(game_id=game.pk))
        (pk,) = due_pushes()
        sent = at_once(10, lambda _: deliver_push(push_id=pk, is_allowed=anywhere))
        assert sorted(sent) == [False] * 9 + [True]
        assert len(server.heard) == 1


def test_a_worker_is_told_when_it_is_committed_and_the_sweep_finds_what_was_lost(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tell_in_browser(people[0], None)
    asked: list[int] = []
    monkeypatch.setattr(tasks.deliver_push, "delay", asked.append)
    monkeypatch.setattr(tasks.deliver_push, "apply_async", lambda arguments, **_: asked.extend(arguments))
    with django_capture_on_commit_callbacks(execute=True):
        notify_turn(game_id=start("nonaga", people[:2]).pk)
    (push,) = Push.objects.all()
    assert asked == [push.pk]
    assert tasks.deliver_due_pushes() == 1
    assert asked == [push.pk] * 2


def test_what_is_told_without_browsers_costs_one_question_more(
    people: list[User], django_assert_max_num_queries: Any
) -> None:
    game = start("nonaga", people[:2])
    with django_assert_max_num_queries(12):
        notify_turn(game_id=game.pk)
    assert not Push.objects.exists()


# -- what is not sent -------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(people: list[User]) -> Push:
    """A push that waits; there is no server, so whoever sends it fails."""
    tell_in_browser(people[0], None)
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    return Push.objects.get()


def drop(push: Push, now: Any = None) -> str:
    assert deliver_push(push_id=push.pk, now=now, is_allowed=never) is False
    push.refresh_from_db()
    return push.state


def never(address: str) -> bool:
    raise AssertionError("connected")


def test_nothing_is_sent_for_a_turn_that_was_made(waiting: Push) -> None:
    play(waiting.notice.game, 1)
    assert drop(waiting) == "dropped"


def test_nothing_is_sent_that_was_read_on_the_site(waiting: Push) -> None:
    read_notices(user=waiting.notice.user)
    assert drop(waiting) == "dropped"


def test_nothing_is_sent_that_is_wanted_no_more(waiting: Push) -> None:
    choose_deliveries(user=waiting.notice.user, pushes={"turn": False})
    assert drop(waiting) == "dropped"


def test_nothing_is_sent_that_is_old_news(waiting: Push) -> None:
    assert drop(waiting, waiting.notice.created_at + NEWS_FOR) == "dropped"


def test_nothing_is_sent_to_who_is_suspended(waiting: Push) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(suspended_until=timezone.now() + DAY)
    assert drop(waiting) == "dropped"


def test_what_is_not_wanted_is_not_even_queued(people: list[User]) -> None:
    tell_in_browser(people[0], None)
    choose_deliveries(user=people[0], pushes={"turn": False})
    game = start("nonaga", people[:2])
    notify_turn(game_id=game.pk)
    resign(game_id=game.pk, user=people[1])
    tasks.catch_up_on_notices()  # A game that is over can wait, unless somebody says otherwise.
    assert Notice.objects.filter(user=people[0]).count() == 2
    assert not Push.objects.exists()


def test_without_a_key_nothing_is_queued_or_sent(people: list[User], waiting: Push, settings: Settings) -> None:
    settings.VAPID_KEY = ""
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    assert (Push.objects.count(), due_pushes(), drop(waiting)) == (1, [], "waiting")


def test_leave_does_not_silence_a_browser(people: list[User]) -> None:
    """As mails: who is away may still want to know."""
    tell_in_browser(people[0], None)
    announce_vacation(user=people[0], until=timezone.now().date() + timedelta(days=3))
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    assert len(due_pushes()) == 1


@pytest.mark.parametrize("change", [{"is_active": False}, {"departed_at": timezone.now()}])
def test_who_cannot_log_in_has_no_browser_that_is_told(waiting: Push, change: dict[str, Any]) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(**change)
    assert deliver_push(push_id=waiting.pk, is_allowed=never) is False
    assert not PushSubscription.objects.exists()


def test_a_new_password_silences_the_browsers_that_it_logs_out(waiting: Push) -> None:
    user = User.objects.get(pk=waiting.notice.user_id)
    user.set_password("paper-comet-93")
    user.save()
    assert deliver_push(push_id=waiting.pk, is_allowed=never) is False
    assert not PushSubscription.objects.exists()


def test_a_rotated_secret_key_silences_no_browser(waiting: Push, settings: Settings) -> None:
    """Neither while the old key is a fallback nor, after a try in that time, when it is gone."""
    read_notices(user=waiting.notice.user)  # so that nothing is sent
    former = settings.SECRET_KEY
    for fallbacks in ([former], []):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 50, fallbacks
        Push.objects.update(next_try_at=timezone.now(), state="waiting")
        deliver_push(push_id=waiting.pk, is_allowed=never)
        assert PushSubscription.objects.exists()


def test_who_departs_leaves_no_browser_behind(waiting: Push) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(departed_at=timezone.now())
    erase_player_data(user_id=waiting.notice.user_id)
    assert not PushSubscription.objects.exists()


# -- push services that are in trouble -------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(people: list[User], answer: int) -> None:
    with receiving(answer) as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
        assert len(server.heard) == 1
    assert not PushSubscription.objects.exists()
    assert Notice.objects.count() == 1


def test_a_service_in_trouble_is_tried_again_after_growing_pauses_and_at_last_given_up(people: list[User]) -> None:
    with receiving(*[503] * MAX_TRIES) as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        (push,) = Push.objects.all()
        now, waited = timezone.now(), []
        for _ in range(MAX_TRIES):
            assert [deliver_push(push_id=push.pk, now=now, is_allowed=anywhere) for _ in range(2)] == [False, False]
            push.refresh_from_db()
            waited.append(push.next_try_at - now)
            now = push.next_try_at
        assert len(server.heard) == MAX_TRIES
    assert waited[:-1] == list(BACKOFF)
    assert waited == sorted(waited)
    assert (push.state, due_pushes(now + DAY)) == ("failed", [])
    # Nobody's fault but the service's: the browser stays.
    assert PushSubscription.objects.get().refusals == 0


def test_a_service_that_recovers_gets_it_and_meanwhile_its_other_notices_rest(people: list[User]) -> None:
    with receiving(500, 201, 201) as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        now = timezone.now()
        assert push_all(now) == [False]
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all(now) == []
        later = now + BACKOFF[0]
        assert push_all(later) == [True, True]
        assert len(server.heard) == 3
    assert PushSubscription.objects.get().rests_until is None


def test_a_service_that_refuses_the_site_again_and_again_does_not_know_the_browser(people: list[User]) -> None:
    """As it is with every browser that subscribed by a key that the site has no more."""
    with receiving(*[403] * MAX_TRIES * MAX_REFUSALS) as server:
        tell_in_browser(people[0], server)
        later = timezone.now() + HOUR
        for number in range(MAX_REFUSALS):
            assert PushSubscription.objects.get().refusals == number
            notify_turn(game_id=start("nonaga", people[:2]).pk)
            push = Push.objects.get(state="waiting")
            Push.objects.filter(pk=push.pk).update(attempts=MAX_TRIES - 1)
            assert deliver_push(push_id=push.pk, now=later, is_allowed=anywhere) is False
    assert not PushSubscription.objects.exists()


def test_what_is_too_large_is_not_tried_again(people: list[User]) -> None:
    with receiving(413) as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
    assert states() == ["failed"]


@pytest.mark.parametrize("answer", [301, 302, 307, 308])
def test_redirects_are_not_followed(people: list[User], answer: int) -> None:
    with receiving(answer) as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
        assert len(server.heard) == 1
    assert states() == ["waiting"]


@pytest.mark.slow
@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "::ffff:192.168.1.1"])
def test_no_private_address_is_ever_connected_to(
    people: list[User], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is in production: nothing is allowed but the public internet, wherever the name leads."""
    assert push.post is post
    tell_in_browser(people[0], None)
    notify_turn(game_id=start("nonaga", people[:2]).pk)

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", ("93.184.216.34", port)), (2, 1, 6, "", (address, port))]

    def connect(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    (pk,) = due_pushes()
    assert tasks.deliver_push(pk) is False
    assert states() == ["waiting"]


def test_a_receiver_on_this_machine_hears_nothing_by_the_worker_s_own_rules(people: list[User]) -> None:
    with receiving() as server:
        tell_in_browser(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert tasks.deliver_push(due_pushes()[0]) is False
        assert server.heard == []


def test_what_was_done_with_is_kept_a_week(people: list[User], waiting: Push) -> None:
    now = timezone.now()
    assert forget_old_pushes(now + 8 * DAY) == 0
    Push.objects.update(state="sent")
    assert forget_old_pushes(now + 6 * DAY) == 0
    assert forget_old_pushes(now + 8 * DAY) == 1
