"""What every test may rely on: a database like the site's own, limits that count from zero, quick passwords."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as on the embedded site: in memory it knows no WAL, and threads trip over table locks."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def site_for_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No static files to collect, nothing written into the data directory, no second spent on a password."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
        STORAGES={**settings.STORAGES, "staticfiles": plain},
    ):
        yield


@pytest.fixture(autouse=True)
def fresh_limits(site_for_tests: None) -> None:
    """The test before has used up nothing."""
    cache.clear()
