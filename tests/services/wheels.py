"""Programs that come inside wheels: found without importing the package, which may have opinions of its own."""

import importlib.util
from pathlib import Path

from tests.services.children import ServiceError


def folder_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ServiceError(f"the wheel of {package} is not installed")
    return Path(found.origin).parent
