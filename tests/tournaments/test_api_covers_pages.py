"""The API offers every service that the pages of clubs and tournaments call."""

import ast
from collections.abc import Iterator
from pathlib import Path

from config.env import BASE_DIR

ROOM = BASE_DIR / "tournaments"
# Services that pages call only to fill a form; API clients send values and get validation errors.
FOR_FORMS = {
    ("rules", "check_rules"),
    ("clubs", "check_open"),
    ("claims", "claim_digest"),
    ("results", "enter_reported_result"),  # API clients send the reported result itself
}


def services_called_by(layer: str) -> set[tuple[str, str]]:
    """Every service function named in a layer (`api` or `views`) of tournaments and its features."""
    paths = [path for path in sorted(ROOM.rglob("*.py")) if layer in path.with_suffix("").parts]
    return {found for path in paths for found in _named_in(path)}


def _named_in(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text())
    imports = [
        (node.module, name) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names
    ]
    modules = {}
    for module, name in imports:
        parts = (module or "").split(".")
        if parts[0] != "tournaments":
            continue
        if "services" in parts:
            modules[name.asname or name.name] = name.name
            yield parts[-1], name.name
        elif name.name == "services":
            modules[name.asname or name.name] = parts[-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def test_every_service_called_by_pages_is_called_by_the_api() -> None:
    pages, api = services_called_by("views"), services_called_by("api")
    assert len(pages) > 40
    called = {(module, name) for module, name in pages - api - FOR_FORMS if not name.isupper()}
    assert {(module, name) for module, name in called if module != "services" and not module.isupper()} == set()
