"""Second factor: a TOTP code after the password, and recovery codes."""

import time
from collections import Counter
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.test import Client
from django.utils.html import escape

from accounts.login.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.people import PASSWORD, at_once, signed_in_by_form

pytestmark = pytest.mark.slow

LOGIN = "/accounts/login/"
SECOND = "/accounts/2fa/authenticate/"
ACTIVATE = "/accounts/2fa/totp/activate/"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(secret: str) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def wrong_code_of(secret: str) -> str:
    return f"{(int(code_of(secret)) + 1) % 1_000_000:06}"


def with_password(client: Client, login: str = "mira") -> Client:
    client.post(LOGIN, {"login": login, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/api/v1/me/").status_code == 200


@pytest.fixture
def guarded(mira: User) -> User:
    TOTP.activate(mira, SECRET)
    return mira


def test_the_password_alone_is_not_enough(client: Client, guarded: User) -> None:
    response = client.post(LOGIN, {"login": "mira", "password": PASSWORD})
    assert (response["Location"], is_in(client)) == (SECOND, False)


def test_password_and_code_log_in(client: Client, guarded: User) -> None:
    with_password(client).post(SECOND, {"code": code_of(SECRET)})
    assert is_in(client) is True


def test_a_wrong_code_is_refused(client: Client, guarded: User) -> None:
    response = with_password(client).post(SECOND, {"code": wrong_code_of(SECRET)})
    (error,) = response.context["form"].errors.as_data()["code"]
    assert (error.code, is_in(client)) == ("incorrect_code", False)


def test_the_code_of_another_user_is_refused(client: Client, guarded: User, stranger: User) -> None:
    TOTP.activate(stranger, "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU")
    with_password(client, "stranger").post(SECOND, {"code": code_of(SECRET)})
    assert is_in(client) is False


def test_a_code_works_once(guarded: User) -> None:
    code = code_of(SECRET)
    clients = [with_password(Client()) for _ in range(2)]
    for client in clients:
        client.post(SECOND, {"code": code})
    assert [is_in(client) for client in clients] == [True, False]


@pytest.mark.django_db(transaction=True)
def test_parallel_guesses_are_refused_after_five(guarded: User) -> None:
    clients = [with_password(Client(REMOTE_ADDR=f"192.0.2.{number}")) for number in range(12)]
    code = wrong_code_of(SECRET)

    def guess(number: int) -> str:
        page = clients[number].post(SECOND, {"code": code}).content.decode()
        return "stopped" if escape(str(AccountAdapter.error_messages["too_many_login_attempts"])) in page else "wrong"

    assert Counter(at_once(12, guess)) == {"wrong": 5, "stopped": 7}


def test_the_admin_requires_the_code_too(client: Client, administrator: User) -> None:
    TOTP.activate(administrator, SECRET)
    with_password(client, "keeper")
    assert client.get("/admin/").status_code == 302
    client.post(SECOND, {"code": code_of(SECRET)})
    assert client.get("/admin/").status_code == 200


def test_a_recovery_code_works_once(guarded: User) -> None:
    code = RecoveryCodes.activate(guarded).generate_codes()[0]
    clients = [with_password(Client()) for _ in range(2)]
    for client in clients:
        client.post(SECOND, {"code": code})
    assert [is_in(client) for client in clients] == [True, False]


def test_it_is_activated_on_the_settings_pages(mira: User) -> None:
    client = signed_in_by_form("mira")
    secret = client.get(ACTIVATE).context["form"].secret
    client.post(ACTIVATE, {"code": code_of(secret)})
    kinds = Authenticator.objects.filter(user=mira).values_list("type", flat=True)
    assert sorted(kinds) == ["recovery_codes", "totp"]


def test_activation_in_an_old_session_asks_for_the_password_again(
    mira: User, browser_of: Callable[[User], Client]
) -> None:
    assert browser_of(mira).get(ACTIVATE)["Location"].startswith("/accounts/reauthenticate/")


def test_the_secret_is_encrypted_in_the_database(guarded: User) -> None:
    stored = Authenticator.objects.get(user=guarded).data["secret"]
    assert SECRET not in stored
    assert stored.startswith("gAAAA")
