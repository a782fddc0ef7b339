"""schemathesis over the whole OpenAPI document: no 5xx, and no response that the schema doesn't allow.

The same few examples each time, so that failures are repeatable; ASTERISM_SCHEMA_EXAMPLES=200 tries more, and new
ones each time.
"""

import os
from typing import Any

import pytest
import requests
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Response
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.access.endpoints import Endpoint, read_schema
from tests.access.scene import Scene

EXAMPLES = int(os.environ.get("ASTERISM_SCHEMA_EXAMPLES", "0"))
FEW = {"anonymous": 1, "player": 1, "organiser": 3}
WHOLE = settings(
    derandomize=not EXAMPLES,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink] if EXAMPLES else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
NOT_SENT = ("content-length", "cookie", "accept-encoding")
WHO = {"anonymous": "anonymous", "player": "another user", "organiser": "owner"}


@pytest.mark.slow
@pytest.mark.once(on="postgresql")
@pytest.mark.timeout(max(900, 60 * EXAMPLES))
@pytest.mark.parametrize("who", WHO)
def test_no_response_is_a_5xx_or_violates_the_schema(scene: Scene, who: str) -> None:
    # Streams never end, so they can't be read here; they have tests of their own.
    document = schemathesis.openapi.from_dict(read_schema()).exclude(path_regex="/events/$")
    failures: list[str] = []
    for result in document.get_all_operations():
        operation = result.ok()
        client = scene.client(WHO[who], operation.path)
        _try_operation(operation, client, scene, failures, examples=EXAMPLES or FEW[who])
    assert not failures, "\n\n".join(failures)


def _try_operation(operation: Any, client: Client, scene: Scene, failures: list[str], *, examples: int) -> None:
    route = operation.path.replace("{", "<").replace("}", ">")
    known = Endpoint(route, operation.method.upper()).address(scene.places)

    @settings(WHOLE, max_examples=examples)
    @given(case=operation.as_strategy(), is_known=st.sampled_from([True, True, False]))
    def attempt(case: Any, is_known: bool) -> None:
        request = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
        address = request.path_url
        if is_known:
            # A random id matches no row; most examples should use an existing one.
            address = "?".join([known, *address.split("?", 1)[1:]])
        case.validate_response(_send(client, request, address), checks=CHECKS)

    try:
        attempt()
    except (FailureGroup, Exception) as error:
        failures.append(f"{operation.method.upper()} {operation.path}: {error}")


def _send(client: Client, request: requests.PreparedRequest, address: str) -> Response:
    """Send a request as a browser or an API client would, and roll everything back."""
    cache.clear()
    saved = transaction.savepoint()
    client.raise_request_exception = False
    headers = {name: value for name, value in request.headers.items() if name.lower() not in NOT_SENT}
    body = request.body.encode() if isinstance(request.body, str) else request.body or b""
    content_type = headers.pop("Content-Type", "application/json")
    answer = client.generic(request.method, address, body, content_type=content_type, headers=headers)
    transaction.savepoint_rollback(saved)
    headers = {name: [value] for name, value in answer.items()}
    return Response(answer.status_code, headers, answer.content, request, elapsed=0.0, verify=False)
