"""Whatever the pages of clubs and events do, a program with a token can do too."""

import ast
from collections.abc import Iterator
from pathlib import Path

from config.env import BASE_DIR

ROOM = BASE_DIR / "tournaments"
SERVICES = "tournaments.services"
# What pages ask of services only to fill a form; a program sends what it wants and is told what is wrong with it.
FOR_FORMS = {("plan", "check_plan"), ("clubs", "require_open"), ("claims", "claim_digest")}


def services_called_by(folder: str) -> set[tuple[str, str]]:
    """Every service function named in a folder, as module and name."""
    return {found for path in sorted((ROOM / folder).glob("*.py")) for found in _named_in(path)}


def _named_in(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules = {
        name.asname or name.name: name.name for node in imports if node.module == SERVICES for name in node.names
    }
    for node in imports:
        if node.module and node.module.startswith(f"{SERVICES}."):
            yield from ((node.module.rpartition(".")[2], name.name) for name in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def test_every_service_of_the_pages_is_one_of_the_api() -> None:
    pages, api = services_called_by("views"), services_called_by("api")
    assert len(pages) > 40
    missing = {(module, name) for module, name in pages - api - FOR_FORMS if not name.isupper()}
    assert missing == set()
