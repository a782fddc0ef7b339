"""The launcher: what it refuses in one line, how it starts again what falls, and that nothing outlives it."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from config import launcher
from config.env import BASE_DIR, Environment, read_environment
from config.workers import WORKERS
from tests.services.ports import free_port
from tests.services.processes import children_of, command_line, family_of, is_running, wait_for
from tests.services.site import LaunchedSite, launched_site, site_environment

pytestmark = pytest.mark.slow

WEB_AND_BEAT = 3
"""Granian, the process that serves for it, and beat."""


def refusal(environment: dict[str, str], **options: object) -> str:
    """The only line of a launcher that does not start."""
    result = subprocess.run(
        [sys.executable, "-m", "config.launcher"],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,  # type: ignore[call-overload]
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return str(result.stderr)


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = refusal(site_environment(tmp_path, PORT=str(port)))
    assert line == (
        f"asterism: port {port} on 127.0.0.1 can't be used (Address already in use). "
        f"Choose another: PORT={port + 1} make run\n"
    )


def test_a_port_that_was_taken_while_the_site_was_prepared_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The web server shares a port without a word: requests went to either of two sites."""
    monkeypatch.setenv("ASTERISM_DATA", str(tmp_path))
    monkeypatch.setenv("PORT", str(free_port()))
    environment = read_environment()
    with socket.socket() as other:

        def prepare_slowly(_environment: Environment) -> None:
            other.bind(("127.0.0.1", environment.port))
            other.listen()

        monkeypatch.setattr(launcher, "compile_engines", lambda: None)
        monkeypatch.setattr(launcher, "prepare", prepare_slowly)
        with pytest.raises(SystemExit, match=f"port {environment.port} on 127.0.0.1 can't be used"):
            launcher.serve(environment)


def test_an_address_of_nobody_is_named(tmp_path: Path) -> None:
    assert "HOST is 'no.such.host.invalid'" in refusal(site_environment(tmp_path, HOST="no.such.host.invalid"))


def test_a_data_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = refusal(site_environment(tmp_path / "file"))
    assert line.startswith(f"asterism: the data directory {tmp_path / 'file'} can't be written (")
    assert line.endswith("Set ASTERISM_DATA to a folder that you may write to.\n")


def test_a_bad_value_is_named(tmp_path: Path) -> None:
    assert refusal(site_environment(tmp_path, PORT="many")).startswith("asterism: PORT has the unreadable value 'many'")


def test_a_second_launcher_keeps_off_the_data_of_the_first(tmp_path: Path) -> None:
    with launched_site(tmp_path) as site:
        environment = {**site.environment, "PORT": str(free_port())}
        assert refusal(environment).startswith(f"asterism: a site already runs on {tmp_path}.")


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_all_stop_within_five_seconds_and_nobody_stays(tmp_path: Path, which: signal.Signals) -> None:
    with launched_site(tmp_path) as site:
        processes = wait_for_family(site)
        seconds = site.stop(which)
        assert site.launcher.returncode == 0
        assert seconds < 5
        assert [pid for pid in processes if is_running(pid)] == []
    assert site.log.read_text().endswith("asterism: stopped\n")


def test_even_a_killed_launcher_leaves_nobody(tmp_path: Path) -> None:
    with launched_site(tmp_path) as site:
        processes = wait_for_family(site)
        site.stop(signal.SIGKILL)
        wait_for(lambda: not any(is_running(pid) for pid in processes))


def test_a_child_that_falls_is_started_again(tmp_path: Path) -> None:
    with launched_site(tmp_path) as site:
        wait_for_family(site)
        [web] = [pid for pid in children_of(site.launcher.pid) if "granian" in command_line(pid)]
        os.kill(web, signal.SIGKILL)
        wait_for(lambda: "web ended with exit code -9 and is started again" in site.log.read_text(), seconds=10)
        wait_for(lambda: answers(site), seconds=60)


def test_the_second_start_has_nothing_to_prepare(tmp_path: Path) -> None:
    """How quick it is then tells `python -m tests.bench starting`."""
    with launched_site(tmp_path) as site:
        site.stop()
    with launched_site(tmp_path) as again:
        log = again.log.read_text()
    assert "bringing the database" not in log
    assert "collecting the static files" not in log


def wait_for_family(site: LaunchedSite) -> list[int]:
    """All process numbers, once web, every worker with its children, and beat are there."""
    children = sum(0 if worker.has_threads else worker.concurrency for worker in WORKERS)
    wait_for(lambda: len(family_of(site.launcher.pid)) >= WEB_AND_BEAT + len(WORKERS) + children, seconds=60)
    return family_of(site.launcher.pid)


def answers(site: LaunchedSite) -> bool:
    try:
        with urllib.request.urlopen(f"{site.url}/healthz", timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False
