"""What is installed is what was locked: one version each, by its hash, from wherever the machine gets its packages."""

import re
from pathlib import Path

import pytest

from config.env import BASE_DIR

LOCKS = sorted((BASE_DIR / "requirements").glob("*.txt"))
ENTRY = re.compile(r"^[a-z0-9._\[\],-]+==[^ ]+(?: ; [^\\]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_pinned_by_its_hash_and_by_no_address(lock: Path) -> None:
    text = lock.read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 5
    assert [entry for entry in entries if not ENTRY.match(entry)] == []
    assert "://" not in text
