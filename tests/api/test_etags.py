"""ETags: an unchanged response is a 304 without a body."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.profile import change_profile
from tests.api.sample import Versioned

Browser = Callable[[User], Client]
PERSON = "/api/v1/people/mira/"


def test_an_unchanged_response_is_a_304_without_a_body(client: Client, mira: User) -> None:
    first = client.get(PERSON)
    again = client.get(PERSON, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_changed_response_has_another_etag(client: Client, mira: User) -> None:
    first = client.get(PERSON)
    change_profile(user=mira, about="Now with a text.")
    again = client.get(PERSON, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["about"]) == (200, "Now with a text.")
    assert again["ETag"] != first["ETag"]


def test_responses_are_private_and_revalidated_each_time(client: Client, mira: User) -> None:
    response = client.get(PERSON)
    assert response["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= {part.strip() for part in response["Vary"].split(",")}


def test_errors_and_writes_have_no_etag(client: Client, mira: User, browser_of: Browser) -> None:
    written = browser_of(mira).patch("/api/v1/me/", {"about": "x"}, content_type="application/json")
    assert (written.status_code, "ETag" in written) == (200, False)
    assert "ETag" not in client.get("/api/v1/people/nobody/")


@pytest.mark.usefixtures("sample")
def test_with_a_cheap_version_the_response_is_not_computed(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Versioned, "worked_out", 0)
    first = client.get("/api/v1/versioned/")
    again = client.get("/api/v1/versioned/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, Versioned.worked_out) == (304, b"", 1)
    monkeypatch.setattr(Versioned, "version", "2")
    changed = client.get("/api/v1/versioned/", headers={"if-none-match": first["ETag"]})
    assert (changed.status_code, changed.json(), Versioned.worked_out) == (200, {"version": "2"}, 2)


@pytest.mark.usefixtures("sample")
def test_the_etag_differs_between_viewers(mira: User, stranger: User, browser_of: Browser) -> None:
    tags = {browser_of(person).get("/api/v1/versioned/")["ETag"] for person in (mira, stranger)}
    assert len(tags) == 2
