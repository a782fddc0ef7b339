"""Secrets of the embedded site are created once, readable by their owner only."""

import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.embedded.kept_secrets import is_vapid_key, keep_secret_key, keep_vapid_key, make_vapid_key
from config.env import BASE_DIR

Keep = Callable[[Path], str]
each_secret = pytest.mark.parametrize(
    ("keep", "name"), [(keep_secret_key, "secret_key"), (keep_vapid_key, "vapid_key")]
)
ORDER_OF_THE_CURVE = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE"


@each_secret
def test_a_secret_is_created_once_and_only_its_owner_may_read_it(keep: Keep, name: str, tmp_path: Path) -> None:
    secret = keep(tmp_path / "data")
    assert len(secret) >= 43
    assert keep(tmp_path / "data") == secret
    assert stat.S_IMODE((tmp_path / "data" / name).stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == [name]


@each_secret
def test_two_sites_have_two_secrets(keep: Keep, name: str, tmp_path: Path) -> None:
    assert keep(tmp_path / "one") != keep(tmp_path / "two")


@each_secret
def test_parallel_first_runs_create_one_secret(keep: Keep, name: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        kept = set(pool.map(keep, [tmp_path] * 32))
    assert len(kept) == 1


@pytest.mark.slow
@pytest.mark.processes
def test_processes_started_in_parallel_use_one_secret(tmp_path: Path) -> None:
    """As web, workers and beat do on a first run: each reads the settings separately."""
    code = "from config.settings import SECRET_KEY, VAPID_KEY; print(SECRET_KEY, VAPID_KEY)"
    environment = {"PATH": "/usr/bin:/bin", "ASTERISM_DATA": str(tmp_path / "data")}
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen(command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    printed = {process.communicate()[0] for process in running}
    assert [process.returncode for process in running] == [0] * 4
    assert printed == {f"{keep_secret_key(tmp_path / 'data')} {keep_vapid_key(tmp_path / 'data')}\n"}


def test_a_vapid_key_is_a_valid_scalar_of_the_curve() -> None:
    assert is_vapid_key(make_vapid_key())
    no_keys = ["", "short", "A" * 43, "A" * 44, ORDER_OF_THE_CURVE, make_vapid_key() + "\n", "é" * 43]
    assert [text for text in no_keys if is_vapid_key(text)] == []
