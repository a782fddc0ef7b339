"""Web push: encrypted per browser, signed by the site, sent once, retried, dropped when no longer current."""

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
from tests.games.browsers import BrowserKeys, make_subscription, signed_claims
from tests.games.playing import SETUPS, make_people, play, start
from tests.services.receiver import anywhere, receiving

pytestmark = pytest.mark.django_db


def push_all(now: Any = None) -> list[bool]:
    """Deliver all due pushes, as the workers do."""
    return [deliver_push(push_id=pk, now=now, is_allowed=anywhere) for pk in due_pushes(now)]


def states() -> list[str]:
    return list(Push.objects.order_by("pk").values_list("state", flat=True))


# -- what is sent -----------------------------------------------------------------------------------------------------


def test_a_turn_notice_reaches_the_browser_encrypted(people: list[User]) -> None:
    keys = BrowserKeys()
    with receiving(201) as server:
        browser = make_subscription(people[0], server, keys)
        game = start("nonaga", people[:2])
        notify_turn(game_id=game.pk)
        assert push_all() == [True]
        ((headers, body),) = server.heard
    message = keys.read(body)
    assert all(name in message["body"] for name in ("Nonaga", "ben"))
    assert (message["path"], message["language"]) == (f"/games/{game.pk}/", "en")
    assert b"Nonaga" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Urgency"] == "normal"
    assert headers["Topic"] == message["tag"]
    assert 0 < int(headers["TTL"]) <= NEWS_FOR.total_seconds()
    claims = signed_claims(headers["Authorization"], key=site_key())
    assert claims["aud"] == f"http://127.0.0.1:{server.server_port}"
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600
    assert claims["sub"] == "mailto:asterism@localhost"
    browser.refresh_from_db()
    assert browser.last_success_at is not None
    assert states() == ["sent"]


