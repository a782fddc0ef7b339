"""Cache counters are correct when processes race."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from django.core.cache.backends.base import BaseCache

from config.cache import LockedFileCache


def cache_in(folder: Path) -> LockedFileCache:
    return LockedFileCache(str(folder), {"OPTIONS": {"MAX_ENTRIES": 100}})


def count_up(folder: Path) -> None:
    cache: BaseCache = cache_in(folder)
    for _ in range(50):
        cache.incr("tries")


def add_once(folder: Path) -> int:
    cache: BaseCache = cache_in(folder)
    return sum(cache.add(f"turn-{number}", "mine") for number in range(50))


@pytest.fixture
def pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn"))


@pytest.mark.slow
@pytest.mark.processes
def test_no_count_is_lost_between_processes(tmp_path: Path, pool: ProcessPoolExecutor) -> None:
    cache_in(tmp_path).set("tries", 0)
    with pool:
        list(pool.map(count_up, [tmp_path] * 4))
    assert cache_in(tmp_path).get("tries") == 200


@pytest.mark.slow
@pytest.mark.processes
def test_only_one_of_many_processes_adds_a_key(tmp_path: Path, pool: ProcessPoolExecutor) -> None:
    with pool:
        assert sum(pool.map(add_once, [tmp_path] * 4)) == 50


def test_it_stores_and_expires_values(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    cache.set("kept", [1, 2], timeout=60)
    cache.set("gone", 1, timeout=0)
    assert (cache.get("kept"), cache.get("gone"), cache.has_key("kept")) == ([1, 2], None, True)
    assert cache.touch("kept", 0)
    assert cache.get("kept") is None
    assert not cache.delete("kept")
    with pytest.raises(ValueError, match="not found"):
        cache.incr("never-set")
