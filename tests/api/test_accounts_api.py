"""/me/, /people/ and /tokens/."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.selectors import find_live_token

Browser = Callable[[User], Client]
Program = Callable[..., Client]
TOKEN = {"name": "club display", "scopes": ["play"], "days": 90}


def person_shape(user: User) -> dict[str, object]:
    joined_on = user.date_joined.astimezone(timezone.get_default_timezone()).date().isoformat()
    return {
        "username": user.username,
        "name": user.public_name,
        "about": user.about,
        "is_ai": user.is_ai,
        "joined_on": joined_on,
    }


def test_me_is_the_calling_user(mira: User, browser_of: Browser, program_of: Program) -> None:
    expected = person_shape(mira) | {
        "display_name": "Mira Kovač",
        "email": "mira@example.org",
        "time_zone": "UTC",
        "language": "en",
    }
    assert browser_of(mira).get("/api/v1/me/").json() == expected
    assert program_of(mira).get("/api/v1/me/").json() == expected


def test_a_user_is_shown_alike_to_anonymous_users_and_members(client: Client, mira: User, browser_of: Browser) -> None:
    for viewer in (client, browser_of(mira)):
        assert viewer.get("/api/v1/people/Mira/").json() == person_shape(mira)


def test_changing_ones_own_profile(mira: User, browser_of: Browser) -> None:
    response = browser_of(mira).patch("/api/v1/me/", {"time_zone": "Asia/Tokyo"}, content_type="application/json")
    mira.refresh_from_db()
    assert (response.status_code, mira.time_zone, mira.display_name) == (200, "Asia/Tokyo", "Mira Kovač")


def test_an_invalid_name_is_reported_with_its_field(mira: User, stranger: User, browser_of: Browser) -> None:
    body = {"display_name": "mira kovac"}
    response = browser_of(stranger).patch("/api/v1/me/", body, content_type="application/json")
    assert (response.status_code, list(response.json()["fields"])) == (400, ["display_name"])


def test_a_token_can_not_change_a_profile(mira: User, program_of: Program) -> None:
    program = program_of(mira, "play", "organise")
    response = program.patch("/api/v1/me/", {"about": "x"}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "session_only")


def test_creating_listing_and_revoking_a_token(mira: User, browser_of: Browser) -> None:
    browser = browser_of(mira)
    made = browser.post("/api/v1/tokens/", TOKEN, content_type="application/json").json()
    assert find_live_token(made.pop("secret")) == ApiToken.objects.get(pk=made["id"])
    assert made["scopes"] == ["read", "play"]
    assert browser.get("/api/v1/tokens/").json() == [made]
    assert browser.delete(f"/api/v1/tokens/{made['id']}/").status_code == 204
    assert browser.get("/api/v1/tokens/").json() == []


def test_another_user_can_not_see_or_revoke_a_token(mira: User, stranger: User, browser_of: Browser) -> None:
    made = browser_of(mira).post("/api/v1/tokens/", TOKEN, content_type="application/json").json()
    other = browser_of(stranger)
    assert other.get("/api/v1/tokens/").json() == []
    assert other.delete(f"/api/v1/tokens/{made['id']}/").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


@pytest.mark.parametrize(("method", "path"), [("get", ""), ("post", ""), ("delete", "1/")])
def test_tokens_are_managed_by_sessions_alone(
    client: Client, mira: User, program_of: Program, method: str, path: str
) -> None:
    program = program_of(mira, "play", "organise")
    address = f"/api/v1/tokens/{path}"
    assert getattr(client, method)(address).status_code == 401
    assert getattr(program, method)(address).status_code == 403


@pytest.mark.parametrize("path", ["me/", "me/export/"])
def test_anonymous_users_get_401(client: Client, db: None, path: str) -> None:
    assert client.get(f"/api/v1/{path}").status_code == 401


def test_times_are_in_utc_whatever_the_readers_time_zone(mira: User, stranger: User, browser_of: Browser) -> None:
    User.objects.filter(pk=mira.pk).update(time_zone="Pacific/Auckland")
    browser = browser_of(User.objects.get(pk=mira.pk))
    made = browser.post("/api/v1/tokens/", TOKEN, content_type="application/json").json()
    relationship = browser.put(
        f"/api/v1/people/{stranger.username}/relationship/", {"kind": "mute"}, content_type="application/json"
    )
    token = ApiToken.objects.get()
    assert made["created_at"] == token.created_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert made["last_used_at"] is None
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", relationship.json()["created_at"])
