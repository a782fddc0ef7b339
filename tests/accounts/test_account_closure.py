"""Closing an account: personal data is deleted, what others shared with the user stays."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

from accounts.errors import Conflict
from accounts.models import ApiToken, User
from accounts.selectors import find_live_token
from accounts.services.account_closure import close_account
from accounts.services.profile import change_profile
from accounts.services.tokens import create_token
from accounts.signals import account_closed
from tests.accounts.people import PASSWORD, at_once, people, signed_in_by_form

CLOSE = "/settings/data/close/"


@pytest.fixture
def full_account(mira: User) -> User:
    """A user with everything that an account can have."""
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    mira.first_name, mira.last_name, mira.about = "Mira", "Kovač", "Vega."
    mira.save()
    return mira


def test_no_personal_data_is_left(full_account: User) -> None:
    TOTP.activate(full_account, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    create_token(user=full_account, name="script", scopes=[], days=3)
    close_account(user=full_account)
    left = User.objects.get(pk=full_account.pk)
    assert left.username == f"departed-{full_account.pk}"
    assert left.public_name == f"departed player {full_account.pk}"
    assert [left.email, left.first_name, left.last_name, left.about, left.last_login] == ["", "", "", "", None]
    assert (left.is_active, left.has_usable_password(), left.departed_at is None) == (False, False, False)
    assert [model.objects.count() for model in (EmailAddress, Authenticator, ApiToken)] == [0, 0, 0]


def test_no_personal_text_is_left_in_a_dump_of_the_database(
    full_account: User, capsys: pytest.CaptureFixture[str]
) -> None:
    signed_in_by_form("mira")
    close_account(user=full_account)
    call_command("dumpdata", "accounts", "account", "mfa", "usersessions", "sessions")
    dump = capsys.readouterr().out.lower()
    assert [word for word in ("mira", "kova", "example.org") if word in dump] == []


def test_every_way_to_log_in_is_closed(full_account: User) -> None:
    browser = signed_in_by_form("mira")
    _token, secret = create_token(user=full_account, name="script", scopes=[], days=3)
    assert Session.objects.count() == 1
    close_account(user=full_account)
    assert Session.objects.count() == 0
    assert browser.get("/api/v1/me/").status_code == 401
    assert find_live_token(secret) is None
    assert signed_in_by_form("mira").get("/api/v1/me/").status_code == 401


def test_a_closed_account_can_not_change_its_profile(full_account: User) -> None:
    close_account(user=full_account)
    with pytest.raises(Conflict) as refused:
        change_profile(user=full_account, about="Back again.")
    assert (refused.value.code, User.objects.get(pk=full_account.pk).about) == ("departed", "")


def test_the_signal_is_sent_once_after_commit(
    full_account: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    received: list[int] = []
    account_closed.connect(receiver := lambda user_id, **_kwargs: received.append(user_id), weak=False)
    try:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            close_account(user=full_account)
            close_account(user=full_account)
    finally:
        account_closed.disconnect(receiver)
    assert received == [full_account.pk]


def test_the_username_is_free_again_and_the_profile_page_is_gone(full_account: User, client: Client) -> None:
    close_account(user=full_account)
    assert client.get("/people/mira/").status_code == 404
    assert client.get(f"/people/departed-{full_account.pk}/").status_code == 404
    assert User.objects.create_user("mira", display_name="Mira Kovač").username == "mira"


def test_closing_requires_the_password_and_the_username(
    full_account: User, browser_of: Callable[[User], Client]
) -> None:
    stale = browser_of(full_account).post(CLOSE, {"username": "mira"})
    assert stale["Location"].startswith("/accounts/reauthenticate/")
    browser = signed_in_by_form("mira")
    wrong = browser.post(CLOSE, {"username": "mara"})
    assert list(wrong.context["form"].errors) == ["username"]
    assert people().filter(departed_at=None).count() == 1
    done = browser.post(CLOSE, {"username": "Mira"})
    assert (done.status_code, done["Location"]) == (302, "/")
    assert people().filter(departed_at=None).count() == 0


def test_another_user_can_not_close_it(client: Client, full_account: User) -> None:
    assert client.post(CLOSE, {"username": "mira"}).status_code == 302
    assert User.objects.get(pk=full_account.pk).departed_at is None


def test_the_only_administrator_must_appoint_another_first(administrator: User, stranger: User) -> None:
    with pytest.raises(Conflict) as refusal:
        close_account(user=administrator)
    assert refusal.value.code == "last_administrator"
    User.objects.filter(pk=stranger.pk).update(is_superuser=True)
    assert close_account(user=administrator).is_superuser is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_last_two_administrators_can_not_leave_at_once() -> None:
    pair = [User.objects.create_superuser(f"keeper{number}", "", PASSWORD) for number in range(2)]

    def close(number: int) -> bool:
        try:
            close_account(user=pair[number])
        except Conflict:
            return False
        return True

    assert sorted(at_once(2, close)) == [False, True]
    assert User.objects.filter(is_superuser=True).count() == 1
