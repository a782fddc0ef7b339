"""Fixtures over the services: started when the first test asks, once a process, shared through the environment."""

import os
from collections.abc import Iterator
from typing import NoReturn

import pytest

from tests.services.children import ServiceError
from tests.services.redis import running_redis


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    try:
        with running_redis() as url:
            yield url
    except ServiceError as error:
        _cannot(error)


def _cannot(error: ServiceError) -> NoReturn:
    """On a developer's machine a test may be left out, with the reason; in CI never."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(error))
    raise AssertionError
