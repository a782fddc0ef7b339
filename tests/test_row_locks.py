"""Rows are locked with `no_key=True`, except the few that are deleted or renamed (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

from config.env import BASE_DIR

APPS = ("accounts", "games", "tournaments", "frontend")
LOCKED_WHOLE = {
    "accounts/services/account_closure.py": "the username is changed",
    "accounts/services/guests.py": "the guest is deleted",
    "games/services/guests.py": "the guest is deleted",
    "games/notifications/services/push_subscriptions.py": "the browser is deleted",
}


def locks_whole(source: Path) -> bool:
    calls = [node for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Call)]
    locks = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "select_for_update"]
    return any("no_key" not in [keyword.arg for keyword in lock.keywords] for lock in locks)


@pytest.mark.slow
def test_only_rows_to_be_deleted_or_renamed_are_locked_with_their_key() -> None:
    sources = [source for app in APPS for source in (BASE_DIR / app).rglob("*.py")]
    assert {str(source.relative_to(BASE_DIR)) for source in sources if locks_whole(source)} == set(LOCKED_WHOLE)
