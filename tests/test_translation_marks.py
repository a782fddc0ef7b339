"""Sentences for people are marked for translation where they are written, in Python outside templates."""

import ast
from pathlib import Path

import pytest

from config.env import BASE_DIR

REFUSALS = {"Refused", "Invalid", "Forbidden", "NotFound", "Conflict", "Unprocessable", "TooMany"}
OF_THE_PURE = {"IllegalStep", "NoPairing", "NotInTrf", "UnreadableTrf", "BadControl", "BadPlan", "NotDelivered"}
TOLD = {"log": 2, "set_status": 2, "drop_draft": 1}
PACKAGES = ["accounts", "games", "tournaments", "frontend"]
RULES = sorted((BASE_DIR / "games" / "rules").rglob("*.py"))


def sources() -> list[Path]:
    found = (path for room in PACKAGES for path in sorted((BASE_DIR / room).rglob("*.py")))
    return [path for path in found if not {"migrations", "management"} & set(path.parts)]


def is_bare(node: ast.AST) -> bool:
    """A text, or one put together on the spot: nobody can translate it."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def calls(path: Path) -> list[tuple[str, ast.Call]]:
    nodes = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return [(node.func.id, node) for node in nodes if isinstance(node.func, ast.Name)]


@pytest.mark.slow
def test_refusals_and_lines_of_the_log_are_marked() -> None:
    places = dict.fromkeys(REFUSALS | OF_THE_PURE, 0) | TOLD
    bare = [
        f"{path.relative_to(BASE_DIR)}:{call.lineno}"
        for path in sources()
        for name, call in calls(path)
        if name in places and len(call.args) > places[name] and is_bare(call.args[places[name]])
    ]
    assert bare == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_say_nothing_that_cannot_be_translated(path: Path) -> None:
    bare = [
        call.lineno for name, call in calls(path) if name in ("ValueError", "IllegalStep") and is_bare(call.args[0])
    ]
    assert bare == []
