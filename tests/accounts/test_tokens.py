"""API tokens: shown once, stored as digests, revoked at will."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.errors import Invalid, NotFound, Refused, Unprocessable
from accounts.models import ApiToken, User
from accounts.selectors import find_live_token, listed_tokens
from accounts.services.tokens import MAX_LIVE_TOKENS, create_token, note_token_use, revoke_token
from tests.accounts.people import at_once

Browser = Callable[[User], Client]
FORM = {"name": "club display", "scopes": ["read"], "days": "90"}


def token_of(user: User, **changes: Any) -> tuple[ApiToken, str]:
    asked: dict[str, Any] = {"name": "script", "scopes": ["play"], "days": 30}
    return create_token(user=user, **asked | changes)


def test_the_secret_is_shown_once_and_not_stored(mira: User, browser_of: Browser) -> None:
    browser = browser_of(mira)
    secret = browser.post("/settings/tokens/", FORM).context["secret"]
    assert find_live_token(secret) == ApiToken.objects.get(user=mira)
    assert secret not in browser.get("/settings/tokens/").content.decode()
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_apitoken")
        assert secret not in str(cursor.fetchall())


def test_every_token_can_read_and_scopes_are_sorted(mira: User) -> None:
    token, _secret = token_of(mira, scopes=["organise", "play", "play"])
    assert token.scopes == ["read", "play", "organise"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"name": " "}, "name"), ({"scopes": ["admin"]}, "scopes"), ({"days": 0}, "days"), ({"days": 367}, "days")],
)
def test_invalid_token_requests_are_refused(mira: User, changes: dict[str, object], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        token_of(mira, **changes)
    assert list(refusal.value.fields or {}) == [field]
    assert ApiToken.objects.count() == 0


def test_a_token_expires_on_its_day(mira: User) -> None:
    token, secret = token_of(mira, days=30)
    with time_machine.travel(token.expires_at - timedelta(seconds=1), tick=False):
        assert find_live_token(secret) == token
    with time_machine.travel(token.expires_at, tick=False):
        assert (find_live_token(secret), token.is_live) == (None, False)


def test_a_revoked_token_is_refused_and_no_longer_listed(mira: User, browser_of: Browser) -> None:
    token, secret = token_of(mira)
    browser_of(mira).post(f"/settings/tokens/{token.pk}/revoke/")
    assert (find_live_token(secret), list(listed_tokens(mira))) == (None, [])


def test_revoking_twice_keeps_the_first_time(mira: User) -> None:
    token, _secret = token_of(mira)
    revoke_token(user=mira, token_id=token.pk)
    first = ApiToken.objects.get().revoked_at
    revoke_token(user=mira, token_id=token.pk)
    assert ApiToken.objects.get().revoked_at == first


def test_another_user_neither_sees_nor_revokes_it(mira: User, stranger: User, browser_of: Browser) -> None:
    token, secret = token_of(mira)
    browser = browser_of(stranger)
    assert list(browser.get("/settings/tokens/").context["tokens"]) == []
    assert browser.post(f"/settings/tokens/{token.pk}/revoke/").status_code == 404
    with pytest.raises(NotFound):
        revoke_token(user=stranger, token_id=token.pk)
    assert find_live_token(secret) == token


def test_a_token_of_a_deactivated_account_is_refused(mira: User) -> None:
    _token, secret = token_of(mira)
    User.objects.filter(pk=mira.pk).update(is_active=False)
    assert find_live_token(secret) is None


def test_the_last_use_is_stored_at_most_once_per_minute(mira: User) -> None:
    token_of(mira)
    start = timezone.now().replace(microsecond=0)
    seen, writes = [], []
    for seconds in (0, 30, 59, 60):
        token = ApiToken.objects.get()
        with (
            time_machine.travel(start + timedelta(seconds=seconds), tick=False),
            CaptureQueriesContext(connection) as asked,
        ):
            note_token_use(token=token)
        writes.append(len(asked))
        seen.append(ApiToken.objects.get().last_used_at)
    assert seen == [start, start, start, start + timedelta(seconds=60)]
    assert writes == [1, 0, 0, 1]


def test_markup_in_a_tokens_name_is_shown_as_text(mira: User, browser_of: Browser) -> None:
    token_of(mira, name="<img src=x>")
    page = browser_of(mira).get("/settings/tokens/").content.decode()
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;" in page


def test_the_number_of_tokens_is_limited(mira: User) -> None:
    for _ in range(MAX_LIVE_TOKENS):
        token_of(mira)
    with pytest.raises(Unprocessable) as refusal:
        token_of(mira)
    assert refusal.value.code == "too_many_tokens"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_for_tokens_created_in_parallel(mira: User) -> None:
    for _ in range(MAX_LIVE_TOKENS - 1):
        token_of(mira)

    def make_one(number: int) -> bool:
        try:
            token_of(mira, name=f"script {number}")
        except Refused:
            return False
        return True

    assert sorted(at_once(6, make_one)) == [False] * 5 + [True]


def test_expired_tokens_do_not_count_towards_the_limit(mira: User) -> None:
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False) as clock:
        for _ in range(MAX_LIVE_TOKENS):
            token_of(mira, days=1)
        clock.shift(timedelta(days=1))
        token_of(mira)
