"""An embedded site writes mails to files, and the administrator reads them to pass them on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection, send_mail
from django.template.loader import render_to_string
from django.test import Client
from pytest_django import Settings

from accounts.mail_files import FILE_BACKEND, list_mails
from accounts.models import User
from tests.accounts.people import PASSWORD, signed_in_by_form

Browser = Callable[[User], Client]


@pytest.fixture
def mail_files(settings: Settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = FILE_BACKEND
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.EMAIL_FILE_PATH.mkdir()
    return tmp_path / "mail"


def test_the_administrator_reads_the_mails(mail_files: Path, administrator: User, browser_of: Browser) -> None:
    send_mail(
        "Bestätige deine Adresse", "Öffne http://testserver/x/ bitte.\n", "site@example.org", ["mira@example.org"]
    )
    browser = browser_of(administrator)
    (mail,) = browser.get("/site/mails/").context["mails"]
    assert (mail.subject, mail.to) == ("Bestätige deine Adresse", "mira@example.org")
    page = browser.get(f"/site/mails/{mail.file_name}/").content.decode()
    assert '<a href="http://testserver/x/"' in page
    assert "Öffne" in page


def test_several_mails_in_one_file_are_separated(mail_files: Path) -> None:
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


def test_members_and_anonymous_users_are_refused(
    mail_files: Path, mira: User, client: Client, browser_of: Browser
) -> None:
    send_mail("secret", "link", "site@example.org", ["mira@example.org"])
    name = list_mails()[0].file_name
    for path in ("/site/mails/", f"/site/mails/{name}/"):
        assert client.get(path).status_code == 302
        assert browser_of(mira).get(path).status_code == 403


@pytest.mark.parametrize("name", ["..%2f..%2fsecret.log", "nothing.log", ".log", "a b.log", "secret_key"])
def test_no_other_file_can_be_read(mail_files: Path, administrator: User, browser_of: Browser, name: str) -> None:
    (mail_files.parent / "secret.log").write_text("secret")
    (mail_files / "secret_key").write_text("secret")
    assert browser_of(administrator).get(f"/site/mails/{name}/").status_code == 404


def test_a_site_that_sends_mail_has_no_mail_pages(settings: Settings, administrator: User, browser_of: Browser) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert browser_of(administrator).get("/site/mails/").status_code == 404


SIGN_UP = {"username": "newcomer", "email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}


NO_MAIL = 'data-note="no-mail"'


def confirmation_message(*, keeps_mails: bool) -> str:
    context = {"email": SIGN_UP["email"], "keeps_mails": keeps_mails}
    return render_to_string("account/messages/email_confirmation_sent.txt", context).strip()


def messages_after_signing_up() -> list[str]:
    return [str(message) for message in Client().post("/accounts/signup/", SIGN_UP, follow=True).context["messages"]]


def test_sign_up_without_mail_delivery_says_so(mail_files: Path, db: None) -> None:
    assert confirmation_message(keeps_mails=True) in messages_after_signing_up()
    assert list_mails()


def test_sign_up_with_mail_delivery_asks_to_check_the_mail(db: None) -> None:
    assert confirmation_message(keeps_mails=True) != confirmation_message(keeps_mails=False)
    assert confirmation_message(keeps_mails=False) in messages_after_signing_up()


def pages_about_mail() -> list[str]:
    reset = Client().post("/accounts/password/reset/", {"email": "mira@example.org"}, follow=True)
    browser = signed_in_by_form("mira")
    browser.post("/accounts/email/", {"action_add": "", "email": "other@example.org"})
    return [page.content.decode() for page in (reset, *map(browser.get, ("/accounts/email/", "/settings/notices/")))]


def test_pages_about_mail_say_that_none_is_sent(mail_files: Path, mira: User) -> None:
    assert [NO_MAIL in page for page in pages_about_mail()] == [True] * 3
    assert list_mails()


def test_with_mail_delivery_they_do_not(mira: User) -> None:
    assert [NO_MAIL in page for page in pages_about_mail()] == [False] * 3


def test_the_menu_of_the_administrator_links_to_the_mails(
    mail_files: Path, mira: User, administrator: User, browser_of: Browser
) -> None:
    link = 'href="/site/mails/"'
    assert [link in browser_of(user).get("/").content.decode() for user in (administrator, mira)] == [True, False]


def test_with_mail_delivery_the_menu_has_no_such_link(administrator: User, browser_of: Browser) -> None:
    assert "/site/mails/" not in browser_of(administrator).get("/").content.decode()
