"""Requirements are locked: one version each, by its hash, independent of the package index."""

import re
from pathlib import Path

import pytest

from config.env import BASE_DIR

LOCKS = sorted((BASE_DIR / "requirements").glob("*.txt"))
ENTRY = re.compile(r"^[a-z0-9._\[\],-]+==[^ ]+(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_pinned_by_version_and_hash_without_a_url(lock: Path) -> None:
    text = lock.read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 5
    assert [entry for entry in entries if not ENTRY.match(entry)] == []
    assert "://" not in text
