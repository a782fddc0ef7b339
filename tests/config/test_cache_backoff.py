"""A shared cache that has just failed is not tried again for a moment: each attempt may take a full time-out."""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache

from config import cache as module
from config.cache import FallbackFileCache


class Failing(LocMemCache):
    calls = 0

    def get(self, *_arguments: Any, **_more: Any) -> Any:
        self.calls += 1
        raise OSError("the disk is full")


def test_a_failed_cache_is_retried_only_after_a_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "sense_failure", lambda _part: None)
    monkeypatch.setattr(module, "_asked_again_at", 0.0)
    cache, shared = FallbackFileCache(str(tmp_path), {}), Failing("failing", {})
    monkeypatch.setattr(cache, "shared", shared)
    assert [cache.get("name", "own") for _ in range(3)] == ["own"] * 3
    assert shared.calls == 1
    monkeypatch.setattr(module, "_asked_again_at", 0.0)  # the pause is over
    assert (cache.get("name", "own"), shared.calls) == ("own", 2)
