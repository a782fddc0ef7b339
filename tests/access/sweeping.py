"""Requests of the tests over all endpoints: everything is rolled back, and none may take long."""

import os
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from zlib import crc32

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.access.endpoints import Endpoint, ask

T = TypeVar("T")
# A request that hangs takes minutes; a good response takes milliseconds, the first one a second.
MAX_CPU_SECONDS = 10.0
EVERY_VALUE = os.environ.get("ASTERISM_EVERY_VALUE") == "1"
"""Set by `make nightly`: send all values to every field instead of a few."""

WRITE = re.compile(r'^(?:INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM) "(\w+)"')
# Rows that a GET may write: sessions, and a token's last use.
KNOWN_WRITES = {"django_session", "usersessions_usersession", "accounts_apitoken"}


def undone(request: Callable[[], Any]) -> Any:
    """Return the response to a request and roll back what it wrote; fail if it took too much processor time."""
    cache.clear()
    saved = transaction.savepoint()
    began = time.process_time()
    answer = request()
    took = time.process_time() - began
    transaction.savepoint_rollback(saved)
    assert took < MAX_CPU_SECONDS, took
    return answer


def some_of(values: Sequence[T], *field: object) -> Sequence[T]:
    """Return the value that is this field's turn: each value is sent to many fields, not to all of them."""
    return values if EVERY_VALUE else [values[crc32(repr(field).encode()) % len(values)]]


def answer_and_writes(client: Client, endpoint: Endpoint, address: str, body: Any = None) -> tuple[Any, set[str]]:
    """Return the response and the tables that were written; roll everything back."""
    connection.queries_log.clear()  # it keeps the last 9,000 queries of all requests
    with CaptureQueriesContext(connection) as queries:
        answer = undone(lambda: ask(client, endpoint, address, body))
    found = (WRITE.match(query["sql"]) for query in queries)
    return answer, {match[1] for match in found if match} - KNOWN_WRITES
