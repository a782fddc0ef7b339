"""A refused form keeps what was typed, with or without scripts, except passwords."""

import pytest
from django.test import Client

from accounts.errors import Conflict
from accounts.models import User
from accounts.services.reports import report_person

pytestmark = pytest.mark.django_db

PASSPHRASE = "four words of mine"


@pytest.fixture
def moderator(client: Client) -> Client:
    client.force_login(User.objects.create_user("keeper", email="keeper@example.org", is_staff=True))
    return client


def test_a_reason_and_a_note_that_are_too_long_are_kept(moderator: Client) -> None:
    mira = User.objects.create_user("mira")
    report = report_person(reporter=mira, person=User.objects.create_user("rude"), reason="abuse", path="/games/1/")
    long = "Well <b>meant</b> and long. " * 100
    refused = moderator.post(f"/moderation/reports/{report.pk}/close/", {"why": long, "kind": "short"})
    assert refused.content.decode().count("<blockquote") == 1
    for answer in (refused, moderator.post("/people/mira/note/", {"text": long})):
        assert answer.status_code == 400
        assert answer.content.decode().count("Well &lt;b&gt;meant&lt;/b&gt; and long.") == 100


def test_a_password_is_not_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A username that was taken at the same moment is the one refusal of a sign-up with a page of its own."""

    def refuse(*args: object, **kwargs: object) -> None:
        raise Conflict("This username is taken.", code="username_taken")

    monkeypatch.setattr("accounts.login.adapter.AccountAdapter._write", refuse)
    sent = {"username": "mira", "email": "mira@example.org", "password1": PASSPHRASE, "password2": PASSPHRASE}
    answer = client.post("/accounts/signup/", sent)
    assert answer.status_code == 409
    assert PASSPHRASE not in answer.content.decode()


@pytest.mark.parametrize(
    ("path", "sent", "typed"),
    [
        ("/accounts/signup/", {"username": "mira", "email": "no address"}, ["mira", "no address"]),
        ("/accounts/login/", {"login": "mira"}, ["mira"]),
        ("/accounts/password/reset/", {"email": "no address"}, ["no address"]),
    ],
)
def test_errors_of_log_in_forms_are_shown_beside_what_was_typed(
    client: Client, path: str, sent: dict[str, str], typed: list[str]
) -> None:
    passwords = dict.fromkeys(("password", "password1", "password2"), PASSPHRASE)
    text = client.post(path, {**sent, **passwords}).content.decode()
    assert all(f'value="{word}"' in text for word in typed)
    assert PASSPHRASE not in text


@pytest.mark.parametrize(
    ("path", "sent", "typed"),
    [
        ("/accounts/email/", {"email": "no address", "action_add": ""}, "no address"),
        ("/settings/", {"display_name": "Mira K.", "time_zone": "Nowhere", "language": "en"}, "Mira K."),
        ("/settings/tokens/", {"name": "my bot", "days": "7"}, "my bot"),
    ],
)
def test_errors_in_the_settings_are_shown_beside_what_was_typed(
    moderator: Client, path: str, sent: dict[str, str], typed: str
) -> None:
    assert f'value="{typed}"' in moderator.post(path, sent).content.decode()
