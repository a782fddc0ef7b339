"""Signing up, and who becomes administrator."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from pytest_django import Settings

from accounts.errors import Conflict
from accounts.models import FirstAdministrator, User
from accounts.names import validate_display_name, validate_username_free_to_take
from accounts.services.account_creation import create_ai_account, make_first_administrator
from games.ai.levels import LEVELS, Level
from tests.accounts.people import PASSWORD, at_once, people

SIGN_UP = "/accounts/signup/"


def form(username: str = "mira", **changes: str) -> dict[str, str]:
    answers = {"username": username, "email": f"{username}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return answers | changes


def test_signing_up_creates_an_account_logs_in_and_sends_a_mail(client: Client, db: None) -> None:
    response = client.post(SIGN_UP, form())
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get("/api/v1/me/").json()["username"] == "mira"
    assert [message.to for message in mail.outbox] == [["mira@example.org"]]
    assert "/accounts/confirm-email/" in mail.outbox[0].body


def test_the_first_account_of_an_embedded_site_becomes_administrator_and_the_second_does_not(db: None) -> None:
    for name in ("mira", "stranger"):
        Client().post(SIGN_UP, form(name))
    rights = people().values_list("username", "is_staff", "is_superuser")
    assert list(rights) == [("mira", True, True), ("stranger", False, False)]


def test_the_first_account_is_informed_that_it_administers_the_site(db: None) -> None:
    first, second = (
        len(Client().post(SIGN_UP, form(name), follow=True).context["messages"]) for name in ("mira", "stranger")
    )
    assert first == second + 1


@pytest.mark.parametrize("username", ["Stranqer", "strang3r", "mira-k", "kovac"])
def test_a_distinct_username_is_accepted(mira: User, stranger: User, username: str) -> None:
    assert Client().post(SIGN_UP, form(username)).status_code == 302


@pytest.mark.parametrize("username", ["MiraKovac", "mira.kovac", "stran-ger", "m1ra", "M_I_R_A", "m0derator", "adm1n"])
def test_a_username_confusable_with_a_user_or_the_site_is_refused(mira: User, stranger: User, username: str) -> None:
    response = Client().post(SIGN_UP, form(username))
    assert response.status_code == 200
    assert list(response.context["form"].errors) == ["username"]
    assert not User.objects.filter(username=username).exists()


def test_in_production_signing_up_never_makes_an_administrator(settings: Settings, db: None) -> None:
    settings.EMBEDDED = False
    Client().post(SIGN_UP, form())
    assert people().get().is_superuser is False


def test_a_site_with_an_administrator_gets_no_second_one_by_signing_up(administrator: User) -> None:
    Client().post(SIGN_UP, form())
    assert User.objects.get(username="mira").is_superuser is False


def test_no_second_administrator_even_after_the_first_gave_up_the_rights(mira: User, stranger: User) -> None:
    assert make_first_administrator(user=mira) is True
    User.objects.filter(pk=mira.pk).update(is_superuser=False)
    assert make_first_administrator(user=stranger) is False


@pytest.mark.django_db(transaction=True)
def test_of_many_first_sign_ups_at_once_exactly_one_becomes_administrator() -> None:
    crowd = [User.objects.create_user(f"person{number}") for number in range(6)]
    answers = at_once(6, lambda number: make_first_administrator(user=crowd[number]))
    assert sorted(answers) == [False] * 5 + [True]
    assert User.objects.filter(is_superuser=True).count() == 1
    assert FirstAdministrator.objects.get().user == crowd[answers.index(True)]


@pytest.mark.parametrize("username", ["Mira", "MIRA", "mira"])
def test_a_username_is_taken_in_any_case(client: Client, mira: User, username: str) -> None:
    response = client.post(SIGN_UP, form(username, email="other@example.org"))
    errors = response.context["form"].errors.as_data()
    assert {field: [error.code for error in found] for field, found in errors.items()} == {
        "username": ["username_taken"]
    }


def test_the_database_enforces_case_insensitive_usernames(mira: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("MIRA")


@pytest.mark.parametrize(
    "username",
    ["мира", "mira kovač", "<b>mira</b>", "m", "a" * 31, ".mira", "admin", "Support", "departed-7"],
)
def test_misleading_and_reserved_usernames_are_refused(client: Client, db: None, username: str) -> None:
    response = client.post(SIGN_UP, form("x") | {"username": username})
    assert list(response.context["form"].errors) == ["username"]
    assert people().count() == 0


@pytest.mark.parametrize("password", ["short", "1234567890123", "password123", "mira-example"])
def test_weak_passwords_are_refused(client: Client, db: None, password: str) -> None:
    response = client.post(SIGN_UP, form("miraexample", password1=password, password2=password))
    assert response.status_code == 200
    assert people().count() == 0


def test_sign_up_does_not_reveal_that_an_email_address_is_in_use(settings: Settings, mira: User) -> None:
    """With confirmation required the page is the same as for a new address; the owner gets a mail."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    EmailAddress.objects.create(user=mira, email="mira@example.org", primary=True, verified=True)
    taken = Client().post(SIGN_UP, form("newcomer", email="mira@example.org"))
    fresh = Client().post(SIGN_UP, form("newcomer2"))
    assert (taken.status_code, taken["Location"]) == (fresh.status_code, fresh["Location"])
    assert (mail.outbox[0].to, "/accounts/confirm-email/" in mail.outbox[0].body) == ([mira.email], False)
    assert not User.objects.filter(username="newcomer").exists()


def test_an_ai_account_is_created_once_and_can_not_log_in(db: None) -> None:
    first = create_ai_account(username="lyra-strong", display_name="Lyra, strong")
    again = create_ai_account(username="lyra-strong", display_name="Lyra, strong")
    assert again == first
    assert (first.is_ai, first.has_usable_password(), first.can_log_in) == (True, False, False)


@pytest.mark.postgres
def test_case_insensitive_lookup_of_a_username_uses_its_index(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = User.objects.filter(username__iexact="Ada").explain()
    assert "accounts_user_username_any_case" in plan


def test_an_ai_takes_over_no_persons_account(mira: User) -> None:
    with pytest.raises(Conflict):
        create_ai_account(username="Mira", display_name="Mira, strong")
    mira.refresh_from_db()
    assert not mira.is_ai


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.slug)
def test_nobody_takes_the_name_of_an_ai(level: Level) -> None:
    for validate, name in ((validate_username_free_to_take, level.slug), (validate_display_name, level.name)):
        with pytest.raises(ValidationError, match="reserved"):
            validate(name)
