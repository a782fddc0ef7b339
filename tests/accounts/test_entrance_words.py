"""Around the log-in the site speaks in its own words, not in those of the program that it uses for it."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD, signed_in_by_form

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW_PASSWORD = "a comet behind the dome"  # nosec B105 # of somebody who is made up


def labels_of(page: str) -> list[str]:
    return [" ".join(each.split()) for each in re.findall(r"<label for=[^>]*>(.*?)</label>", page, re.DOTALL)]


@pytest.mark.parametrize(
    ("path", "labels"),
    [
        ("/accounts/login/", ["Username or e-mail address", "Password"]),
        ("/accounts/signup/", ["Username", "E-mail address", "Password", "Password, once more"]),
        ("/accounts/password/reset/", ["E-mail address"]),
    ],
)
def test_fields_are_named_once_by_their_labels(client: Client, db: None, path: str, labels: list[str]) -> None:
    page = client.get(path).content.decode()
    form = page[page.index('class="site-form"') :]
    assert [label for label in labels_of(form) if label in labels] == labels
    assert "placeholder" not in form


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/accounts/2fa/", "You have 10 left."),
        ("/accounts/2fa/totp/deactivate/", "your recovery codes no longer work"),
        ("/accounts/2fa/recovery-codes/generate/", "The codes that you have now stop working."),
        ("/accounts/2fa/reauthenticate/", "Give your password instead"),
    ],
)
def test_pages_of_the_second_factor(mira: User, path: str, said: str) -> None:
    client = signed_in_by_form("mira")
    TOTP.activate(mira, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(mira)
    answer = client.get(path)
    assert said in answer.content.decode()
    assert "/frontend/templates/" in answer.templates[0].origin.name  # ours, not allauth's


def test_recovery_codes_are_listed_to_be_written_down(mira: User) -> None:
    client = signed_in_by_form("mira")
    TOTP.activate(mira, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    codes = RecoveryCodes.activate(mira).generate_codes()
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    assert re.findall(r"<li><code>(\w+)</code></li>", page) == codes


def test_sessions_are_called_what_their_owner_would_call_them(mira: User) -> None:
    client = signed_in_by_form("mira")
    UserSession.objects.filter(user=mira).update(user_agent=FIREFOX)
    page = client.get("/accounts/sessions/").content.decode()
    assert f'<strong title="{FIREFOX}">Firefox on Linux</strong> <span class="badge">this browser</span>' in page


def test_a_changed_password_is_told_by_mail_with_what_to_do_if_it_was_somebody_else(
    mira: User, settings: LazySettings
) -> None:
    EmailAddress.objects.create(user=mira, email=mira.email, primary=True, verified=True)
    client = signed_in_by_form("mira")
    passwords = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post("/accounts/password/change/", passwords, headers={"user-agent": FIREFOX})
    letter = mail.outbox[-1]
    assert letter.subject == "Asterism: Your password is changed"
    assert "It was done with Firefox on Linux, from the address 127.0.0.1." in letter.body
    assert f"{settings.PUBLIC_URL}/accounts/password/reset/" in letter.body


def test_a_used_link_leads_to_another(client: Client, db: None) -> None:
    page = client.get("/accounts/password/reset/key/1-nokey/").content.decode()
    assert "This link no longer works" in page
    assert 'href="/accounts/password/reset/"' in page
