"""The installed app in a browser: a service worker that caches only the offline page, and push notifications."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, CDPSession, Page, expect

from accounts.models import User
from games.models import PushSubscription
from games.notifications.services.notices import notify_turn
from games.notifications.services.push import deliver_push, due_pushes
from tests.games.browsers import BrowserKeys
from tests.games.playing import start
from tests.services.chromium import bring_chromium
from tests.services.receiver import anywhere, receiving

pytestmark = pytest.mark.browser

Opener = Callable[..., Page]
IS_CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
DELIVERIES = 12
# The visible notifications, once they are as expected, or after some seconds.
NOTICES = """async (wanted) => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; ; tries += 1) {
    const all = await worker.getNotifications();
    const shown = all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, path: data.path }));
    const titles = shown.map(({ title }) => title).sort();
    if (JSON.stringify(titles) === JSON.stringify(wanted.sort()) || tries > 100) return shown;
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
# A push service is external: the test delivers its messages to the browser.
WITH_A_PUSH_SERVICE = """
const given = %s;
const subscription = {
  toJSON: () => ({ ...given, expirationTime: null }),
  unsubscribe: async () => { delete sessionStorage.subscribed; return true; },
};
PushManager.prototype.getSubscription = async () => (sessionStorage.subscribed ? subscription : null);
PushManager.prototype.subscribe = async (options) => {
  sessionStorage.subscribed = JSON.stringify(options);
  return subscription;
};
"""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """Full Chromium, which shows notifications."""
    launched = browser_type.launch(**{**browser_type_launch_args, "executable_path": bring_chromium()})
    yield launched
    launched.close()


def controlled(page: Page) -> Page:
    """Wait until the service worker controls the page."""
    page.wait_for_function(IS_CONTROLLED)
    return page


class Push:
    """Delivers messages to the service worker like a push service, at least once. Under load Chromium may lose one;
    its tag makes a second delivery the same notification."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.message: dict[str, str] = {}
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.session.send("ServiceWorker.enable")

    def _note(self, event: dict[str, Any]) -> None:
        self.registrations += [each["registrationId"] for each in event["registrations"] if not each["isDeleted"]]

    def deliver(self, **message: str) -> None:
        self.message = message
        while not self.registrations:
            self.page.wait_for_timeout(50)
        origin = self.page.evaluate("location.origin")
        facts = {"origin": origin, "registrationId": self.registrations[-1], "data": json.dumps(message)}
        self.session.send("ServiceWorker.deliverPushMessage", facts)

    def shown(self, *titles: str) -> list[dict[str, str]]:
        for _ in range(DELIVERIES):
            notices: list[dict[str, str]] = self.page.evaluate(NOTICES, list(titles))
            if sorted(notice["title"] for notice in notices) == sorted(titles):
                return notices
            self.deliver(**self.message)
        raise AssertionError(f"{titles} expected, {notices} shown")


@pytest.fixture
def allowed(open_page: Opener, member: User) -> Callable[..., Page]:
    """Open a page for a user who has allowed notifications."""

    def open_(path: str) -> Page:
        return controlled(open_page(path, user=member, permissions=["notifications"]))

    return open_


# -- the service worker -----------------------------------------------------------------------------------------------


def test_chromium_reports_no_installability_error(open_page: Opener, member: User) -> None:
    page = controlled(open_page("/learn/shared/"))
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["lang"] == "en"
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Test browsers are private windows, in which nothing can be installed.
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []


@pytest.fixture
def offline(open_page: Opener, member: User) -> Iterator[Page]:
    page = controlled(open_page("/learn/shared/", locale="fr"))
    page.context.set_offline(True)
    yield page
    page.context.set_offline(False)


def test_offline_a_page_is_shown_that_reloads_when_the_connection_is_back(offline: Page) -> None:
    offline.goto("/learn/")
    expect(offline.locator(".error-page")).to_be_visible()
    assert offline.locator("html").get_attribute("lang") == "fr"
    assert offline.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 243, 234)"
    assert offline.evaluate("document.querySelector('.brand img').naturalWidth") > 0
    assert offline.url.endswith("/learn/")
    offline.context.set_offline(False)
    expect(offline.locator(".error-page")).to_have_count(0)
    expect(offline.locator(".shelf").first).to_be_visible()


def test_no_page_and_no_api_response_is_cached(open_page: Opener, member: User) -> None:
    page = controlled(open_page("/", user=member))
    page.goto("/learn/")
    page.goto("/api/v1/variants/")
    page.goto("/my/games/")
    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((one) => one.keys()))))"
    )
    assert len(kept) == 1
    addresses = page.evaluate(
        """caches.keys().then(([name]) => caches.open(name)).then((kept) => kept.keys())
             .then((all) => all.map(({ url }) => new URL(url).pathname))"""
    )
    assert [path for path in addresses if not path.startswith("/static/")] == ["/offline/"]


def test_after_a_language_change_the_offline_page_is_in_the_new_one(open_page: Opener, member: User) -> None:
    page = controlled(open_page("/learn/shared/"))
    first = page.evaluate("navigator.serviceWorker.controller.scriptURL")
    page.get_by_role("button", name="Čeština").click()
    page.wait_for_function("(first) => (navigator.serviceWorker.controller?.scriptURL ?? first) !== first", arg=first)
    controlled(page)
    text = page.evaluate("caches.match('/offline/').then((kept) => kept.text())")
    assert '<html lang="cs"' in text


# -- push notifications -----------------------------------------------------------------------------------------------


def test_a_push_is_shown_replaced_and_removed_when_its_page_is_opened(allowed: Opener) -> None:
    page = allowed("/learn/shared/")
    push = Push(page)
    message = {"title": "It is your turn", "body": "Nonaga with Ben", "language": "en", "tag": "one", "path": "/learn/"}
    push.deliver(**message)
    assert push.shown("It is your turn") == [
        {"title": "It is your turn", "body": "Nonaga with Ben", "tag": "one", "lang": "en", "path": "/learn/"}
    ]
    push.deliver(**{**message, "title": "Your time is running out"})
    push.shown("Your time is running out")
    push.deliver(**{**message, "tag": "two", "path": "/puzzles/"})
    push.shown("Your time is running out", "It is your turn")
    page.goto("/learn/")
    assert [notice["path"] for notice in push.shown("It is your turn")] == ["/puzzles/"]


def test_a_click_opens_the_game(allowed: Opener) -> None:
    """A test can't click a system notification; its handler is called, as far as a browser allows it."""
    page = allowed("/learn/shared/")
    (worker,) = page.context.service_workers
    calls = worker.evaluate(
        """async () => {
          const calls = [];
          self.clients.openWindow = async (url) => { calls.push(`open ${new URL(url).pathname}`); };
          WindowClient.prototype.focus = async function () { calls.push(`focus ${new URL(this.url).pathname}`); };
          for (const path of ["/games/12/", "/learn/shared/", "https://elsewhere.example.org/"]) {
            await self.registration.showNotification("Your turn", { tag: path, data: { path } });
            const [notification] = await self.registration.getNotifications({ tag: path });
            const click = new NotificationEvent("notificationclick", { notification });
            const answered = new Promise((done) => { click.waitUntil = (answer) => done(answer); });
            self.dispatchEvent(click);
            await answered;
          }
          return { calls, left: (await self.registration.getNotifications()).length };
        }"""
    )
    assert calls == {"calls": ["open /games/12/", "focus /learn/shared/"], "left": 0}


