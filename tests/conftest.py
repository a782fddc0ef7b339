"""Applies to every test: rate limits count from zero, and each test runs only on the databases it is meant for.

The settings are `tests.settings`; services that some tests need are in `tests.services`.
"""

import gc
import os
import re
import time
from datetime import timedelta

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation

# Benchmarks measure speed: an example that was slow on a busy machine is no failure.
hypothesis.settings.register_profile("asterism", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("asterism")

pytest_plugins = ["tests.services.fixtures", "tests.services.costs"]

LONGEST_WINDOW_SECONDS = 3600
# Pages are the same on every database; the services that they call are tested on both.
PAGES = re.compile(
    r"tests/(frontend/|games/(views/|test_secret_set_ups)|api/test_schema"
    r"|tournaments/test_((club_|wizard_|result_)?pages|api_covers_pages|rules_page|embeds|pairing_sheets|(rule|allowed)_names))"
)
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


@pytest.fixture(autouse=True)
def fresh_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every rate limit count from zero, in a window that begins with the test."""
    cache.clear()
    offset = time.time() % LONGEST_WINDOW_SECONDS
    monkeypatch.setattr("accounts.drf.throttling.window_time", lambda: time.time() - offset)


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the grace period of the clock sweep: tests control the time, and no request is on its way."""
    monkeypatch.setattr("games.services.clock.SWEEP_GRACE", timedelta(0))


@pytest.fixture(autouse=True)
def in_english() -> None:
    """Reset the language: an earlier test may have activated another one in this thread."""
    translation.deactivate()


def pytest_collection_finish() -> None:
    """Keep the garbage collector off what was imported: 7 % less processor time for tests of pages (measured)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL run only tests that touch rows and aren't marked `once`; on SQLite leave out those marked
    `postgres`."""
    keep: list[pytest.Item] = []
    drop: list[pytest.Item] = []
    for item in items:
        (keep if _belongs_here(item) else drop).append(item)
    items[:] = keep
    config.hook.pytest_deselected(items=drop)


def _belongs_here(item: pytest.Item) -> bool:
    if item.get_closest_marker("postgres") and connection.vendor == "sqlite":
        return False
    once = item.get_closest_marker("once")
    if (once or PAGES.match(item.nodeid)) and not os.environ.get("ASTERISM_TEST_ONCE_TOO"):
        return connection.vendor == (once.kwargs.get("on", "sqlite") if once else "sqlite")
    touches_rows = item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    return connection.vendor == "sqlite" or bool(touches_rows)
