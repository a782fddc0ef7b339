"""Push subscriptions of browsers: created, listed, deleted; ended by a log-out, wherever it was done."""

from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from pytest_django import Settings

from accounts.errors import Conflict, Invalid, NotFound
from accounts.http.browsers import browser_words
from accounts.models import User
from games.models import PushSubscription
from games.notifications.selectors.push import BrowserJson
from games.notifications.services.push_subscriptions import MAX_BROWSERS, forget_browser, subscribe_browser
from games.notifications.services.webpush_encryption import site_key
from tests.accounts.people import PASSWORD, has_code, signed_in_by_form
from tests.games.browsers import FIREFOX_ON_ANDROID, BrowserKeys
from tests.games.playing import client_of

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/me/push/"
JSON = "application/json"


@pytest.fixture
def ada(people: list[User]) -> User:
    people[0].set_password(PASSWORD)
    people[0].save()
    return people[0]


def body_for(name: str) -> dict[str, Any]:
    return {"endpoint": f"https://push.example.org/send/{name}", "keys": BrowserKeys().subscription_keys}


def subscribed(client: Client, name: str = "one") -> dict[str, Any]:
    answer = client.post(ADDRESS, body_for(name), content_type=JSON)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def browsers(client: Client) -> list[dict[str, Any]]:
    return list(client.get(ADDRESS).json()["browsers"])


# -- creating, listing, deleting -------------------------------------------------------------------------------------


def test_a_browser_is_subscribed_listed_and_deleted(ada: User) -> None:
    browser = Client(headers={"user-agent": FIREFOX_ON_ANDROID})
    browser.force_login(ada)
    made = subscribed(browser)
    assert made.keys() == BrowserJson.__required_keys__
    name = browser_words(program="Firefox", system="Android")
    assert (made["browser"], made["is_this"], made["last_success_at"]) == (name, True, None)
    assert browser.get(ADDRESS).json() == {"key": site_key(), "browsers": [made]}
    assert browser.delete(f"{ADDRESS}{made['id']}/").status_code == 204
    assert browser.delete(f"{ADDRESS}{made['id']}/").status_code == 404
    assert browsers(browser) == []


def test_the_example_of_the_schema_is_accepted(ada: User) -> None:
    browser = Client()
    browser.force_login(ada)
    assert browser.post(ADDRESS, body_for("any"), content_type=JSON).status_code == 201


def test_subscribing_is_idempotent_and_a_new_endpoint_replaces_the_old(ada: User) -> None:
    browser, other = Client(), Client()
    for client in (browser, other):
        client.force_login(ada)
    first = subscribed(browser)
    assert subscribed(browser)["id"] == first["id"]
    assert len(browsers(browser)) == 1
    subscribed(browser, "renewed")
    subscribed(other, "another")
    assert list(PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)) == [
        "https://push.example.org/send/renewed",
        "https://push.example.org/send/another",
    ]
    assert [each["is_this"] for each in browsers(browser)] == [False, True]


@pytest.mark.slow
def test_only_the_owner_can_renew_an_endpoint(ada: User, people: list[User]) -> None:
    browser, stranger = Client(), Client()
    browser.force_login(ada)
    stranger.force_login(people[4])
    subscribed(browser, "before")
    renewal = {**body_for("after"), "replaces": "https://push.example.org/send/before"}
    assert stranger.post(ADDRESS, renewal, content_type=JSON).status_code == 404
    assert browser.post(ADDRESS, renewal, content_type=JSON).status_code == 201
    assert browser.post(ADDRESS, renewal, content_type=JSON).status_code == 404
    assert PushSubscription.objects.get().endpoint == "https://push.example.org/send/after"


def test_a_browser_is_subscribed_for_one_user_at_a_time(ada: User, people: list[User]) -> None:
    mine, theirs = Client(), Client()
    mine.force_login(ada)
    theirs.force_login(people[1])
    subscribed(mine)
    subscribed(theirs)
    assert PushSubscription.objects.get().user == people[1]


def test_subscriptions_per_user_are_limited(ada: User) -> None:
    for number in range(MAX_BROWSERS):
        made = subscribe_browser(
            user=ada, endpoint=f"https://push.example.org/{number}", **BrowserKeys().subscription_keys
        )
    again = subscribe_browser(user=ada, endpoint=made.endpoint, **BrowserKeys().subscription_keys)
    assert again.pk == made.pk
    with pytest.raises(Conflict, check=has_code("too_many")):
        subscribe_browser(user=ada, endpoint="https://push.example.org/more", **BrowserKeys().subscription_keys)
    subscribe_browser(
        user=ada, endpoint="https://push.example.org/more", replaces=made.pk, **BrowserKeys().subscription_keys
    )
    assert PushSubscription.objects.filter(user=ada).count() == MAX_BROWSERS


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "push.example.org", "http://push.example.org/1", "https://localhost/1", "https://push.localhost/1",
        "https://127.0.0.1/1", "https://[::1]/1", "https://10.0.0.8/1", "https://me:pw@push.example.org/1",
        "https://push.example.org:0/1", "https://push.example.org/a b", "https://push.example.org/\x7f", "https://[",
        "https://push.exämple.org/1", "https://push.example.org/" + "a" * 1000,
    ],
)  # fmt: skip
def test_invalid_endpoints_are_refused(ada: User, endpoint: str) -> None:
    with pytest.raises(Invalid):
        subscribe_browser(user=ada, endpoint=endpoint, **BrowserKeys().subscription_keys)


