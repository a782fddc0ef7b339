"""Guests: created with their first game, limited to it, kept by signing up or logging in."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.errors import Conflict, Invalid
from accounts.models import User
from accounts.names import validate_display_name
from accounts.services.guests import KEPT_FOR, create_guest, hand_over, sign_up_guest
from accounts.services.profile import change_profile
from games.models import Game, Seat
from tests.accounts.guests import begin
from tests.accounts.people import PASSWORD
from tests.games.playing import next_turn

SIGN_UP = "/accounts/signup/"

pytestmark = pytest.mark.django_db


def form(username: str = "vera", **changes: str) -> dict[str, str]:
    answers = {"username": username, "email": f"{username}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return answers | changes


def take_turn(browser: Client, game: Game) -> int:
    game.refresh_from_db()
    body = {"ply": game.ply, "steps": next_turn(game)}
    return browser.post(f"/api/v1/games/{game.pk}/turns/", body, content_type="application/json").status_code


def guests() -> int:
    return User.objects.filter(is_guest=True).count()


class TestCreation:
    def test_one_click_creates_a_guest_and_a_casual_game_against_the_weakest_ai(self, client: Client) -> None:
        browser, guest, game = begin(client=client)
        assert (guest.is_guest, guest.is_authenticated, guest.has_usable_password()) == (True, False, False)
        assert re.fullmatch(r"\D+\d{4}", guest.public_name)
        seats = game.seats.order_by("index").values_list("user__username", flat=True)
        assert list(seats) == [guest.username, "meteor"]
        assert (game.rated, game.chat) == (False, False)
        assert take_turn(browser, game) == 201

    def test_get_creates_no_guest(self, client: Client) -> None:
        for path in ("/", "/play/", "/play/ai/", "/play/ai/?variant=galax", "/learn/vega/", "/my/games/"):
            client.get(path)
        client.head("/play/ai/")
        assert guests() == 0

    def test_an_invalid_choice_creates_no_guest(self, client: Client) -> None:
        for body in ({}, {"variant": "chess"}, {"variant": "nonaga", "ai": "mira"}, {"variant": "nonaga", "seat": "7"}):
            assert client.post("/play/ai/", body).status_code == 400
        assert guests() == 0

    def test_without_the_csrf_token_no_guest_is_created(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/play/ai/", {"variant": "nonaga"}).status_code == 403
        assert guests() == 0

    def test_the_second_game_belongs_to_the_same_guest(self, client: Client) -> None:
        browser, guest, first = begin(client=client)
        _, again, second = begin("galax", browser)
        assert (again, first == second, guests()) == (guest, False, 1)

    def test_a_member_who_presses_the_button_stays_logged_in(self, client: Client, mira: User) -> None:
        client.force_login(mira)
        _, player, _ = begin(client=client)
        assert (player, guests()) == (mira, 0)

    def test_guests_per_ip_address_and_hour_are_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        cache.clear()
        monkeypatch.setattr("accounts.drf.throttling.api_settings.DEFAULT_THROTTLE_RATES", {"new_guest": "2/hour"})
        with time_machine.travel("2026-03-04T12:00:00Z", tick=False):
            answers = [Client().post("/play/ai/", {"variant": "nonaga"}).status_code for _ in range(3)]
        assert (answers, guests()) == ([302, 302, 429], 2)

    def test_guest_numbers_grow_longer_when_short_ones_are_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("accounts.services.guests.secrets.randbelow", lambda _: 0)
        assert [create_guest().username for _ in range(3)] == ["guest-1000", "guest-10000", "guest-100000"]


class TestNames:
    def test_the_name_of_a_guest_keeps_its_number_in_other_languages(self, client: Client) -> None:
        _, guest, _ = begin(client=client)
        with translation.override("fr"):
            assert guest.public_name.endswith(guest.username.removeprefix("guest-"))

    @pytest.mark.parametrize("username", ["guest-1234", "Guest-12"])
    def test_a_guest_name_is_refused_at_sign_up(self, client: Client, username: str) -> None:
        assert list(client.post(SIGN_UP, form(username)).context["form"].errors) == ["username"]

    @pytest.mark.parametrize("name", ["Guest 1234", "guest", "GUEST·10", "Gu\u0435st 77"])
    def test_a_guest_name_is_refused_as_display_name(self, mira: User, name: str) -> None:
        with pytest.raises(ValidationError) as refused:
            validate_display_name(name)
        assert refused.value.code == "reserved"
        with pytest.raises(Invalid):
            change_profile(user=mira, display_name=name)

    def test_a_guest_has_no_profile_page_and_can_not_be_challenged(self, client: Client, mira: User) -> None:
        _, guest, _ = begin()
        client.force_login(mira)
        assert client.get(f"/people/{guest.username}/").status_code == 404
        assert client.get(f"/api/v1/people/{guest.username}/").status_code == 404
        body = {"variant": "nonaga", "control": {"kind": "days", "allowance": 86400}, "opponents": [guest.username]}
        assert client.post("/api/v1/challenges/", body, content_type="application/json").status_code == 404

    def test_a_guest_never_has_permissions(self) -> None:
        for right in ("is_staff", "is_superuser", "is_ai"):
            with pytest.raises(IntegrityError), transaction.atomic():
                User.objects.create(username=f"odd-{right}", is_guest=True, **{right: True})


class TestNewSite:
    def test_a_site_with_guests_alone_is_still_new(self, client: Client) -> None:
        begin()
        assert client.get("/").context["is_new_site"] is True

    def test_the_first_account_becomes_administrator_even_after_guests(self, client: Client) -> None:
        begin()
        browser, guest, _ = begin(client=client)
        assert not User.objects.filter(is_superuser=True).exists()
        browser.post(SIGN_UP, form())
        assert list(User.objects.filter(is_superuser=True)) == [guest]


class TestSigningUp:
    def test_the_guest_row_becomes_a_member_and_the_game_continues(self, client: Client) -> None:
        browser, guest, game = begin(client=client)
        answer = browser.post(SIGN_UP, form() | {"next": f"/games/{game.pk}/"})
        assert answer["Location"] == f"/games/{game.pk}/"
        member = User.objects.get(username="vera")
        assert (member.pk, member.is_guest, member.email) == (guest.pk, False, "vera@example.org")
        assert browser.get("/api/v1/me/").json()["username"] == "vera"
        assert take_turn(browser, game) == 201
        assert (guests(), UserSession.objects.filter(user=member).count()) == (0, 1)

    def test_the_session_lifetime_becomes_that_of_a_member(self, client: Client, settings: Settings) -> None:
        browser, _, _ = begin(client=client)
        assert browser.session.get_expiry_age() > settings.SESSION_COOKIE_AGE
        browser.post(SIGN_UP, form())
        assert browser.session.get_expiry_age() == settings.SESSION_COOKIE_AGE

    def test_a_refused_form_changes_nothing(self, client: Client, mira: User) -> None:
        browser, guest, game = begin(client=client)
        for wrong in ({"username": "mira"}, {"password2": "other"}, {"email": "nowhere"}):
            assert browser.post(SIGN_UP, form() | wrong).status_code == 200
        guest.refresh_from_db()
        assert (guest.is_guest, guest.username.startswith("guest-")) == (True, True)
        assert take_turn(browser, game) == 201

    def test_an_email_address_in_use_leaves_the_guest_unchanged(self, client: Client, settings: Settings) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        owner = User.objects.create_user("mira", "mira@example.org", PASSWORD)
        EmailAddress.objects.create(user=owner, email="mira@example.org", primary=True, verified=True)
        browser, guest, game = begin(client=client)
        assert browser.post(SIGN_UP, form(email="mira@example.org")).status_code == 302
        guest.refresh_from_db()
        assert (guest.is_guest, guest.username.startswith("guest-")) == (True, True)
        assert take_turn(browser, game) == 201

    @pytest.mark.slow
    def test_a_repeated_sign_up_creates_one_member(self, client: Client) -> None:
        browser, guest, _ = begin(client=client)
        before = browser.cookies["sessionid"].value
        browser.post(SIGN_UP, form())
        late = Client()
        late.cookies["sessionid"] = before
        late.post(SIGN_UP, form())
        late.post(SIGN_UP, form("vera2"))
        assert list(User.objects.filter(pk=guest.pk).values_list("username", "is_guest")) == [("vera", False)]

    def test_a_second_sign_up_with_another_name_is_refused(self, client: Client) -> None:
        _, guest, _ = begin(client=client)
        known_as, guest.username = guest.username, "vera"
        sign_up_guest(guest=guest, known_as=known_as, is_confirmed=False)
        guest.username = "wera"
        with pytest.raises(Conflict) as refused:
            sign_up_guest(guest=guest, known_as=known_as, is_confirmed=False)
        assert refused.value.code == "signed_up"
        guest.refresh_from_db()
        assert guest.username == "vera"


class TestEmailConfirmation:
    """In production the email address is confirmed before the guest becomes a member."""

    @pytest.fixture(autouse=True)
    def production(self, settings: Settings) -> None:
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.EMBEDDED = False

    @staticmethod
    def confirm(browser: Client) -> str:
        (link,) = re.findall(r"https?://\S+/accounts/confirm-email/\S+/", mail.outbox[-1].body)
        path = "/" + link.split("/", 3)[3]
        return str(browser.post(path)["Location"])

    def test_until_confirmation_the_guest_keeps_playing(self, client: Client) -> None:
        browser, guest, game = begin(client=client)
        assert browser.post(SIGN_UP, form())["Location"] == "/accounts/confirm-email/"
        assert take_turn(browser, game) == 201
        assert browser.get("/api/v1/me/").status_code == 403
        assert "vera@example.org" in browser.get(f"/games/{game.pk}/").content.decode()
        guest.refresh_from_db()
        assert (guest.is_guest, guest.username, guest.public_name) == (True, "vera", "vera")

    def test_the_link_makes_the_guest_a_member_in_the_same_session(self, client: Client) -> None:
        browser, guest, game = begin(client=client)
        browser.post(SIGN_UP, form())
        assert self.confirm(browser) == "/"
        assert browser.get("/api/v1/me/").json()["username"] == "vera"
        assert take_turn(browser, game) == 201
        assert UserSession.objects.filter(user=guest).count() == 1

    def test_confirming_in_another_browser_does_not_log_in_there(self, client: Client) -> None:
        browser, guest, _ = begin(client=client)
        browser.post(SIGN_UP, form())
        other = Client()
        assert self.confirm(other) == "/accounts/login/"
        assert other.get("/api/v1/me/").status_code == 401
        guest.refresh_from_db()
        assert guest.is_guest is False

    def test_a_mistyped_email_address_is_corrected_by_signing_up_again(self, client: Client) -> None:
        browser, guest, _ = begin(client=client)
        browser.post(SIGN_UP, form(email="vear@example.org"))
        assert browser.post(SIGN_UP, form())["Location"] == "/accounts/confirm-email/"
        assert list(EmailAddress.objects.filter(user=guest).values_list("email", flat=True)) == ["vera@example.org"]
        self.confirm(browser)
        assert browser.get("/api/v1/me/").json()["email"] == "vera@example.org"


class TestLoggingIn:
    def log_in(self, browser: Client) -> int:
        """Log in and return the number of messages shown afterwards."""
        answer = browser.post("/accounts/login/", {"login": "mira", "password": PASSWORD}, follow=True)
        return len(answer.context["messages"])

    def test_the_guests_games_become_the_accounts(self, client: Client, mira: User) -> None:
        browser, guest, game = begin(client=client)
        assert self.log_in(browser) == self.log_in(Client()) + 1
        assert take_turn(browser, game) == 201
        assert (Seat.objects.get(game=game, is_ai=False).user, guests()) == (mira, 0)
        assert not User.objects.filter(pk=guest.pk).exists()

    def test_a_wrong_password_transfers_nothing(self, client: Client, mira: User) -> None:
        browser, guest, game = begin(client=client)
        browser.post("/accounts/login/", {"login": "mira", "password": "wrong"})
        assert Seat.objects.get(game=game, is_ai=False).user == guest
        assert take_turn(browser, game) == 201

    def test_only_guests_are_promised_the_transfer(self, client: Client) -> None:
        promise = 'class="note good"'
        assert promise not in client.get("/accounts/login/").content.decode()
        browser, _, _ = begin(client=client)
        for path in ("/accounts/login/", SIGN_UP):
            assert promise in browser.get(path).content.decode()

    def test_a_second_transfer_does_nothing(self, mira: User) -> None:
        _, guest, _ = begin()
        assert [hand_over(guest=guest, member=mira), hand_over(guest=guest, member=mira)] == [1, 0]

    def test_only_guests_are_transferred(self, mira: User, stranger: User) -> None:
        assert hand_over(guest=stranger, member=mira) == 0
        assert User.objects.filter(pk=stranger.pk).exists()


class TestVisits:
    def test_a_turn_updates_the_last_login_and_a_page_view_does_not(self, client: Client) -> None:
        browser, guest, game = begin(client=client)
        two_days_ago = timezone.now() - timedelta(days=2)
        User.objects.filter(pk=guest.pk).update(last_login=two_days_ago)
        browser.get(f"/games/{game.pk}/")
        guest.refresh_from_db()
        assert guest.last_login == two_days_ago
        take_turn(browser, game)
        guest.refresh_from_db()
        assert guest.last_login > two_days_ago
        assert browser.session.get_expiry_age() == KEPT_FOR.total_seconds()
