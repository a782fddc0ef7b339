"""A client that has the answer already is told so in a few bytes."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.profile import change_profile
from tests.api.sample import Versioned

Browser = Callable[[User], Client]
PERSON = "/api/v1/people/mira/"


def test_an_unchanged_answer_is_a_304_without_a_body(client: Client, mira: User) -> None:
    first = client.get(PERSON)
    again = client.get(PERSON, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_changed_answer_is_sent_with_another_tag(client: Client, mira: User) -> None:
    first = client.get(PERSON)
    change_profile(user=mira, about="Now with a text.")
    again = client.get(PERSON, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["about"]) == (200, "Now with a text.")
    assert again["ETag"] != first["ETag"]


def test_answers_are_private_and_asked_for_each_time(client: Client, mira: User) -> None:
    response = client.get(PERSON)
    assert response["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= {part.strip() for part in response["Vary"].split(",")}


def test_errors_and_writes_carry_no_tag(client: Client, mira: User, browser_of: Browser) -> None:
    written = browser_of(mira).patch("/api/v1/me/", {"about": "x"}, content_type="application/json")
    assert (written.status_code, "ETag" in written) == (200, False)
    assert "ETag" not in client.get("/api/v1/people/nobody/")


@pytest.mark.usefixtures("sample")
def test_with_a_cheap_version_the_answer_is_not_even_worked_out(
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
def test_the_version_of_one_viewer_is_not_anothers(mira: User, stranger: User, browser_of: Browser) -> None:
    tags = {browser_of(person).get("/api/v1/versioned/")["ETag"] for person in (mira, stranger)}
    assert len(tags) == 2
