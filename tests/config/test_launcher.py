"""What the launcher refuses, in one line.

How it restarts failed processes and leaves none behind is in `test_processes.py`, and for a whole site in
`tests/games/test_site.py`.
"""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.embedded import launcher
from config.embedded.data_dir_lock import data_dir_lock
from config.env import BASE_DIR, Environment, read_environment
from tests.services.ports import free_port
from tests.services.site import site_environment

pytestmark = [pytest.mark.slow, pytest.mark.processes]


def refusal(environment: dict[str, str]) -> str:
    """Return the only output line of a launcher that does not start."""
    command = [sys.executable, "-m", "config.embedded.launcher"]
    result = subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return str(result.stderr)


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = refusal(site_environment(tmp_path, PORT=str(port)))
    assert line == (
        f"asterism: port {port} on 127.0.0.1 can't be used (Address already in use). "
        f"Choose another: PORT={port + 1} make run\n"
    )


def test_a_port_taken_during_preparation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The web server would share the port silently, and requests would go to either of two sites."""
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


def test_a_data_directory_in_use_is_named(tmp_path: Path) -> None:
    with data_dir_lock(tmp_path):
        assert refusal(site_environment(tmp_path)).startswith(f"asterism: a site is already running on {tmp_path}.")


def test_an_unknown_host_is_named(tmp_path: Path) -> None:
    assert "HOST is 'no.such.host.invalid'" in refusal(site_environment(tmp_path, HOST="no.such.host.invalid"))


def test_a_data_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = refusal(site_environment(tmp_path / "file"))
    assert line.startswith(f"asterism: the data directory {tmp_path / 'file'} isn't writable (")
    assert "Set ASTERISM_DATA" in line


def test_an_invalid_value_is_named(tmp_path: Path) -> None:
    assert refusal(site_environment(tmp_path, PORT="many")).startswith("asterism: PORT is 'many'")
