"""The pure packages work without Django: they are imported in a process that has none."""

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
    "tournaments.clubs.roster_files",
]
HIDDEN = ["django", "rest_framework", "celery", "kombu", "redis", "psycopg", "structlog"]
IMPORT_ALL = """
import importlib, pkgutil, sys
name, *hidden = sys.argv[1:]
for module in hidden:
    sys.modules[module] = None  # makes every import of it fail
package = importlib.import_module(name)
names = [module.name for module in pkgutil.walk_packages(package.__path__, name + ".")]
for module in names:
    importlib.import_module(module)
assert names, f"{package.__name__} is empty"
"""


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_a_pure_package_needs_no_framework(package: str) -> None:
    command = [sys.executable, "-c", IMPORT_ALL, package, *HIDDEN]
    result = subprocess.run(command, cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    assert result.returncode == 0
