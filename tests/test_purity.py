"""The pure rooms live without Django: imported in a process in which there is none."""

import subprocess
import sys

import pytest

from config.env import BASE_DIR

PACKAGES = [
    "games.rules",
    "games.ai",
    "games.puzzles.engine",
    "games.pictures",
    "tournaments.pairing",
    "tournaments.standings",
]
HIDDEN = ["django", "rest_framework", "celery", "kombu", "redis", "psycopg", "structlog"]
IMPORT_ALL = """
import importlib, pkgutil, sys
room, *hidden = sys.argv[1:]
for name in hidden:
    sys.modules[name] = None  # makes every import of it fail
package = importlib.import_module(room)
names = [module.name for module in pkgutil.walk_packages(package.__path__, room + ".")]
for name in names:
    importlib.import_module(name)
assert names, f"{room} is empty"
"""


@pytest.mark.slow
@pytest.mark.parametrize("room", PACKAGES)
def test_a_pure_room_needs_no_framework(room: str) -> None:
    command = [sys.executable, "-c", IMPORT_ALL, room, *HIDDEN]
    result = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    assert result.returncode == 0
