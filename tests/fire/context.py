"""Where a case runs: a site in a folder of its own, embedded or on PostgreSQL with Redis."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fire.progress import Progress
from tests.services.parts import PRODUCTION
from tests.services.postgres import Postgres, own_postgres
from tests.services.redis import RedisServer, own_redis
from tests.services.site import LaunchedSite, launched_site, prepare_data, run_manage, site_environment

EMBEDDED, PRODUCTION_SITE = "embedded", "PostgreSQL with Redis"


class CheckFailed(AssertionError):
    """A check failed; the message says what was observed instead."""


def check(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise CheckFailed(otherwise)


@dataclass
class CaseContext:
    name: str
    folder: Path
    progress: Progress
    is_full: bool
    postgres: Postgres | None = None
    redis: RedisServer | None = None
    environment: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def site(self, folder: str = "data", **more: str) -> Iterator[LaunchedSite]:
        """Run web, workers and beat under the launcher, with the services of this context."""
        with launched_site(self.folder / folder, **{**self.environment, **more}) as site:
            yield site

    def prepared(self, folder: str = "data", **more: str) -> dict[str, str]:
        """Return the environment of a migrated site whose processes the case starts itself."""
        prepare_data(self.folder / folder)
        environment = site_environment(self.folder / folder, **{**self.environment, **more})
        run_manage(environment, "migrate", "--noinput", "--verbosity=0")
        return environment

    def say(self, what: str) -> None:
        self.progress.say(what)


Site = Callable[[Progress, bool], AbstractContextManager[CaseContext]]


@contextmanager
def embedded(progress: Progress, is_full: bool) -> Iterator[CaseContext]:
    with tempfile.TemporaryDirectory(prefix="asterism-fire-", ignore_cleanup_errors=True) as folder:
        yield CaseContext(EMBEDDED, Path(folder), progress, is_full)


@contextmanager
def production(progress: Progress, is_full: bool) -> Iterator[CaseContext]:
    """With PostgreSQL and Redis of its own, since cases stop them; http without a proxy."""
    with embedded(progress, is_full) as context, own_postgres() as postgres, own_redis() as redis:
        context.name, context.postgres, context.redis = PRODUCTION_SITE, postgres, redis
        context.environment = {
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "SECRET_KEY": PRODUCTION["SECRET_KEY"],
            "EMAIL_URL": "dummy:",
            "PUBLIC_URL": "http://localhost",
            "LOG_FORMAT": "console",
        }
        yield context
