"""Find programs inside wheels without importing the packages, which may have side effects."""

import importlib.util
from pathlib import Path

from tests.services.children import ServiceError


def folder_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ServiceError(f"the wheel of {package} is not installed")
    return Path(found.origin).parent
