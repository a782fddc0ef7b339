"""Texts for users in Python code are marked for translation where they are written."""

import ast
from pathlib import Path

import pytest

from config.env import BASE_DIR

REFUSALS = {"Refused", "Invalid", "Forbidden", "NotFound", "Conflict", "Unprocessable", "TooMany"}
PURE_ERRORS = {
    "IllegalStep",
    "NoPairing",
    "NotInTrf",
    "UnreadableTrf",
    "BadControl",
    "BadConditionalMoves",
    "NotDelivered",
}
LOGGED_TEXT_ARGUMENT = {"record_change": 2, "set_status": 2, "drop_draft": 1}
PACKAGES = ["accounts", "games", "tournaments", "frontend"]
RULES = sorted((BASE_DIR / "games" / "rules").rglob("*.py"))


def sources() -> list[Path]:
    found = (path for package in PACKAGES for path in sorted((BASE_DIR / package).rglob("*.py")))
    return [path for path in found if not {"migrations", "management"} & set(path.parts)]


def is_bare(node: ast.AST) -> bool:
    """Return whether a text is a plain literal or f-string, which can't be translated."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def calls(path: Path) -> list[tuple[str, ast.Call]]:
    nodes = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
    return [(node.func.id, node) for node in nodes if isinstance(node.func, ast.Name)]


@pytest.mark.slow
def test_refusals_and_log_texts_are_marked() -> None:
    places = dict.fromkeys(REFUSALS | PURE_ERRORS, 0) | LOGGED_TEXT_ARGUMENT
    bare = [
        f"{path.relative_to(BASE_DIR)}:{call.lineno}"
        for path in sources()
        for name, call in calls(path)
        if name in places and len(call.args) > places[name] and is_bare(call.args[places[name]])
    ]
    assert bare == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_texts_of_the_rules_can_be_translated(path: Path) -> None:
    bare = [
        call.lineno for name, call in calls(path) if name in ("ValueError", "IllegalStep") and is_bare(call.args[0])
    ]
    assert bare == []
