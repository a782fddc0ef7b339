"""Parallel attempts are counted correctly in both caches: files when embedded, Redis in production."""

from collections import Counter
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.accounts.people import at_once
from tests.accounts.test_log_in import ENOUGH, WRONG, try_password

pytestmark = pytest.mark.slow


@pytest.fixture
def embedded_cache(settings: Settings, tmp_path: Path) -> None:
    options = {"MAX_ENTRIES": 5000}
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.FallbackFileCache", "LOCATION": tmp_path / "cache", "OPTIONS": options}
    }


@pytest.fixture
def production_cache(settings: Settings, redis_url: str) -> None:
    settings.CACHES = {"default": {"BACKEND": "config.cache.FallbackRedisCache", "LOCATION": redis_url}}
    cache.clear()


@pytest.mark.parametrize("kind", ["embedded_cache", "production_cache"])
@pytest.mark.django_db(transaction=True)
def test_five_password_attempts_are_allowed_and_no_more(mira: User, kind: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(kind)
    answers = at_once(12, lambda number: try_password("wrong", address=f"192.0.2.{number}"))
    assert Counter(answers) == {WRONG: 5, ENOUGH: 7}


@pytest.mark.parametrize("kind", ["embedded_cache", "production_cache"])
@pytest.mark.django_db(transaction=True)
def test_parallel_api_requests_are_allowed_up_to_the_limit(
    kind: str, request: pytest.FixtureRequest, settings: Settings
) -> None:
    request.getfixturevalue(kind)
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "anonymous": "5/h"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    answers = at_once(12, lambda _number: Client().get("/api/v1/people/nobody/").status_code)
    assert Counter(answers) == {404: 5, 429: 7}
