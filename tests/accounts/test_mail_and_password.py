"""Confirming an email address, resetting a password, changing either."""

import re
from collections.abc import Callable

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings as django_settings
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services.tokens import create_token
from tests.accounts.people import PASSWORD, signed_in_by_form

pytestmark = pytest.mark.slow

NEW_PASSWORD = "comet-harbour-31"


def last_link(path: str) -> str:
    match = re.search(rf"{django_settings.PUBLIC_URL}({path}\S+)", str(mail.outbox[-1].body))
    assert match is not None
    return match[1]


def logs_in(password: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": "mira", "password": password})
    return client.get("/api/v1/me/").status_code == 200


def sign_up(client: Client) -> None:
    answers = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/accounts/signup/", answers)


def test_where_confirmation_is_required_log_in_needs_it(settings: Settings, client: Client, db: None) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_up(client)
    assert (client.get("/api/v1/me/").status_code, logs_in(PASSWORD)) == (401, False)
    client.post(last_link("/accounts/confirm-email/"))
    assert logs_in(PASSWORD) is True


def test_opening_the_confirmation_link_alone_confirms_nothing(client: Client, db: None) -> None:
    """Mail programs open links to scan them; confirmation takes a click on the button."""
    sign_up(client)
    client.get(last_link("/accounts/confirm-email/"))
    assert EmailAddress.objects.get().verified is False


def test_an_invalid_confirmation_link_confirms_nothing(client: Client, db: None) -> None:
    sign_up(client)
    client.post("/accounts/confirm-email/Mg:abcdef:ghijkl/")
    assert EmailAddress.objects.get().verified is False


def test_a_password_reset_by_mail_replaces_the_old_password(client: Client, mira: User) -> None:
    client.post("/accounts/password/reset/", {"email": "mira@example.org"})
    page = client.get(last_link("/accounts/password/reset/key/"), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert (logs_in(PASSWORD), logs_in(NEW_PASSWORD)) == (False, True)


def test_a_reset_link_works_once(client: Client, mira: User) -> None:
    client.post("/accounts/password/reset/", {"email": "mira@example.org"})
    link = last_link("/accounts/password/reset/key/")
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    again = Client().get(link, follow=True)
    assert "form" not in again.context or again.context.get("token_fail") is True


@pytest.mark.parametrize("address", ["mira@example.org", "never-been-here@example.org"])
def test_reset_mails_per_address_are_limited(mira: User, address: str) -> None:
    for minute in range(15):
        with time_machine.travel(f"2026-03-04T12:{minute:02}:00Z", tick=False):
            Client().post("/accounts/password/reset/", {"email": address})
    assert [message.to for message in mail.outbox] == [[address]] * 10


def test_a_reset_for_an_unknown_address_looks_the_same(mira: User) -> None:
    answers = [
        Client().post("/accounts/password/reset/", {"email": address})
        for address in ("mira@example.org", "nobody@example.org")
    ]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, "/accounts/password/reset/done/")
    ] * 2


def test_changing_the_password_requires_the_old_one(mira: User) -> None:
    client = signed_in_by_form("mira")
    change = {"oldpassword": "wrong", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/accounts/password/change/", change)
    assert logs_in(NEW_PASSWORD) is False
    client.post("/accounts/password/change/", change | {"oldpassword": PASSWORD})
    assert logs_in(NEW_PASSWORD) is True


def test_changing_the_password_ends_other_sessions(mira: User) -> None:
    here, elsewhere = signed_in_by_form("mira"), signed_in_by_form("mira")
    change = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    here.post("/accounts/password/change/", change)
    assert [browser.get("/api/v1/me/").status_code for browser in (here, elsewhere)] == [200, 401]


def change_password(mira: User, form: dict[str, str]) -> None:
    signed_in_by_form("mira").post("/accounts/password/change/", {"oldpassword": PASSWORD, **form})


def reset_password(mira: User, form: dict[str, str]) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": mira.email})
    page = client.get(last_link("/accounts/password/reset/key/"), follow=True)
    client.post(page.request["PATH_INFO"], form)


@pytest.mark.parametrize("renew", [change_password, reset_password])
@pytest.mark.parametrize(("asked", "status"), [({"revoke_tokens": "on"}, 401), ({}, 200)])
def test_a_new_password_revokes_the_tokens_if_requested(
    mira: User, stranger: User, renew: Callable[[User, dict[str, str]], None], asked: dict[str, str], status: int
) -> None:
    own, other = (create_token(user=user, name="bot", scopes=["read"], days=9)[1] for user in (mira, stranger))
    renew(mira, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD, **asked})
    assert logs_in(NEW_PASSWORD)
    statuses = [
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"}).status_code for token in (own, other)
    ]
    assert statuses == [status, 200]


def test_only_users_with_tokens_are_offered_to_revoke_them_preselected(mira: User) -> None:
    client = signed_in_by_form("mira")
    assert "revoke_tokens" not in client.get("/accounts/password/change/").context["form"].fields
    create_token(user=mira, name="bot", scopes=["read"], days=9)
    form = client.get("/accounts/password/change/").context["form"]
    assert form["revoke_tokens"].value() is True


def test_a_new_email_address_is_used_once_it_is_confirmed(mira: User) -> None:
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    client = signed_in_by_form("mira")
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    mira.refresh_from_db()
    assert mira.email == "mira@example.org"
    client.post(last_link("/accounts/confirm-email/"))
    mira.refresh_from_db()
    assert mira.email == "new@example.org"


def test_anonymous_users_are_sent_to_the_login_page(client: Client, db: None) -> None:
    pages = ["/accounts/email/", "/accounts/password/change/", "/accounts/2fa/", "/accounts/sessions/"]
    for page in pages:
        assert client.get(page)["Location"] == f"/accounts/login/?next={page}"


@pytest.mark.parametrize("address", ["mira@example.org", "nobody@example.org"])
def test_links_in_mails_ignore_the_host_header(mira: User, settings: Settings, address: str) -> None:
    """Otherwise an attacker could request another user's reset link and receive its key."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.PUBLIC_URL = "https://play.example.org"
    Client().post("/accounts/password/reset/", {"email": address}, headers={"host": "evil.example"})
    links = re.findall(r"https?://\S+", str(mail.outbox[-1].body))
    assert links
    assert [link for link in links if not link.startswith("https://play.example.org")] == []