def test_the_contact_claim_is_the_sites_own_address(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org:8443"
    assert contact() == "https://play.example.org:8443"


def test_a_push_goes_to_every_browser_of_the_user_and_no_other(people: list[User]) -> None:
    mine, others = [BrowserKeys(), BrowserKeys()], BrowserKeys()
    with receiving() as server:
        for keys in mine:
            make_subscription(people[0], server, keys)
        make_subscription(people[1], server, others)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [True, True]
        bodies = [body for _, body in server.heard]
    assert len({keys.read(body)["tag"] for keys, body in zip(mine, bodies, strict=True)}) == 1


def test_a_push_uses_the_readers_language_and_time_zone(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(language="fr", time_zone="Asia/Tokyo")
    game = start("nonaga", people[:2])
    with receiving() as server:
        make_subscription(people[0], server)
        with time_machine.travel(game.deadline - HOUR, tick=False):
            tasks.catch_up_on_notices()
            notice = Notice.objects.select_related("user", "game").get(kind=NoticeKind.REMINDER)
            message = json.loads(message_of(notice))
            notice.user.language = "en"
            in_english = json.loads(message_of(notice))
            push_all()
        urgencies = sorted(headers["Urgency"] for headers, _ in server.heard)
    assert message["language"] == "fr"
    assert message["body"].endswith("JST.")
    assert message["title"] != in_english["title"]
    assert urgencies == ["high", "normal"]
    assert {int(headers["TTL"]) for headers, _ in server.heard} == {3600}


def test_pushes_replace_each_other_per_game(people: list[User]) -> None:
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


def test_a_push_contains_no_secret_set_up(people: list[User]) -> None:
    keys = BrowserKeys()
    with receiving() as server:
        make_subscription(people[0], server, keys)
        game = start("galax", people[:2])
        notify_turn(game_id=game.pk)
        push_all()
        messages = json.dumps([keys.read(body) for _, body in server.heard])
    assert "Galax" in messages
    assert SETUPS["galax"][1:8] not in messages


def test_the_longest_text_fits_into_a_push(people: list[User]) -> None:
    register_words({"test_words": "%(name)s is over."})
    facts = {"name": "Ž" * 3000}
    notice = Notice(
        user=people[0], kind="event", key="event:1", about="test_words", facts=facts, path="/tournaments/1/"
    )
    assert len(message_of(notice)) < 2000


# -- once -------------------------------------------------------------------------------------------------------------


def test_a_push_is_queued_and_sent_once(people: list[User]) -> None:
    with receiving() as server:
        make_subscription(people[0], server)
        game = start("nonaga", people[:2])
        assert [notify_turn(game_id=game.pk), notify_turn(game_id=game.pk)] == [1, 0]
        (pk,) = due_pushes()
        assert [deliver_push(push_id=pk, is_allowed=anywhere) for _ in range(3)] == [True, False, False]
        tasks.catch_up_on_notices()
        assert push_all() == []
        assert len(server.heard) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_workers_send_one_push() -> None:
    people = make_people("ada", "ben")
    with receiving() as server:
        make_subscription(people[0], server)
        game = start("nonaga", people)
        at_once(10, lambda _: notify_turn(game_id=game.pk))
        (pk,) = due_pushes()
        sent = at_once(10, lambda _: deliver_push(push_id=pk, is_allowed=anywhere))
        assert sorted(sent) == [False] * 9 + [True]
        assert len(server.heard) == 1


def test_a_push_is_enqueued_on_commit_and_again_by_the_sweep(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    make_subscription(people[0], None)
    asked: list[int] = []
    monkeypatch.setattr(tasks.deliver_push, "delay", asked.append)
    monkeypatch.setattr(tasks.deliver_push, "apply_async", lambda arguments, **_: asked.extend(arguments))
    with django_capture_on_commit_callbacks(execute=True):
        notify_turn(game_id=start("nonaga", people[:2]).pk)
    (push,) = Push.objects.all()
    assert asked == [push.pk]
    assert tasks.deliver_due_pushes() == 1
    assert asked == [push.pk] * 2


def test_a_notice_without_browsers_costs_one_more_query(people: list[User], django_assert_max_num_queries: Any) -> None:
    game = start("nonaga", people[:2])
    with django_assert_max_num_queries(12):
        notify_turn(game_id=game.pk)
    assert not Push.objects.exists()


# -- what is not sent -------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(people: list[User]) -> Push:
    """A pending push without a server, so sending it would fail."""
    make_subscription(people[0], None)
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    return Push.objects.get()


def drop(push: Push, now: Any = None) -> str:
    assert deliver_push(push_id=push.pk, now=now, is_allowed=never) is False
    push.refresh_from_db()
    return push.state


def never(address: str) -> bool:
    raise AssertionError("connected")


def test_nothing_is_sent_for_a_turn_already_played(waiting: Push) -> None:
    play(waiting.notice.game, 1)
    assert drop(waiting) == "dropped"


def test_nothing_is_sent_that_was_read_on_the_site(waiting: Push) -> None:
    read_notices(user=waiting.notice.user)
    assert drop(waiting) == "dropped"


def test_nothing_is_sent_after_the_setting_was_switched_off(waiting: Push) -> None:
    choose_deliveries(user=waiting.notice.user, pushes={"turn": False})
    assert drop(waiting) == "dropped"


def test_outdated_pushes_are_dropped(waiting: Push) -> None:
    assert drop(waiting, waiting.notice.created_at + NEWS_FOR) == "dropped"


def test_nothing_is_sent_to_suspended_users(waiting: Push) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(suspended_until=timezone.now() + DAY)
    assert drop(waiting) == "dropped"


def test_pushes_switched_off_are_not_queued(people: list[User]) -> None:
    make_subscription(people[0], None)
    choose_deliveries(user=people[0], pushes={"turn": False})
    game = start("nonaga", people[:2])
    notify_turn(game_id=game.pk)
    resign(game_id=game.pk, user=people[1])
    tasks.catch_up_on_notices()  # The end of a game is not pushed by default.
    assert Notice.objects.filter(user=people[0]).count() == 2
    assert not Push.objects.exists()


def test_without_a_key_nothing_is_queued_or_sent(people: list[User], waiting: Push, settings: Settings) -> None:
    settings.VAPID_KEY = ""
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    assert (Push.objects.count(), due_pushes(), drop(waiting)) == (1, [], "waiting")


def test_a_vacation_does_not_stop_pushes(people: list[User]) -> None:
    """As with mails: a user on vacation may still want to know."""
    make_subscription(people[0], None)
    announce_vacation(user=people[0], until=timezone.now().date() + timedelta(days=3))
    notify_turn(game_id=start("nonaga", people[:2]).pk)
    assert len(due_pushes()) == 1


@pytest.mark.parametrize("change", [{"is_active": False}, {"departed_at": timezone.now()}])
def test_users_who_cannot_log_in_lose_their_subscriptions(waiting: Push, change: dict[str, Any]) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(**change)
    assert deliver_push(push_id=waiting.pk, is_allowed=never) is False
    assert not PushSubscription.objects.exists()


def test_a_new_password_deletes_subscriptions_of_browsers_it_logs_out(waiting: Push) -> None:
    user = User.objects.get(pk=waiting.notice.user_id)
    user.set_password("paper-comet-93")
    user.save()
    assert deliver_push(push_id=waiting.pk, is_allowed=never) is False
    assert not PushSubscription.objects.exists()


def test_a_rotated_secret_key_keeps_subscriptions(waiting: Push, settings: Settings) -> None:
    """Both while the old key is a fallback and, after an attempt in that time, when it is removed."""
    read_notices(user=waiting.notice.user)  # so that nothing is sent
    former = settings.SECRET_KEY
    for fallbacks in ([former], []):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "k" * 50, fallbacks
        Push.objects.update(next_try_at=timezone.now(), state="waiting")
        deliver_push(push_id=waiting.pk, is_allowed=never)
        assert PushSubscription.objects.exists()


def test_closing_an_account_deletes_its_subscriptions(waiting: Push) -> None:
    User.objects.filter(pk=waiting.notice.user_id).update(departed_at=timezone.now())
    erase_player_data(user_id=waiting.notice.user_id)
    assert not PushSubscription.objects.exists()


# -- failing push services -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [404, 410])
def test_the_subscription_of_a_gone_browser_is_deleted(people: list[User], answer: int) -> None:
    with receiving(answer) as server:
        make_subscription(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
        assert len(server.heard) == 1
    assert not PushSubscription.objects.exists()
    assert Notice.objects.count() == 1


def test_a_failing_service_is_retried_with_backoff_and_finally_given_up(people: list[User]) -> None:
    with receiving(*[503] * MAX_TRIES) as server:
        make_subscription(people[0], server)
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
    # The service is at fault, so the subscription stays.
    assert PushSubscription.objects.get().refusals == 0


def test_pushes_wait_until_a_failing_service_recovers(people: list[User]) -> None:
    with receiving(500, 201, 201) as server:
        make_subscription(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        now = timezone.now()
        assert push_all(now) == [False]
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all(now) == []
        later = now + BACKOFF[0]
        assert push_all(later) == [True, True]
        assert len(server.heard) == 3
    assert PushSubscription.objects.get().rests_until is None


def test_repeated_refusals_by_the_service_delete_the_subscription(people: list[User]) -> None:
    """As for every browser that subscribed with a key that the site no longer has."""
    with receiving(*[403] * MAX_TRIES * MAX_REFUSALS) as server:
        make_subscription(people[0], server)
        later = timezone.now() + HOUR
        for number in range(MAX_REFUSALS):
            assert PushSubscription.objects.get().refusals == number
            notify_turn(game_id=start("nonaga", people[:2]).pk)
            push = Push.objects.get(state="waiting")
            Push.objects.filter(pk=push.pk).update(attempts=MAX_TRIES - 1)
            assert deliver_push(push_id=push.pk, now=later, is_allowed=anywhere) is False
    assert not PushSubscription.objects.exists()


def test_a_push_that_is_too_large_is_not_retried(people: list[User]) -> None:
    with receiving(413) as server:
        make_subscription(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
    assert states() == ["failed"]


@pytest.mark.parametrize("answer", [301, 302, 307, 308])
def test_redirects_are_not_followed(people: list[User], answer: int) -> None:
    with receiving(answer) as server:
        make_subscription(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert push_all() == [False]
        assert len(server.heard) == 1
    assert states() == ["waiting"]


@pytest.mark.slow
@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.8", "169.254.169.254", "::1", "::ffff:192.168.1.1"])
def test_no_private_address_is_connected_to(people: list[User], address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in production: only public addresses are allowed, whatever the name resolves to."""
    assert push.post is post
    make_subscription(people[0], None)
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


def test_the_task_sends_nothing_to_a_local_address(people: list[User]) -> None:
    with receiving() as server:
        make_subscription(people[0], server)
        notify_turn(game_id=start("nonaga", people[:2]).pk)
        assert tasks.deliver_push(due_pushes()[0]) is False
        assert server.heard == []


def test_finished_pushes_are_deleted_after_a_week(people: list[User], waiting: Push) -> None:
    now = timezone.now()
    assert forget_old_pushes(now + 8 * DAY) == 0
    Push.objects.update(state="sent")
    assert forget_old_pushes(now + 6 * DAY) == 0
    assert forget_old_pushes(now + 8 * DAY) == 1
