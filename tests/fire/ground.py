"""Where a case is fought out: a site in a folder of its own, embedded or on PostgreSQL with Redis."""

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


class Unseen(AssertionError):
    """What must be seen was not; the sentence says what was seen instead."""


def see(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise Unseen(otherwise)


@dataclass
class Ground:
    name: str
    folder: Path
    progress: Progress
    is_full: bool
    postgres: Postgres | None = None
    redis: RedisServer | None = None
    environment: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def site(self, folder: str = "data", **more: str) -> Iterator[LaunchedSite]:
        """Web, workers and beat under the launcher, with the services of this ground."""
        with launched_site(self.folder / folder, **{**self.environment, **more}) as site:
            yield site

    def prepared(self, folder: str = "data", **more: str) -> dict[str, str]:
        """The environment of a site whose rows are there and whose processes a case starts by itself."""
        prepare_data(self.folder / folder)
        environment = site_environment(self.folder / folder, **{**self.environment, **more})
        run_manage(environment, "migrate", "--noinput", "--verbosity=0")
        return environment

    def say(self, what: str) -> None:
        self.progress.say(what)


Site = Callable[[Progress, bool], AbstractContextManager[Ground]]


@contextmanager
def embedded(progress: Progress, is_full: bool) -> Iterator[Ground]:
    with tempfile.TemporaryDirectory(prefix="asterism-fire-", ignore_cleanup_errors=True) as folder:
        yield Ground(EMBEDDED, Path(folder), progress, is_full)


@contextmanager
def production(progress: Progress, is_full: bool) -> Iterator[Ground]:
    """PostgreSQL and Redis of our own, since they are to be stopped; by http and without a proxy."""
    with embedded(progress, is_full) as ground, own_postgres() as postgres, own_redis() as redis:
        ground.name, ground.postgres, ground.redis = PRODUCTION_SITE, postgres, redis
        ground.environment = {
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "SECRET_KEY": PRODUCTION["SECRET_KEY"],
            "EMAIL_URL": "dummy:",
            "PUBLIC_URL": "http://localhost",
            "LOG_FORMAT": "console",
        }
        yield ground
