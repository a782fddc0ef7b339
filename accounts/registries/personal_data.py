"""The download of a user's personal data. Each app registers what it keeps.

`register_export("games", export_games)`, where `export_games(user)` returns what JSON can encode (dates and decimals
included). An app does so in its `ready()`.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import User

Exporter = Callable[[User], Any]
_exporters: dict[str, Exporter] = {}


def register_export(name: str, function: Exporter) -> None:
    if _exporters.get(name, function) is not function:
        raise ValueError(f"Duplicate export name {name!r}.")
    _exporters[name] = function


def export_data(user: User) -> dict[str, Any]:
    """Everything that the apps keep about this user, by name."""
    return {name: exporter(user) for name, exporter in sorted(_exporters.items())}