@pytest.mark.parametrize(
    "wrong",
    [{"p256dh": ""}, {"p256dh": "B" + "A" * 86}, {"p256dh": "not base64!"}, {"auth": "AAAA"}, {"auth": "é" * 22}],
)
def test_invalid_keys_are_refused(ada: User, wrong: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        subscribe_browser(
            user=ada, endpoint="https://push.example.org/1", **{**BrowserKeys().subscription_keys, **wrong}
        )


def test_anonymous_clients_and_tokens_are_refused(ada: User, people: list[User]) -> None:
    owner, stranger = Client(), Client()
    owner.force_login(ada)
    stranger.force_login(people[4])
    made = subscribed(owner)
    assert browsers(stranger) == []
    assert stranger.delete(f"{ADDRESS}{made['id']}/").status_code == 404
    assert stranger.post(f"/settings/notices/browsers/{made['id']}/forget/").status_code == 404
    with pytest.raises(NotFound):
        forget_browser(user=people[4], subscription_id=made["id"])
    assert client_of(None).get(ADDRESS).status_code == 401
    assert client_of(None).post(ADDRESS, body_for("any")).status_code == 401
    assert PushSubscription.objects.count() == 1


def test_without_a_key_the_site_offers_no_push(ada: User, settings: Settings) -> None:
    settings.VAPID_KEY = ""
    browser = Client()
    browser.force_login(ada)
    assert browser.get(ADDRESS).json() == {"key": "", "browsers": []}
    answer = browser.post(ADDRESS, body_for("one"), content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_is_off")
    assert "push_turn" not in browser.get("/settings/notices/").content.decode()


def test_the_settings_page_lists_and_deletes_browsers_without_scripts(ada: User) -> None:
    browser = Client(headers={"user-agent": FIREFOX_ON_ANDROID})
    browser.force_login(ada)
    made = subscribed(browser)
    page = browser.get("/settings/notices/").content.decode()
    assert browser_words(program="Firefox", system="Android") in page
    assert "<noscript>" in page
    assert browser.post(f"/settings/notices/browsers/{made['id']}/forget/").status_code == 302
    assert not PushSubscription.objects.exists()


# -- logging out -----------------------------------------------------------------------------------------------------


def test_logging_out_deletes_the_subscription(ada: User) -> None:
    browser, other = signed_in_by_form("ada"), signed_in_by_form("ada")
    subscribed(browser)
    kept = subscribed(other, "other")
    browser.post("/accounts/logout/")
    assert [each.pk for each in PushSubscription.objects.all()] == [kept["id"]]


def test_being_logged_out_from_elsewhere_deletes_the_subscription(ada: User) -> None:
    lost, here = signed_in_by_form("ada"), signed_in_by_form("ada")
    subscribed(lost, "lost")
    kept = subscribed(here, "here")
    assert UserSession.objects.count() == 2
    assert here.post("/accounts/sessions/").status_code == 302
    assert [each.pk for each in PushSubscription.objects.all()] == [kept["id"]]


def test_a_browser_is_recognised_after_its_session_expired(ada: User) -> None:
    browser = signed_in_by_form("ada")
    made = subscribed(browser)
    del browser.cookies["sessionid"]
    browser.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert [(each["id"], each["is_this"]) for each in browsers(browser)] == [(made["id"], True)]
    browser.post("/accounts/logout/")
    assert not PushSubscription.objects.exists()


def test_a_log_in_as_another_user_deletes_the_subscription(ada: User, people: list[User]) -> None:
    people[1].set_password(PASSWORD)
    people[1].save()
    browser = signed_in_by_form("ada")
    subscribed(browser)
    del browser.cookies["sessionid"]
    browser.post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    assert not PushSubscription.objects.exists()


def test_changing_the_password_keeps_the_subscription_of_that_browser(ada: User) -> None:
    browser, other = signed_in_by_form("ada"), signed_in_by_form("ada")
    subscribed(browser)
    subscribed(other, "other")
    new = "paper-comet-93"
    changed = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post("/accounts/password/change/", changed).status_code == 302
    ada.refresh_from_db()
    here = ada.get_session_auth_hash()
    assert list(PushSubscription.objects.order_by("pk").values_list("log_in", flat=True)).index(here) == 0
    assert PushSubscription.objects.filter(log_in=here).count() == 1


def test_a_forged_cookie_is_ignored(ada: User, people: list[User]) -> None:
    people[1].set_password(PASSWORD)
    people[1].save()
    made = subscribed(signed_in_by_form("ada"))
    forger = Client()
    forger.cookies["push"] = f"{made['id']}:forged"
    forger.post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    assert PushSubscription.objects.get().user == ada


def test_the_data_export_lists_the_browsers(ada: User) -> None:
    browser = Client(headers={"user-agent": FIREFOX_ON_ANDROID})
    browser.force_login(ada)
    subscribed(browser)
    kept = browser.get("/api/v1/me/export/").json()["notices"]
    assert kept["by_push"]["turn"] is True
    assert [(each["program"], each["system"]) for each in kept["browsers"]] == [("Firefox", "Android")]
