"""Fixtures for the services: started on first use, once per process, shared through the environment."""

import os
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from playwright.sync_api import expect
from redis import Redis

from tests.services.children import ServiceError
from tests.services.chromium import bring_bare_chromium
from tests.services.redis import running_redis
from tests.services.site import OFFLINE, LaunchedSite, launched_site


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """The URL of an empty Redis database."""
    with Redis.from_url(redis_server) as client:
        client.flushdb()
    return redis_server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    try:
        with running_redis() as url:
            yield url
    except ServiceError as error:
        _cannot(error)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LaunchedSite]:
    """An embedded site with all its processes, shared by the tests of a process: leave it as you found it.

    It is cut off from other machines.
    """
    with launched_site(tmp_path_factory.mktemp("site"), PYTHONPATH=str(OFFLINE)) as launched:
        yield launched


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start Chromium quietly and as root if necessary. A busy machine may need time."""
    expect.set_options(timeout=60_000)
    try:
        path = bring_bare_chromium()
    except ServiceError as error:
        _cannot(error)
    return {"executable_path": path, "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]}


def _cannot(error: ServiceError) -> NoReturn:
    """Skip the test on a developer's machine, with the reason; fail in CI."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    raise AssertionError
