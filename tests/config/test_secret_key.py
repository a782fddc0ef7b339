"""The embedded site's key is made once and kept from others."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.secret_key import keep_secret_key


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = keep_secret_key(tmp_path / "data")
    assert len(key) >= 50
    assert keep_secret_key(tmp_path / "data") == key
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    assert keep_secret_key(tmp_path / "one") != keep_secret_key(tmp_path / "two")


def test_many_first_runs_at_once_agree(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(keep_secret_key, [tmp_path] * 32))
    assert len(keys) == 1
