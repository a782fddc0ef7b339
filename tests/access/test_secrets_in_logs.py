"""Passwords, tokens, keys and secret URLs, sent in every possible way: none of them appears in the log."""

import logging
from base64 import b64encode

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.core import mail
from django.test import Client

from games.notifications.services.notices import notify_turn
from games.notifications.services.push import deliver_push, due_pushes
from tests.access.scene import Scene
from tests.accounts.people import PASSWORD
from tests.config.lines import written
from tests.games.browsers import BrowserKeys
from tournaments.models import Club, Webhook

WRONG = "-".join(["brass", "comet", "41"])
NEW = "-".join(["paper", "comet", "93"])


@pytest.mark.slow
@pytest.mark.parametrize("format_name", ["json", "text"])
def test_no_secret_appears_in_the_log(scene: Scene, format_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that a site logs at INFO and above."""
    logging.disable(logging.NOTSET)
    secrets = {"password": PASSWORD, "wrong password": WRONG, "new password": NEW}
    with written(format_name) as log:
        secrets |= _sign_up_and_in()
        secrets |= _use_tokens(scene)
        secrets |= _use_secret_addresses(scene)
        secrets |= _add_webhook(scene)
        secrets |= _subscribe_to_push(scene)
        _raise_errors(scene, monkeypatch)
    assert log().count("request_finished") > 12
    assert "went wrong on purpose" in log()
    assert [name for name, secret in secrets.items() if secret in log()] == []


def _sign_up_and_in() -> dict[str, str]:
    browser = Client()
    names = {"username": "nova7", "email": "nova7@example.org", "password1": NEW, "password2": NEW}
    assert browser.post("/accounts/signup/", names).status_code == 302
    Client().post("/accounts/login/", {"login": "nova7", "password": WRONG})
    browser = Client()
    browser.post("/accounts/login/", {"login": "nova7", "password": NEW})
    browser.post("/accounts/reauthenticate/", {"password": NEW})
    browser.get("/accounts/2fa/totp/activate/")
    secret = str(browser.session["mfa.totp.secret"])
    code = _code(secret)
    assert browser.post("/accounts/2fa/totp/activate/", {"code": code}).status_code == 302
    changed = {"oldpassword": NEW, "password1": PASSWORD, "password2": PASSWORD}
    browser.post("/accounts/password/change/", changed)
    return {"TOTP secret": secret, "session": browser.cookies["sessionid"].value}


def _code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def _use_tokens(scene: Scene) -> dict[str, str]:
    browser = scene.client("owner")
    body = {"name": "display", "scopes": ["play"], "days": 9}
    secret = browser.post("/api/v1/tokens/", body, content_type="application/json").json()["secret"]
    for token in (secret, secret + "x"):
        Client(headers={"authorization": f"Bearer {token}"}).get("/api/v1/me/")
    Client().get(f"/api/v1/me/?token={secret}")
    # Misplaced tokens: in a query, in another header, in a text field.
    Client().get(f"/accounts/login/?login=mira&password={PASSWORD}")
    Client().get(f"/nowhere/?key={WRONG}", headers={"x-api-key": secret, "referer": f"/?password={WRONG}"})
    Client(headers={"authorization": f"Basic {b64encode(PASSWORD.encode()).decode()}"}).get("/api/v1/me/")
    Client().get(f"/api/v1/{secret}/")
    return {"token": secret.removeprefix("ast_"), "basic": b64encode(PASSWORD.encode()).decode()}


def _use_secret_addresses(scene: Scene) -> dict[str, str]:
    Client().post("/accounts/password/reset/", {"email": "pavel@example.org"})
    (link,) = [word for word in mail.outbox[-1].body.split() if "/reset/key/" in word]
    key = link.rstrip("/").rpartition("/")[2]
    Client().get(f"/accounts/password/reset/key/{key}/", follow=True)
    places = scene.places
    Client().get(f"/calendar/{places['calendar:token']}.ics")
    Client().get(f"/notices/unsubscribe/{places['notices:token']}/")
    Client().get(f"/accounts/confirm-email/{places['confirm-email:key']}/")
    Client().get(f"/play/invitations/{places['invitations:token']}/")
    Client().get(f"/api/v1/invitations/{places['invitations:token']}/")
    Client().get(f"/check-in/{places['check-in:token']}/")
    Client().get(f"/api/v1/tournaments/check-in-links/{places['check-in:token']}/")
    scene.client("another user").get(f"/clubs/invitations/{places['invitation']}/")
    return {
        "reset key": key,
        "calendar": places["calendar:token"],
        "unsubscribe": places["notices:token"],
        "confirmation": places["confirm-email:key"],
        "invitation to a table": places["invitations:token"],
        "invitation to a club": places["invitation"],
        "check-in": places["check-in:token"],
    }


def _subscribe_to_push(scene: Scene) -> dict[str, str]:
    keys = BrowserKeys().subscription_keys
    body = {"endpoint": "https://push.example.org/send/f1l0uH9wSgE", "keys": keys}
    made = scene.client("owner").post("/api/v1/me/push/", body, content_type="application/json")
    assert made.status_code == 201
    notify_turn(game_id=scene.places["game_id"])
    tried = {"address of a browser": "f1l0uH9wSgE", "key of push": settings.VAPID_KEY, **keys}
    assert not any(deliver_push(push_id=pk, is_allowed=lambda address: False) for pk in due_pushes())
    return tried


def _add_webhook(scene: Scene) -> dict[str, str]:
    body = {"url": "https://example.org/other", "kinds": ["result"]}
    address = f"/api/v1/clubs/{scene.places['slug']}/webhooks/"
    scene.client("owner").post(address, body, content_type="application/json")
    club = Club.objects.get(slug=scene.places["slug"])
    secrets = list(Webhook.objects.filter(club=club).values_list("secret", flat=True))
    return {f"secret of webhook {number}": secret.removeprefix("whs_") for number, secret in enumerate(secrets)}


def _raise_errors(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise an exception while a form and an API call with secrets are handled."""

    def fail(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("went wrong on purpose")

    monkeypatch.setattr("allauth.account.forms.LoginForm.login", fail)
    monkeypatch.setattr("accounts.api.views.create_token", fail)
    browser = Client(raise_request_exception=False)
    assert browser.post("/accounts/login/", {"login": "mira", "password": PASSWORD}).status_code == 500
    program = scene.client("owner")
    program.raise_request_exception = False
    body = {"name": WRONG, "scopes": ["play"], "days": 9}
    assert program.post("/api/v1/tokens/", body, content_type="application/json").status_code == 500
