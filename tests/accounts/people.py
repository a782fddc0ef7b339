"""Shared by tests of accounts: a valid password, and functions that run actions in parallel threads."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client

from accounts.errors import Refused
from accounts.models import User

PASSWORD = "glass-orbit-77"

Answer = TypeVar("Answer")


def people() -> QuerySet[User]:
    """Return everyone who signed up; the site comes with AI players, who did not."""
    return User.objects.filter(is_ai=False).order_by("pk")


def signed_in_by_form(username: str, password: str = PASSWORD) -> Client:
    """Return a test client that has just confirmed the password, as sensitive pages require."""
    client = Client()
    client.post("/accounts/login/", {"login": username, "password": password})
    client.post("/accounts/reauthenticate/", {"password": password})
    return client


def at_once(count: int, act: Callable[[int], Answer]) -> list[Answer]:
    """Call `act(0)`, `act(1)`, … in as many threads at the same moment, each with its own database connection."""
    gate = threading.Barrier(count)

    def run(number: int) -> Answer:
        gate.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def attempt(act: Callable[[], object]) -> str:
    """Return "done", or the code of the refusal."""
    try:
        act()
    except Refused as refusal:
        return refusal.code
    return "done"


def has_code(code: str) -> Callable[[Refused], bool]:
    """Check a refusal by its code: `pytest.raises(Conflict, check=has_code("stale"))`."""
    return lambda refusal: refusal.code == code


def by_another(act: Callable[[], Answer]) -> Answer:
    """Call `act` in a thread of its own and close its database connection."""
    try:
        return act()
    finally:
        connection.close()


def overtaken(act: Callable[[], Answer], *, hold: Callable[[], object], meanwhile: Callable[[], object]) -> Answer:
    """Return the result of `act` if it starts while `hold` has its locks and `meanwhile` runs before their release.

    An `act` that waits for no lock ends before that.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            hold()
            acting = pool.submit(by_another, act)
            wait_until_somebody_waits(or_done=acting)
            meanwhile()
        return acting.result()


def wait_until_somebody_waits(or_done: "Future[Any] | None" = None) -> None:
    for _ in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0] or (or_done is not None and or_done.done()):
                return
        time.sleep(0.01)
    raise AssertionError("no query waited for a lock")
