"""Guests have access to their own games only. A new endpoint is closed to them until it is listed here."""

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.access.endpoints import Endpoint, all_endpoints, ask, body_of
from tests.access.scene import PEOPLE, Scene
from tests.access.test_matrix import WORKED_OUT, read_matrix

# What guests may do beyond anonymous users: play their games against AIs.
TABLE = "/api/v1/games/<game_id>/"
OPEN_CALLS = {
    *(f"POST {TABLE}{what}/" for what in ("turns", "setup", "draw", "takeback", "resign", "abort", "rematch")),
    *(f"POST {TABLE}{what}/" for what in ("play-on", "ai", "hint")),
    *(f"DELETE {TABLE}{what}/" for what in ("draw", "takeback")),
    *(f"GET {TABLE}{what}/" for what in ("setup", "hint")),
    *(f"POST {route}" for route in WORKED_OUT),
}
OPEN_PAGES = {"GET /my/games/", "GET /my/games/next/", "POST /games/<game_id>/play-on/"}


def test_pages_treat_guests_like_anonymous_users_except_at_their_own_games() -> None:
    differing = set()
    for endpoint, answers in read_matrix().items():
        shown = dict(zip(PEOPLE, answers, strict=True))
        if not endpoint.is_api and shown["guest"] != shown["anonymous"]:
            differing.add(f"{endpoint.method} {endpoint.route}")
    assert differing == OPEN_PAGES


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_the_api_asks_guests_to_sign_up_wherever_an_account_is_required(scene: Scene) -> None:
    opened = set()
    for endpoint in all_endpoints():
        if endpoint.is_api and not _is_closed(scene, endpoint):
            opened.add(f"{endpoint.method} {endpoint.route}")
    assert opened == OPEN_CALLS


def _is_closed(scene: Scene, endpoint: Endpoint) -> bool:
    """Return whether a guest is asked to sign up, or reads only what is public."""
    address = endpoint.address(scene.places)
    answers = {}
    for person in ("anonymous", "guest"):
        client = scene.client(person, address)  # before the savepoint, so that the log-in is not rolled back
        cache.clear()
        saved = transaction.savepoint()
        answers[person] = ask(client, endpoint, address, body_of(endpoint))
        transaction.savepoint_rollback(saved)
    if answers["guest"].status_code == 403 and answers["guest"].json()["code"] == "members_only":
        return True
    return endpoint.method == "GET" and answers["guest"].status_code == answers["anonymous"].status_code
