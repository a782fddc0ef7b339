"""A new SECRET_KEY with the old one as fallback: sessions and second factors keep working, and still work when the old
key is removed."""

import secrets

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services.encryption import reencrypt_second_factors
from tests.accounts.people import signed_in_by_form
from tests.accounts.test_second_factor import SECOND, SECRET, code_of, is_in, with_password

OLD, NEW = (secrets.token_urlsafe(50) for _ in range(2))


@pytest.fixture
def guarded(mira: User, settings: Settings) -> User:
    settings.SECRET_KEY = OLD
    TOTP.activate(mira, SECRET)
    RecoveryCodes.activate(mira)
    return mira


def rotate(settings: Settings, *, fallbacks: list[str]) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, fallbacks


def logs_in_with_code(user: User) -> bool:
    Authenticator.objects.filter(user=user).update(last_used_at=None)
    client = with_password(Client(), user.username)
    client.post(
        SECOND, {"code": RecoveryCodes(user.authenticator_set.get(type="recovery_codes")).get_unused_codes()[0]}
    )
    return is_in(client)


def test_codes_work_with_the_new_key_and_after_the_old_one_is_removed(guarded: User, settings: Settings) -> None:
    rotate(settings, fallbacks=[OLD])
    client = with_password(Client())
    client.post(SECOND, {"code": code_of(SECRET)})
    assert is_in(client)
    assert [reencrypt_second_factors() for _ in range(2)] == [2, 0]
    rotate(settings, fallbacks=[])
    assert logs_in_with_code(guarded)


def test_a_session_outlives_the_key_it_was_opened_with(mira: User, settings: Settings) -> None:
    settings.SECRET_KEY = OLD
    client = signed_in_by_form("mira")
    rotate(settings, fallbacks=[OLD])
    assert is_in(client)
    rotate(settings, fallbacks=[])
    assert is_in(client)


def test_a_factor_with_a_lost_key_is_reported_and_does_not_stop_the_others(
    guarded: User, stranger: User, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SECRET_KEY = "a key that came between and was lost, fifty characters"
    TOTP.activate(stranger, SECRET)
    rotate(settings, fallbacks=[OLD])
    assert reencrypt_second_factors() == 2
    assert "SECRET_KEY_FALLBACKS" in caplog.text
    client = with_password(Client(), "stranger")
    answer = client.post(SECOND, {"code": code_of(SECRET)})
    assert (answer.status_code, is_in(client)) == (409, False)
    assert answer.context["refusal"].code == "unreadable_factor"


def test_codes_used_during_the_rotation_stay_used(guarded: User, settings: Settings) -> None:
    """Re-encryption writes only the secret."""
    codes = RecoveryCodes(guarded.authenticator_set.get(type="recovery_codes"))
    assert codes.validate_code(codes.get_unused_codes()[0])
    rotate(settings, fallbacks=[OLD])
    reencrypt_second_factors()
    assert len(RecoveryCodes(guarded.authenticator_set.get(type="recovery_codes")).get_unused_codes()) == 9
