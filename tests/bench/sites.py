"""Sites to measure on: embedded in a folder of its own, or as in production."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.env import BASE_DIR
from tests.services.parts import PRODUCTION
from tests.services.postgres import running_postgres
from tests.services.redis import running_redis
from tests.services.site import prepare_data, site_environment

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.bench.settings", "LOG_LEVEL": "ERROR"}
Environment = dict[str, str]


@contextmanager
def embedded() -> Iterator[Environment]:
    with tempfile.TemporaryDirectory(prefix="asterism-bench-", ignore_cleanup_errors=True) as folder:
        prepare_data(Path(folder))
        yield site_environment(Path(folder), **SETTINGS)


@contextmanager
def production() -> Iterator[Environment]:
    """PostgreSQL and Redis; http without a proxy, since requests are made in the process itself."""
    with (
        tempfile.TemporaryDirectory(prefix="asterism-bench-") as folder,
        running_postgres() as database,
        running_redis() as redis,
    ):
        services = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "PUBLIC_URL": "http://localhost",
            "TRUSTED_PROXIES": "0",
        }
        environment = site_environment(Path(folder), **{**PRODUCTION, **services, **SETTINGS})
        migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity=0"]
        subprocess.run(migrate, cwd=BASE_DIR, env=environment, check=True)
        yield environment
