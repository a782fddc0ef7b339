"""Pairing and standings work without Django, and use neither the clock nor the global random generator."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = [Path(__file__).parents[3] / "tournaments" / name for name in ("pairing", "standings")]
MODULES = sorted(path for room in PACKAGES for path in room.glob("*.py"))
FORBIDDEN = {"django", "celery", "datetime", "time", "os", "pathlib", "secrets", "uuid", "socket", "games", "accounts"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_imports_nothing_impure(path):
    nodes = list(ast.walk(ast.parse(path.read_text())))
    whole = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    # Texts for people are made the same way in all pure packages.
    parts = [n for n in nodes if isinstance(n, ast.ImportFrom) and n.module != "games.rules.sentences"]
    assert not (whole | {(node.module or "").split(".")[0] for node in parts}) & FORBIDDEN
    # A seeded generator is allowed; the global one is not.
    assert "random" not in whole
    assert {alias.name for node in parts if node.module == "random" for alias in node.names} <= {"Random"}


def test_pairing_and_standings_work_without_django():
    names = [f"tournaments.{path.parent.name}.{path.stem}" for path in MODULES if path.stem != "__init__"]
    script = f"import sys; sys.modules['django'] = None; import {', '.join(names)}"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=PACKAGES[0].parents[1])
