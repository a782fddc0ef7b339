"""What the tests of accounts share: a password that passes the validators, and a crowd that acts at once."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection
from django.db.models import QuerySet
from django.test import Client

from accounts.models import User

PASSWORD = "glass-orbit-77"

Answer = TypeVar("Answer")


def people() -> QuerySet[User]:
    """Everybody who signed up: the site comes with AI opponents, who did not."""
    return User.objects.filter(is_ai=False).order_by("pk")


def signed_in_by_form(username: str, password: str = PASSWORD) -> Client:
    """A browser whose owner has just given the password again, as pages that matter most want it."""
    client = Client()
    client.post("/accounts/login/", {"login": username, "password": password})
    client.post("/accounts/reauthenticate/", {"password": password})
    return client


def at_once(count: int, act: Callable[[int], Answer]) -> list[Answer]:
    """Call `act(0)`, `act(1)`, … in as many threads, let go together, each with its own database connection."""
    gate = threading.Barrier(count)

    def run(number: int) -> Answer:
        gate.wait()
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))
