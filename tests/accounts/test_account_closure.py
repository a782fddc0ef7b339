"""Leaving: the person goes, what others shared with them stays."""

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

LEAVE = "/settings/data/close/"


@pytest.fixture
def rooted(mira: User) -> User:
    """Somebody with everything an account can have."""
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    mira.first_name, mira.last_name, mira.about = "Mira", "Kovač", "Vega."
    mira.save()
    return mira


def test_nothing_personal_is_left(rooted: User) -> None:
    TOTP.activate(rooted, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    create_token(user=rooted, name="script", scopes=[], days=3)
    close_account(user=rooted)
    left = User.objects.get(pk=rooted.pk)
    assert left.username == f"departed-{rooted.pk}"
    assert left.public_name == f"departed player {rooted.pk}"
    assert [left.email, left.first_name, left.last_name, left.about, left.last_login] == ["", "", "", "", None]
    assert (left.is_active, left.has_usable_password(), left.departed_at is None) == (False, False, False)
    assert [model.objects.count() for model in (EmailAddress, Authenticator, ApiToken)] == [0, 0, 0]


def test_no_word_of_the_person_is_found_in_a_dump_of_the_database(
    rooted: User, capsys: pytest.CaptureFixture[str]
) -> None:
    signed_in_by_form("mira")
    close_account(user=rooted)
    call_command("dumpdata", "accounts", "account", "mfa", "usersessions", "sessions")
    dump = capsys.readouterr().out.lower()
    assert [word for word in ("mira", "kova", "example.org") if word in dump] == []


def test_every_way_in_is_closed(rooted: User) -> None:
    browser = signed_in_by_form("mira")
    _token, secret = create_token(user=rooted, name="script", scopes=[], days=3)
    assert Session.objects.count() == 1
    close_account(user=rooted)
    assert Session.objects.count() == 0
    assert browser.get("/api/v1/me/").status_code == 401
    assert find_live_token(secret) is None
    assert signed_in_by_form("mira").get("/api/v1/me/").status_code == 401


def test_who_has_left_writes_nothing_on_the_page_any_more(rooted: User) -> None:
    close_account(user=rooted)
    with pytest.raises(Conflict) as refused:
        change_profile(user=rooted, about="Back again.")
    assert (refused.value.code, User.objects.get(pk=rooted.pk).about) == ("departed", "")


def test_the_others_are_told_once_after_it_is_done(
    rooted: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    told: list[int] = []
    account_closed.connect(hear := lambda user_id, **_kwargs: told.append(user_id), weak=False)
    try:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            close_account(user=rooted)
            close_account(user=rooted)
    finally:
        account_closed.disconnect(hear)
    assert told == [rooted.pk]


def test_the_name_is_free_again_and_the_page_is_gone(rooted: User, client: Client) -> None:
    close_account(user=rooted)
    assert client.get("/people/mira/").status_code == 404
    assert client.get(f"/people/departed-{rooted.pk}/").status_code == 404
    assert User.objects.create_user("mira", display_name="Mira Kovač").username == "mira"


def test_leaving_takes_the_password_and_the_username(rooted: User, browser_of: Callable[[User], Client]) -> None:
    stale = browser_of(rooted).post(LEAVE, {"username": "mira"})
    assert stale["Location"].startswith("/accounts/reauthenticate/")
    browser = signed_in_by_form("mira")
    wrong = browser.post(LEAVE, {"username": "mara"})
    assert list(wrong.context["form"].errors) == ["username"]
    assert people().filter(departed_at=None).count() == 1
    done = browser.post(LEAVE, {"username": "Mira"})
    assert (done.status_code, done["Location"]) == (302, "/")
    assert people().filter(departed_at=None).count() == 0


def test_a_stranger_cannot_close_it(client: Client, rooted: User) -> None:
    assert client.post(LEAVE, {"username": "mira"}).status_code == 302
    assert User.objects.get(pk=rooted.pk).departed_at is None


def test_the_only_administrator_has_to_find_another_first(administrator: User, stranger: User) -> None:
    with pytest.raises(Conflict) as refusal:
        close_account(user=administrator)
    assert refusal.value.code == "last_administrator"
    User.objects.filter(pk=stranger.pk).update(is_superuser=True)
    assert close_account(user=administrator).is_superuser is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_last_two_administrators_cannot_leave_at_once() -> None:
    pair = [User.objects.create_superuser(f"keeper{number}", "", PASSWORD) for number in range(2)]

    def leave(number: int) -> bool:
        try:
            close_account(user=pair[number])
        except Conflict:
            return False
        return True

    assert sorted(at_once(2, leave)) == [False, True]
    assert User.objects.filter(is_superuser=True).count() == 1
