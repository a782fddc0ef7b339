"""A whole embedded site for a test: web, workers and beat under the real launcher, in a data directory of its own."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from config.compiled import is_current
from config.env import BASE_DIR
from tests.services.children import running, wait_until
from tests.services.environment import OF_THE_SITE
from tests.services.ports import free_port
from tests.services.site_shell import SiteShell

TEMPLATE = BASE_DIR / "build" / "test-site"
"""Migrated, with static files, once; every test's site begins as a copy."""
OFFLINE = Path(__file__).parent / "offline"
"""A folder for `PYTHONPATH`, by which Python processes reach no other machine."""
PREPARE = (
    "from config.env import read_environment; from config.embedded.launcher import prepare; prepare(read_environment())"
)
WEB = """
import os
from config.env import read_environment
from config.embedded.launcher import children_of
web = children_of(read_environment())[0]
os.execve(web.command[0], web.command, web.environment)
"""


@dataclass
class LaunchedSite:
    url: str
    data_dir: Path
    log: Path
    environment: dict[str, str]
    launcher: subprocess.Popen[bytes]

    @property
    def contacts(self) -> list[str]:
        """Other machines that the site tried to reach, if it was launched with `PYTHONPATH=OFFLINE`."""
        noted = self.data_dir / "contacts"
        return noted.read_text().splitlines() if noted.exists() else []

    def run(self, code: str) -> str:
        """Run Python code with this site's code and data while the site runs; return what it printed."""
        return self._shell.run(code)

    @cached_property
    def _shell(self) -> SiteShell:
        return SiteShell(self.environment)

    def close_shell(self) -> None:
        """End the process that ran code for the tests."""
        if "_shell" in self.__dict__:
            self._shell.close()

    def stop(self, which: signal.Signals = signal.SIGINT) -> float:
        """Stop the site; return how many seconds it took."""
        started = time.monotonic()
        self.launcher.send_signal(which)
        self.launcher.wait(120)
        return time.monotonic() - started


def site_environment(data_dir: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in OF_THE_SITE}
    # Stale compiled engines are not rebuilt for a test: that is a separate part of `make test`.
    engines = {} if is_current() else {"ASTERISM_INTERPRETED": "1"}
    own = {"ASTERISM_DATA": str(data_dir), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return {**inherited, **engines, **own, **more}


def run_manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    result = subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise AssertionError(f"manage.py {' '.join(arguments)} ended with {result.returncode}:\n{result.stderr}")
    return result.stdout


def prepare_data(data_dir: Path) -> None:
    """Prepare a data directory with an empty, migrated database and static files; existing files stay."""
    if (data_dir / "asterism.sqlite3").exists():
        return
    TEMPLATE.mkdir(parents=True, exist_ok=True)
    with open(TEMPLATE.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = site_environment(TEMPLATE)
        subprocess.run([sys.executable, "-c", PREPARE], cwd=BASE_DIR, env=environment, check=True)
        shutil.copytree(TEMPLATE, data_dir, dirs_exist_ok=True)


@contextmanager
def launched_site(data_dir: Path, *, log: Path | None = None, **more: str) -> Iterator[LaunchedSite]:
    prepare_data(data_dir)
    port = free_port()
    environment = site_environment(data_dir, PORT=str(port), **more)
    log = log or data_dir / "log"
    command = [sys.executable, "-m", "config.embedded.launcher"]
    with running(command, log=log, cwd=BASE_DIR, env=environment) as launcher:
        wait_until(lambda: "the site is at" in log.read_text(), launcher, log=log, seconds=240)
        site = LaunchedSite(f"http://localhost:{port}", data_dir, log, environment, launcher)
        wait_until(lambda: _answers(f"{site.url}/readyz"), launcher, log=log, seconds=240)
        try:
            yield site
        finally:
            site.close_shell()


@contextmanager
def launched_web(data_dir: Path, **more: str) -> Iterator[str]:
    """Yield the URL of a site without workers and beat: its web server, as the launcher starts it."""
    prepare_data(data_dir)
    port, log = free_port(), data_dir / "log"
    environment = site_environment(data_dir, PORT=str(port), **more)
    with running([sys.executable, "-c", WEB], log=log, cwd=BASE_DIR, env=environment) as web:
        url = f"http://localhost:{port}"
        wait_until(lambda: _answers(f"{url}/healthz"), web, log=log, seconds=240)
        yield url


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=60):
            return True
    except OSError:
        return False
