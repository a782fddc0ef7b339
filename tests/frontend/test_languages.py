"""Choice of language: by the account, else the switch in the footer, else the browser."""

import re
from datetime import date
from types import SimpleNamespace

import pytest
from django.core import mail
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.utils import formats, translation

from accounts.drf.errors import default_error
from accounts.http.languages import current_language, in_language_of, language_of
from accounts.models import User
from accounts.services.profile import change_profile
from games.notifications.services.mail import compose
from tests.games.playing import start
from tests.tournaments.playing import make_club, open_tournament, running_tournament

pytestmark = pytest.mark.django_db


def browser(language: str, user: User | None = None) -> Client:
    """Return a client with this Accept-Language, logged in or not."""
    client = Client(headers={"host": "localhost", "accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


def page_language(answer: HttpResponse) -> str:
    """Return the language of a page; its markup and its header must agree."""
    found = re.search(r'<html lang="(\w+)"', answer.content.decode())
    assert found.group(1) == answer["Content-Language"]
    return found.group(1)


class TestPages:
    @pytest.mark.parametrize(
        ("wish", "language"), [("fr", "fr"), ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"), ("tlh", "en"), ("*", "en"), ("", "en")]
    )
    def test_an_anonymous_user_gets_the_language_of_the_browser(self, wish: str, language: str) -> None:
        answer = browser(wish).get("/learn/")
        assert page_language(answer) == language
        assert {"Accept-Language", "Cookie"} <= {word.strip() for word in answer["Vary"].split(",")}

    def test_the_switch_overrides_the_browser(self) -> None:
        client = browser("fr")
        answer = client.post("/language/", {"language": "cs", "next": "/learn/?family=vega"})
        assert (answer.status_code, answer["Location"]) == (302, "/learn/?family=vega")
        assert client.cookies["django_language"]["samesite"] == "Lax"
        assert page_language(client.get("/learn/")) == "cs"

    def test_the_switch_is_a_form_that_marks_the_current_language(self) -> None:
        page = browser("cs").get("/").content.decode()
        form = re.search(r'<form[^>]*action="/language/".*?</form>', page, re.DOTALL).group(0)
        pressed = re.findall(r'value="(\w\w)" lang="\1"\s+aria-pressed="(\w+)">\s*(\w+)\s*<', form)
        assert pressed == [("en", "false", "English"), ("fr", "false", "Français"), ("cs", "true", "Čeština")]
        assert 'name="csrfmiddlewaretoken"' in form

    def test_an_unknown_language_changes_nothing(self, member: User) -> None:
        client = browser("fr", member)
        client.post("/language/", {"language": "tlh", "next": "/"})
        member.refresh_from_db()
        assert (member.language, "django_language" in client.cookies) == ("en", False)

    def test_the_switch_never_redirects_to_another_site(self) -> None:
        answer = browser("fr").post("/language/", {"language": "cs", "next": "https://evil.example/"})
        assert answer["Location"] == "/"

    def test_get_can_not_switch_the_language(self) -> None:
        assert browser("fr").get("/language/?language=cs").status_code == 405

    def test_the_account_overrides_cookie_and_browser(self, member: User) -> None:
        client = browser("fr", member)
        assert page_language(client.get("/learn/")) == "en"
        client.post("/language/", {"language": "cs", "next": "/"})
        member.refresh_from_db()
        assert member.language == "cs"
        assert [page_language(one.get("/learn/")) for one in (client, browser("fr", member))] == ["cs", "cs"]

    def test_a_new_account_has_the_language_of_the_sign_up_page(self) -> None:
        client = browser("cs")
        form = {"username": "jana", "email": "jana@example.org", "password1": "a long password"}
        client.post("/accounts/signup/", form | {"password2": "a long password"})
        assert User.objects.get(username="jana").language == "cs"

    def test_the_language_of_one_viewer_does_not_leak_to_the_next(self, member: User) -> None:
        change_profile(user=member, language="cs")
        pages = [browser("en", member).get("/learn/"), browser("fr").get("/learn/"), browser("").get("/learn/")]
        assert [page_language(page) for page in pages] == ["cs", "fr", "en"]

    def test_error_pages_are_translated(self) -> None:
        answer = browser("cs").get("/nowhere/")
        assert (answer.status_code, page_language(answer)) == (404, "cs")


class TestDjangoAndAllauth:
    """Django and allauth have catalogues of their own; ours take precedence."""

    def test_form_errors_are_translated(self) -> None:
        page = browser("fr").post("/accounts/signup/", {}).content.decode()
        assert "Ce champ est obligatoire." in page
        page = browser("cs").post("/accounts/signup/", {}).content.decode()
        assert "Toto pole je vyžadováno." in page

    def test_a_page_of_allauth_is_translated(self) -> None:
        pages = {code: browser(code).get("/accounts/password/reset/").content.decode() for code in ("en", "fr", "cs")}
        headings = {code: re.search(r"<h1[^>]*>\s*([^<]+?)\s*</h1>", page).group(1) for code, page in pages.items()}
        assert len(set(headings.values())) == 3


class TestApi:
    def test_errors_have_the_language_of_the_request(self) -> None:
        answers = {code: browser(code).get("/api/v1/games/999/") for code in ("en", "fr", "cs")}
        assert [answer["Content-Language"] for answer in answers.values()] == ["en", "fr", "cs"]
        assert all("Accept-Language" in answer["Vary"] for answer in answers.values())
        assert {answer.json()["code"] for answer in answers.values()} == {"not_found"}

    def test_errors_before_a_view_are_translated_too(self) -> None:
        answer = browser("cs").post("/api/v1/games/", "x" * 300_000, content_type="application/json")
        with translation.override("cs"):
            assert answer.json() == default_error(413)
        with translation.override("en"):
            assert answer.json() != default_error(413)
        assert (answer.status_code, answer["Content-Language"]) == (413, "cs")

    def test_requests_with_a_session_use_the_language_of_the_account(self, member: User) -> None:
        change_profile(user=member, language="cs")
        assert browser("fr", member).get("/api/v1/games/999/")["Content-Language"] == "cs"

    def test_numbers_and_times_are_not_localised(self, member: User) -> None:
        game = start("nonaga", [member, User.objects.create_user("ben")])
        change_profile(user=member, language="cs", time_zone="Pacific/Auckland")
        answer = browser("cs", member).get(f"/api/v1/games/{game.pk}/").json()
        assert answer["id"] == game.pk
        assert answer["created_at"].endswith(("Z", "+00:00"))

    def test_the_etag_differs_between_languages(self, member: User) -> None:
        tournament = running_tournament(make_club(member), member, 4)
        path = f"/api/v1/tournaments/{tournament.pk}/standings/"
        kept = browser("fr").get(path)["ETag"]
        assert browser("fr").get(path, headers={"if-none-match": kept}).status_code == 304
        assert browser("cs").get(path, headers={"if-none-match": kept}).status_code == 200


class TestEmbedsAndPictures:
    """Embeds and pictures are cached by proxies: by language, independent of cookies."""

    @pytest.fixture
    def tournament_id(self, member: User) -> int:
        return open_tournament(make_club(member), member, name="Spring Open", rounds=3).pk

    def test_embeds_use_the_language_of_the_browser_only(self, tournament_id: int) -> None:
        client = browser("fr")
        client.cookies["django_language"] = "cs"
        answer = client.get(f"/embed/tournaments/{tournament_id}/")
        assert (answer.status_code, page_language(answer)) == (200, "fr")
        assert "Accept-Language" in answer["Vary"]
        assert "Cookie" not in answer["Vary"]
        other = browser("cs").get(f"/embed/tournaments/{tournament_id}/")
        assert other["ETag"] != answer["ETag"]

    def test_pictures_with_text_are_cached_per_language(self, tournament_id: int) -> None:
        answers = [browser(code).get(f"/previews/tournaments/{tournament_id}.png") for code in ("fr", "cs")]
        assert answers[0]["ETag"] != answers[1]["ETag"]
        assert [answer["Vary"] for answer in answers] == ["Accept-Language"] * 2


class TestMails:
    def test_a_mail_is_in_the_language_of_its_recipient(self, member: User) -> None:
        change_profile(user=member, language="cs")
        with translation.override("fr"):
            message = compose(member, [])
            with in_language_of(member):
                assert translation.get_language() == "cs"
            assert translation.get_language() == "fr"
        page, _kind = message.alternatives[0]
        assert '<html lang="cs">' in page

    def test_mails_of_allauth_too(self, member: User) -> None:
        change_profile(user=member, language="cs")
        browser("fr").post("/accounts/password/reset/", {"email": member.email})
        browser("fr").post("/accounts/password/reset/", {"email": "nobody@example.org"})
        subjects = [str(each.subject) for each in mail.outbox]
        assert len(set(subjects)) == 2
        with translation.override("cs"):
            assert subjects[0].endswith(render_to_string("account/email/password_reset_key_subject.txt").strip())

    def test_a_language_no_longer_offered_falls_back_to_english(self) -> None:
        assert language_of(SimpleNamespace(language="tlh")) == "en"
        with translation.override("de"):
            assert current_language() == "en"


class TestFormats:
    """Formats of dates and numbers."""

    def test_dates(self) -> None:
        written = {}
        for code in ("en", "fr", "cs"):
            with translation.override(code):
                written[code] = formats.date_format(date(2026, 11, 6), "DATE_FORMAT")
        assert written == {"en": "Nov. 6, 2026", "fr": "6 novembre 2026", "cs": "6. listopadu 2026"}

    @pytest.mark.parametrize(("code", "shown"), [("en", "3,000"), ("fr", "3\xa0000"), ("cs", "3\xa0000")])
    def test_large_counts_are_grouped_and_row_ids_are_not(self, code: str, shown: str) -> None:
        tournament = SimpleNamespace(pk=12345, name="Open", engine=SimpleNamespace(name="Vega"), player_count=3000)
        with translation.override(code):
            line = render_to_string("tournaments/tournament_line.html", {"tournament": tournament})
        assert shown in line
        assert "/tournaments/12345/" in line
