"""On an embedded site mails are files, and the administrator reads them to pass them on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core import mail
from django.core.mail import EmailMessage, get_connection, send_mail
from django.test import Client
from pytest_django import Settings

from accounts.mailbox import FILE_BACKEND, list_mails
from accounts.models import User
from tests.accounts.people import PASSWORD, signed_in_by_form

Browser = Callable[[User], Client]


@pytest.fixture
def mail_files(settings: Settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = FILE_BACKEND
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.EMAIL_FILE_PATH.mkdir()
    return tmp_path / "mail"


def test_the_administrator_reads_what_was_written(mail_files: Path, administrator: User, browser_of: Browser) -> None:
    send_mail(
        "Bestätige deine Adresse", "Öffne http://testserver/x/ bitte.\n", "site@example.org", ["mira@example.org"]
    )
    browser = browser_of(administrator)
    (mail,) = browser.get("/site/mails/").context["mails"]
    assert (mail.subject, mail.to) == ("Bestätige deine Adresse", "mira@example.org")
    page = browser.get(f"/site/mails/{mail.file_name}/").content.decode()
    assert '<a href="http://testserver/x/"' in page
    assert "Öffne" in page


def test_several_mails_in_one_file_are_told_apart(mail_files: Path) -> None:
    one, two = (EmailMessage(subject, "text", "site@example.org", ["a@example.org"]) for subject in ("one", "two"))
    get_connection().send_messages([one, two])
    assert [mail.subject for mail in list_mails()] == ["one", "two"]


def test_markup_in_a_mail_is_shown_as_text(mail_files: Path, administrator: User, browser_of: Browser) -> None:
    send_mail("<b>hello</b>", "<script>alert(1)</script>", "site@example.org", ["mira@example.org"])
    browser = browser_of(administrator)
    for path in ("/site/mails/", f"/site/mails/{list_mails()[0].file_name}/"):
        page = browser.get(path).content.decode()
        assert "<b>hello</b>" not in page
        assert "<script>alert(1)</script>" not in page


def test_members_and_strangers_are_refused(mail_files: Path, mira: User, client: Client, browser_of: Browser) -> None:
    send_mail("secret", "link", "site@example.org", ["mira@example.org"])
    name = list_mails()[0].file_name
    for path in ("/site/mails/", f"/site/mails/{name}/"):
        assert client.get(path).status_code == 302
        assert browser_of(mira).get(path).status_code == 403


@pytest.mark.parametrize("name", ["..%2f..%2fsecret.log", "nothing.log", ".log", "a b.log", "secret_key"])
def test_no_other_file_is_reached(mail_files: Path, administrator: User, browser_of: Browser, name: str) -> None:
    (mail_files.parent / "secret.log").write_text("secret")
    (mail_files / "secret_key").write_text("secret")
    assert browser_of(administrator).get(f"/site/mails/{name}/").status_code == 404


def test_a_site_that_sends_its_mails_keeps_none(settings: Settings, administrator: User, browser_of: Browser) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert browser_of(administrator).get("/site/mails/").status_code == 404


SIGN_UP = {"username": "newcomer", "email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}


NO_MAIL = "This site sends no e-mail"
FORMS_THAT_MAIL = [
    ("/accounts/signup/", SIGN_UP, "We sent"),
    ("/accounts/password/reset/", {"email": "mira@example.org"}, "Look into your mail"),
]


@pytest.mark.parametrize(("path", "form", "sent"), FORMS_THAT_MAIL)
def test_nobody_is_told_to_look_into_their_mail_where_none_is_sent(
    mail_files: Path, mira: User, path: str, form: dict[str, str], sent: str
) -> None:
    page = Client().post(path, form, follow=True).content.decode()
    assert list_mails()
    assert [said in page for said in (NO_MAIL, sent)] == [True, False]
    assert "administrator" in page


@pytest.mark.parametrize(("path", "form", "sent"), FORMS_THAT_MAIL)
def test_where_mail_is_sent_people_are_told_to_look(mira: User, path: str, form: dict[str, str], sent: str) -> None:
    page = Client().post(path, form, follow=True).content.decode()
    assert len(mail.outbox) == 1
    assert [said in page for said in (NO_MAIL, sent)] == [False, True]


def test_pages_about_addresses_and_notices_say_that_no_mail_is_sent(mail_files: Path, mira: User) -> None:
    browser = signed_in_by_form("mira")
    browser.post("/accounts/email/", {"action_add": "", "email": "other@example.org"})
    for path in ("/accounts/email/", "/settings/notices/"):
        assert NO_MAIL in browser.get(path).content.decode()


def test_the_administrator_finds_the_mails_in_the_menu(
    mail_files: Path, mira: User, administrator: User, browser_of: Browser
) -> None:
    link = 'href="/site/mails/"'
    assert [link in browser_of(user).get("/").content.decode() for user in (administrator, mira)] == [True, False]


def test_where_mail_is_sent_the_menu_has_no_such_link(administrator: User, browser_of: Browser) -> None:
    assert "/site/mails/" not in browser_of(administrator).get("/").content.decode()
