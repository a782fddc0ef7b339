"""Nothing changes by GET, without a valid CSRF token, or with a token that is revoked, expired or lacks the scope."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import ApiToken
from accounts.services.tokens import create_token
from games.models import Game, Proposal, SolitaireBoard, Tactic
from tests.access.endpoints import API, METHODS, all_endpoints, ask, body_of, endpoints_without_get
from tests.access.scene import Scene, form_of
from tests.access.sweeping import answer_and_writes, undone
from tests.access.test_matrix import WORKED_OUT
from tournaments.models import Round

# One-click unsubscribe by mail programs (RFC 8058) has no earlier visit; the URL itself is signed.
WITHOUT_CSRF = {"/notices/unsubscribe/<token>/"}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_pages_write_nothing_for_put_patch_and_delete(scene: Scene) -> None:
    """That GET writes nothing for any user is tested together with the matrix."""
    for endpoint in all_endpoints():
        if not endpoint.is_api and endpoint.method not in ("GET", "POST"):
            address = endpoint.address(scene.places)
            _answer, written = answer_and_writes(scene.client("owner", address), endpoint, address)
            assert written == set(), endpoint


# A GET may write what is already true, for whoever comes first (docs/architecture.md): expired clocks that the sweep
# has not applied yet, and puzzles that it has not made yet.
SETTLED = {"games_step", "games_gameevent", "games_game", "games_conditionalmoves", "games_seat"}
PUZZLES = {"games_solitaireboard", "games_tactic"}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("person", ["anonymous", "owner"])
def test_get_writes_only_what_an_overdue_sweep_would_write(scene: Scene, person: str) -> None:
    make_sweeps_overdue()
    found: set[str] = set()
    for endpoint in all_endpoints():
        if endpoint.method == "GET":
            address = endpoint.address(scene.places)
            _answer, written = answer_and_writes(scene.client(person, address), endpoint, address)
            known = (
                SETTLED
                if "/games/<game_id>/" in endpoint.route
                else PUZZLES
                if "/puzzles/" in endpoint.route
                else set()
            )
            assert written <= known, endpoint
            found |= written
    assert found == SETTLED | PUZZLES


def make_sweeps_overdue() -> None:
    """Create work for every sweep: expired clocks and proposals, overdue rounds, missing puzzles."""
    past = timezone.now() - timedelta(days=60)
    Game.objects.filter(deadline__isnull=False).update(since=past, deadline=past + timedelta(days=1))
    Proposal.objects.update(expires_at=past)
    Round.objects.filter(deadline__isnull=False).update(deadline=past)
    SolitaireBoard.objects.all().delete()
    Tactic.objects.all().delete()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("person", ["anonymous", "owner"])
def test_get_is_a_405_where_only_post_is_allowed(scene: Scene, person: str) -> None:
    """Every such URL, with the form as its query; anonymous users may be sent to the log-in first."""
    assert len(endpoints_without_get()) > 100
    query = urlencode(form_of(scene), doseq=True)
    for endpoint in endpoints_without_get():
        address = f"{endpoint.address(scene.places)}?{query}"
        answer, written = answer_and_writes(scene.client(person, address), endpoint, address)
        is_asked_who = person == "anonymous" and (answer.status_code == 401 or "/login/" in answer.get("Location", ""))
        assert is_asked_who or answer.status_code == 405, endpoint
        assert written == set(), endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_nothing_changes_without_a_valid_csrf_token(scene: Scene) -> None:
    """For POST, PUT, PATCH and DELETE by an owner with full rights; a forged token counts as none."""
    for endpoint in all_endpoints():
        if endpoint.method == "GET" or endpoint.route in WITHOUT_CSRF or endpoint.route == "/api/":
            continue
        address = endpoint.address(scene.places)
        client = scene.client("owner", address)
        client.handler.enforce_csrf_checks = True
        form = form_of(scene) | {"csrfmiddlewaretoken": get_random_string(64)}
        answer, written = answer_and_writes(client, endpoint, address, body_of(endpoint) if endpoint.is_api else form)
        assert (answer.status_code, written) == (403, set()), endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_a_revoked_or_expired_token_is_refused_even_where_reading_is_public(scene: Scene) -> None:
    secrets = {}
    for name, change in (
        ("revoked", {"revoked_at": timezone.now()}),
        ("expired", {"expires_at": timezone.now() - timedelta(seconds=1)}),
    ):
        token, secrets[name] = create_token(user=scene.users["mira"], name=name, scopes=["play", "organise"], days=1)
        ApiToken.objects.filter(pk=token.pk).update(**change)
    for secret in secrets.values():
        client = Client(headers={"authorization": f"Bearer {secret}"})
        for endpoint in all_endpoints():
            if endpoint.is_api:
                answer = ask(client, endpoint, endpoint.address(scene.places), body_of(endpoint))
                assert answer.status_code == 401, endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_a_token_writes_only_within_its_scope(scene: Scene) -> None:
    """No endpoint is open both to a token that may play and to one that may organise."""
    mira, clients = scene.users["mira"], {}
    for scope in ("play", "organise"):
        _token, secret = create_token(user=mira, name=scope, scopes=[scope], days=1)
        clients[scope] = Client(headers={"authorization": f"Bearer {secret}"})
    opened: dict[str, set[str]] = {"play": set(), "organise": set()}
    for endpoint in all_endpoints():
        if not endpoint.route.startswith(API) or endpoint.method not in METHODS[1:]:
            continue
        address, body = endpoint.address(scene.places), body_of(endpoint)
        for scope, client in clients.items():
            answer = undone(lambda who=client, what=endpoint, where=address, sent=body: ask(who, what, where, sent))
            if answer.status_code != 403 or answer.json()["code"] not in ("missing_scope", "session_only"):
                opened[scope].add(f"{endpoint.method} {endpoint.route}")
    assert opened["play"] & opened["organise"] <= {f"POST {route}" for route in WORKED_OUT}
    assert min(map(len, opened.values())) > 20
