"""What changes something: never by GET, never without the CSRF token, never by a token that is over or for less."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import ApiToken
from accounts.services.tokens import create_token
from games.models import Game, Proposal, SolitaireBoard, Tactic
from tests.access.endpoints import API, METHODS, all_endpoints, ask, body_of, never_looked_at
from tests.access.scene import Scene, form_of
from tests.access.sweeping import answer_and_writes, undone
from tests.access.test_matrix import WORKED_OUT
from tournaments.models import Round

# Mail programs press this button without a visit first (RFC 8058); the address itself is signed.
WITHOUT_CSRF = {"/notices/unsubscribe/<token>/"}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_methods_that_no_form_has_write_nothing(scene: Scene) -> None:
    """On pages; that GET writes nothing, whoever looks, is seen along with the matrix."""
    for endpoint in all_endpoints():
        if not endpoint.is_api and endpoint.method not in ("GET", "POST"):
            address = endpoint.address(scene.places)
            _answer, written = answer_and_writes(scene.client("whose it is", address), endpoint, address)
            assert written == set(), endpoint


# Looking applies what is true already, whoever is first (docs/architecture.md): a flag that fell while the sweep was
# away, and puzzles that the sweep has not made yet.
SETTLED = {"games_step", "games_gameevent", "games_game", "games_conditionalmoves", "games_seat"}
PUZZLES = {"games_solitaireboard", "games_tactic"}


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("person", ["anonymous", "whose it is"])
def test_looking_where_sweeps_are_behind_writes_nothing_but_what_they_would(scene: Scene, person: str) -> None:
    leave_to_sweeps()
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


def leave_to_sweeps() -> None:
    """Flags that fell, tables that expired, guests to be forgotten, puzzles to be made: all that a sweep would do."""
    past = timezone.now() - timedelta(days=60)
    Game.objects.filter(deadline__isnull=False).update(since=past, deadline=past + timedelta(days=1))
    Proposal.objects.update(expires_at=past)
    Round.objects.filter(deadline__isnull=False).update(deadline=past)
    SolitaireBoard.objects.all().delete()
    Tactic.objects.all().delete()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("person", ["anonymous", "whose it is"])
def test_what_only_takes_posts_is_a_405_when_looked_at(scene: Scene, person: str) -> None:
    """Every such address of the URL table, with a query in the place of the form; nobody may be asked for a name."""
    assert len(never_looked_at()) > 100
    query = urlencode(form_of(scene), doseq=True)
    for endpoint in never_looked_at():
        address = f"{endpoint.address(scene.places)}?{query}"
        answer, written = answer_and_writes(scene.client(person, address), endpoint, address)
        is_asked_who = person == "anonymous" and (answer.status_code == 401 or "/login/" in answer.get("Location", ""))
        assert is_asked_who or answer.status_code == 405, endpoint
        assert written == set(), endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_without_the_csrf_token_nothing_is_changed(scene: Scene) -> None:
    """Whatever is posted, put, patched or deleted, by whom it would be granted; a made-up token is none."""
    for endpoint in all_endpoints():
        if endpoint.method == "GET" or endpoint.route in WITHOUT_CSRF or endpoint.route == "/api/":
            continue
        address = endpoint.address(scene.places)
        client = scene.client("whose it is", address)
        client.handler.enforce_csrf_checks = True
        form = form_of(scene) | {"csrfmiddlewaretoken": get_random_string(64)}
        answer, written = answer_and_writes(client, endpoint, address, body_of(endpoint) if endpoint.is_api else form)
        assert (answer.status_code, written) == (403, set()), endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_a_token_that_is_over_opens_nothing_not_even_what_is_public(scene: Scene) -> None:
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
    """Nothing is open both to a program that may play and to one that may organise."""
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
