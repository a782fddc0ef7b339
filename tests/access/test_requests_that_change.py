"""What changes something: never by GET, never without the CSRF token, never by a token that is over or for less."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken
from accounts.services.tokens import create_token
from tests.access.endpoints import API, METHODS, all_endpoints, ask, body_of
from tests.access.scene import Scene, form_of
from tests.access.test_matrix import WORKED_OUT

WRITE = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
# Written while somebody only looks: who is signed in where, and when a token was used last.
KNOWN_WRITES = {"django_session", "usersessions_usersession", "accounts_apitoken"}
# Mail programs press this button without a visit first (RFC 8058); the address itself is signed.
WITHOUT_CSRF = {"/notices/unsubscribe/<token>/"}


def written_tables(client: Client, method: str, address: str) -> set[str]:
    cache.clear()
    saved = transaction.savepoint()
    with CaptureQueriesContext(connection) as queries:
        client.generic(method, address)
    transaction.savepoint_rollback(saved)
    found = (WRITE.match(query["sql"]) for query in queries)
    return {match[1] for match in found if match} - KNOWN_WRITES


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("person", ["anonymous", "guest", "whose it is"])
def test_looking_writes_nothing(scene: Scene, person: str) -> None:
    """Every address by GET, and pages by the methods that no form has."""
    for endpoint in all_endpoints():
        if endpoint.method == "GET" or not (endpoint.is_api or endpoint.method == "POST"):
            address = endpoint.address(scene.places)
            assert written_tables(scene.client(person, address), endpoint.method, address) == set(), endpoint


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
def test_without_the_csrf_token_nothing_is_changed(scene: Scene) -> None:
    for endpoint in all_endpoints():
        if endpoint.method == "GET" or endpoint.route in WITHOUT_CSRF or endpoint.route == "/api/":
            continue
        address = endpoint.address(scene.places)
        client = scene.client("whose it is", address)
        client.handler.enforce_csrf_checks = True
        cache.clear()
        answer = ask(client, endpoint, address, body_of(endpoint) if endpoint.is_api else form_of(scene))
        assert answer.status_code in ((403,) if endpoint.is_api else (403, 405)), endpoint


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
        for scope, client in clients.items():
            cache.clear()
            saved = transaction.savepoint()
            answer = ask(client, endpoint, endpoint.address(scene.places), body_of(endpoint))
            transaction.savepoint_rollback(saved)
            if answer.status_code != 403 or answer.json()["code"] not in ("missing_scope", "session_only"):
                opened[scope].add(f"{endpoint.method} {endpoint.route}")
    assert opened["play"] & opened["organise"] <= {f"POST {route}" for route in WORKED_OUT}
    assert min(map(len, opened.values())) > 20
