"""A stream ends within seconds of its reader's access, for every kind of authentication and way to lose it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.account_closure import close_account
from accounts.services.tokens import revoke_token
from games.services.chat import post_message
from games.streams import access, sse
from tests.games.playing import make_people, start
from tests.games.streams import PATIENCE, Reader, in_a_loop, in_thread, is_ended, leave, token_of, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "glass-orbit-77"
LONG_AGO = timedelta(days=30)


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of streams checked in each round."""
    monkeypatch.setattr(access, "CHECK_SECONDS", 0.05)
    looks: list[int] = []
    refused = access._refused

    def look(streams: list[Any]) -> list[Any]:
        answer = refused(streams)
        looks.append(len(streams))
        return answer

    monkeypatch.setattr(access, "_refused", look)
    return looks


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def browser_of(user: User) -> Client:
    """A client logged in by the form, so that the session is listed."""
    browser = Client()
    browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return browser


def session_of(browser: Client) -> str:
    return str(browser.session.session_key)


async def looked_at_again(looks: list[int]) -> None:
    """Wait until a whole round of checks has passed."""
    before = len(looks)
    async with asyncio.timeout(PATIENCE):
        while len(looks) < before + 2:
            await asyncio.sleep(0.01)


async def goes_on(asked: Any, say: Callable[[], Any]) -> bool:
    """Whether a stream still sends events."""
    await in_thread(say)()
    return (await Reader(asked).next())[0] == "chat"


def revoke(user: User, _browser: Client) -> None:
    revoke_token(user=user, token_id=ApiToken.objects.get(user=user).pk)


def let_token_expire(user: User, _browser: Client) -> None:
    ApiToken.objects.filter(user=user).update(expires_at=timezone.now())


def deactivate(user: User, _browser: Client) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def lose_account(user: User, _browser: Client) -> None:
    close_account(user=user)


def log_out(_user: User, browser: Client) -> None:
    assert browser.post("/accounts/logout/").status_code == 302


def let_session_expire(_user: User, browser: Client) -> None:
    Session.objects.filter(session_key=session_of(browser)).update(expire_date=timezone.now() - LONG_AGO)


def change_password_elsewhere(user: User, _browser: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": "velvet-comet-31", "password2": "velvet-comet-31"}
    assert browser_of(user).post("/accounts/password/change/", form).status_code == 302


def end_session_elsewhere(user: User, _browser: Client) -> None:
    assert browser_of(user).post("/accounts/sessions/").status_code == 302


@pytest.mark.parametrize(
    ("by_token", "end_access"),
    [
        (True, revoke),
        (True, let_token_expire),
        (True, deactivate),
        (True, lose_account),
        (False, log_out),
        (False, let_session_expire),
        (False, change_password_elsewhere),
        (False, end_session_elsewhere),
        (False, deactivate),
        (False, lose_account),
    ],
)
@in_a_loop
async def test_a_stream_ends_with_its_readers_access(
    by_token: bool, end_access: Callable[[User, Client], None], looks: list[int]
) -> None:
    def set_table() -> tuple[list[User], int, Client, str]:
        people = make_people("ada", "ben", "stranger")
        browser = browser_of(with_password(people[0]))
        return people, start("lyra-2", people[:2]).pk, browser, token_of(people[0]) if by_token else ""

    people, game_id, browser, token = await in_thread(set_table)()
    address = f"/api/v1/games/{game_id}/events/"
    own, _ = await visit(address, token=token, session="" if by_token else session_of(browser))
    other, _ = await visit(address, people[1])
    visitor, _ = await visit(address)
    for asked in (own, other, visitor):
        assert (await Reader(asked).next())[0] == "hello"

    await in_thread(end_access)(people[0], browser)

    assert await is_ended(own)
    await looked_at_again(looks)
    assert await goes_on(other, lambda: post_message(game_id=game_id, user=people[1], text="among us"))
    assert await goes_on(visitor, lambda: post_message(game_id=game_id, user=people[2], text="from the stands"))
    assert (len(sse._open_streams), len(access.get_guard().streams)) == (2, 1)
    await leave(other, visitor)
    assert not access.get_guard().streams


@in_a_loop
async def test_any_number_of_streams_is_checked_in_the_same_queries(
    django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a failed check is followed by another."""
    looks: list[int] = []
    real = access._refused

    def look(streams: list[Any]) -> list[Any]:
        looks.append(len(streams))
        if len(looks) == 1:
            raise RuntimeError("the first look fails")
        with django_assert_max_num_queries(3):
            return real(streams)

    monkeypatch.setattr(access, "_refused", look)

    def set_table() -> tuple[list[User], int]:
        people = make_people("ada", "ben")
        return people, start("lyra-2", people).pk

    people, game_id = await in_thread(set_table)()
    opened = [(await visit(f"/api/v1/games/{game_id}/events/", user))[0] for user in people * 3]
    for asked in opened:
        await Reader(asked).next()
    await in_thread(deactivate)(people[0], Client())
    assert [await is_ended(asked) for asked in opened[::2]] == [True] * 3
    assert len(looks) >= 2
    await leave(*opened[1::2])
