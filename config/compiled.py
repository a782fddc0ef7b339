"""The optional compiled engines (rules and AI, built with mypyc): whether they are there, and their use.

They are built into build/compiled and used only while their stamp matches the sources: an edited engine runs as
edited, never as a stale binary. ASTERISM_INTERPRETED=1 runs the sources anyway.
"""

import hashlib
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

BASE_DIR = Path(__file__).resolve().parent.parent
PACKAGES = ("games/rules", "games/ai", "games/puzzles/engine")
# Entry points, declarations and code that runs once per turn gain nothing from compilation.
NOT_COMPILED = {"__init__", "family", "native", "registry", "match", "points", "scene", "sentences", "find_tactics"}
OUTPUT = BASE_DIR / "build" / "compiled"
STAMP = OUTPUT / "stamp"


def sources() -> list[Path]:
    """The modules that are compiled."""
    found = (path for package in PACKAGES for path in sorted((BASE_DIR / package).rglob("*.py")))
    return [path for path in found if path.stem not in NOT_COMPILED]


def fingerprint() -> str:
    """A hash of the sources and the interpreter that the compiled engines must have been built for."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {sysconfig.get_platform()}".encode())
    for path in (*sources(), BASE_DIR / "games/rules/native.py"):
        digest.update(f"{path.relative_to(BASE_DIR)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def is_in_use() -> bool:
    return any(isinstance(finder, CompiledFinder) for finder in sys.meta_path)


class CompiledFinder:
    """An import finder that finds the compiled modules before their sources."""

    def __init__(self) -> None:
        self.locations = {
            ".".join(path.relative_to(OUTPUT).with_name(path.name.split(".")[0]).parts): path
            for package in PACKAGES
            for path in (OUTPUT / package).rglob(f"*{EXTENSION_SUFFIXES[0]}")
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        location = self.locations.get(name)
        return None if location is None else importlib.util.spec_from_file_location(name, location)


def prefer_compiled() -> bool:
    """Import the compiled engines from here on, if they are current. Call it before any engine is imported."""
    if is_in_use() or os.environ.get("ASTERISM_INTERPRETED") == "1" or not is_current():
        return is_in_use()
    sys.path.append(str(OUTPUT))  # the modules' shared library is found by its own name
    sys.meta_path.insert(0, CompiledFinder())
    return True
