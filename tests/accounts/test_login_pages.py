"""Pages and mails around the log-in use the site's own templates and texts, not allauth's."""

import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from accounts.http.browsers import browser_words
from accounts.models import User
from config.env import BASE_DIR
from tests.accounts.people import PASSWORD, signed_in_by_form

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW_PASSWORD = "a comet behind the dome"  # nosec B105 # of a made-up user


def labels_of(page: str) -> list[str]:
    return [" ".join(each.split()) for each in re.findall(r"<label for=[^>]*>(.*?)</label>", page, re.DOTALL)]


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_every_field_has_one_label(client: Client, db: None, path: str) -> None:
    response = client.get(path)
    page = response.content.decode()
    form = page[page.index('class="site-form"') :]
    assert labels_of(form) == [str(field.label) for field in response.context["form"].visible_fields()]
    assert "placeholder" not in form


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/accounts/2fa/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
    ],
)
def test_pages_of_the_second_factor_use_the_site_templates(mira: User, path: str) -> None:
    client = signed_in_by_form("mira")
    TOTP.activate(mira, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(mira)
    response = client.get(path)
    assert response.status_code == 200
    assert Path(response.templates[0].origin.name).is_relative_to(BASE_DIR / "frontend" / "templates" / "mfa")


def test_recovery_codes_are_listed(mira: User) -> None:
    client = signed_in_by_form("mira")
    TOTP.activate(mira, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(mira).generate_codes()
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert re.findall(r"<li><code>(\w+)</code></li>", page) == codes


def test_sessions_are_named_by_browser_and_system(mira: User) -> None:
    client = signed_in_by_form("mira")
    UserSession.objects.filter(user=mira).update(user_agent=FIREFOX)
    page = client.get("/accounts/sessions/").content.decode()
    (name,) = re.findall(rf'<strong title="{re.escape(FIREFOX)}">([^<]*)</strong>\s+<span class="badge">', page)
    assert name == browser_words(program="Firefox", system="Linux")


def test_a_changed_password_is_reported_by_mail_with_advice(mira: User, settings: LazySettings) -> None:
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    client = signed_in_by_form("mira")
    passwords = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/accounts/password/change/", passwords, headers={"user-agent": FIREFOX})
    message = mail.outbox[-1]
    assert message.to == [mira.email]
    for expected in (
        browser_words(program="Firefox", system="Linux"),
        "127.0.0.1",
        f"{settings.PUBLIC_URL}/accounts/password/reset/",
    ):
        assert expected in message.body


def test_a_used_link_offers_a_new_one(client: Client, db: None) -> None:
    response = client.get("/accounts/password/reset/key/1-nokey/")
    assert response.context["token_fail"] is True
    assert 'href="/accounts/password/reset/"' in response.content.decode()