# -- opt-in -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def settings_page(open_page: Opener, member: User) -> Callable[..., Page]:
    def open_(keys: BrowserKeys, **options: Any) -> Page:
        page = open_page("/healthz", user=member, **options)
        given = {"endpoint": "https://push.example.org/send/one", "keys": keys.subscription_keys}
        page.add_init_script(WITH_A_PUSH_SERVICE % json.dumps(given))
        page.goto("/settings/notices/")
        return page

    return open_


def test_a_browser_subscribes_receives_a_notification_and_unsubscribes(
    settings_page: Callable[..., Page], member: User
) -> None:
    keys = BrowserKeys()
    page = settings_page(keys, permissions=["notifications"])
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.get_by_text("On in this browser.")).to_be_visible()
    expect(page.get_by_text("this browser", exact=True)).to_be_visible()
    asked = json.loads(page.evaluate("sessionStorage.subscribed"))
    assert asked["userVisibleOnly"] is True
    assert asked["applicationServerKey"] == page.locator("[data-push]").get_attribute("data-key")

    game = start("nonaga", [member, User.objects.create_user("ben", display_name="Ben")])
    with receiving() as server:
        PushSubscription.objects.update(endpoint=f"http://127.0.0.1:{server.server_port}/send/one")
        notify_turn(game_id=game.pk)
        assert [deliver_push(push_id=pk, is_allowed=anywhere) for pk in due_pushes()] == [True]
        ((_, body),) = server.heard
    push = Push(controlled(page))
    push.deliver(**keys.read(body))
    (notice,) = push.shown("It is your turn")
    assert (notice["body"], notice["path"]) == ("Nonaga with Ben", f"/games/{game.pk}/")

    page.locator("form[data-forget] button").click()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_visible()
    assert page.evaluate("sessionStorage.subscribed") is None
    assert not PushSubscription.objects.exists()


def test_permission_is_requested_only_on_click_and_a_denial_is_explained(settings_page: Callable[..., Page]) -> None:
    page = settings_page(BrowserKeys())
    page.add_init_script(
        """Object.defineProperty(Notification, "permission", { get: () => sessionStorage.answer ?? "default" });
           Notification.requestPermission = async () => (sessionStorage.answer = "denied");"""
    )
    page.reload()
    button = page.get_by_role("button", name="Turn on in this browser")
    expect(button).to_be_visible()
    assert page.evaluate("sessionStorage.answer") is None
    button.click()
    expect(page.get_by_text("This browser blocks notifications from Asterism.")).to_be_visible()
    expect(button).to_be_hidden()
    assert not PushSubscription.objects.exists()


def test_an_unsupported_browser_shows_an_explanation(open_page: Opener, member: User) -> None:
    page = open_page("/healthz", user=member)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto("/settings/notices/")
    expect(page.get_by_text("This browser doesn't support push notifications")).to_be_visible()
