"""The optional machine-code twin of the engines and the AI: whether there is one, and its use.

The twin lives apart from the sources, in build/compiled, and is used only while its stamp matches them: whoever
edits an engine runs the edited source, never a stale binary. ASTERISM_INTERPRETED=1 asks for the sources anyway.
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
ROOMS = ("games/rules", "games/ai", "games/puzzles")
# Doors, declarations and what runs once a turn: nothing to win there.
NOT_COMPILED = {"__init__", "native", "registry", "match", "points", "scene", "sentences", "find_tactics"}
OUTPUT = BASE_DIR / "build" / "compiled"
STAMP = OUTPUT / "stamp"


def sources() -> list[Path]:
    """The modules that are compiled."""
    found = (path for room in ROOMS for path in sorted((BASE_DIR / room).glob("*.py")))
    return [path for path in found if path.stem not in NOT_COMPILED]


def fingerprint() -> str:
    """What the twin must have been built from to be used: these sources, for this interpreter."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {sysconfig.get_platform()}".encode())
    for path in (*sources(), BASE_DIR / "games/rules/native.py"):
        digest.update(f"{path.relative_to(BASE_DIR)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def is_in_use() -> bool:
    return any(isinstance(finder, CompiledFinder) for finder in sys.meta_path)


class CompiledFinder:
    """Finds the compiled modules before Python's own finders come to their sources."""

    def __init__(self) -> None:
        self.locations = {
            ".".join(path.relative_to(OUTPUT).with_name(path.name.split(".")[0]).parts): path
            for room in ROOMS
            for path in (OUTPUT / room).glob(f"*{EXTENSION_SUFFIXES[0]}")
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        location = self.locations.get(name)
        return None if location is None else importlib.util.spec_from_file_location(name, location)


def prefer_compiled() -> bool:
    """Use the twin from here on, if there is one for exactly these sources. To be called before they are imported."""
    if is_in_use() or os.environ.get("ASTERISM_INTERPRETED") == "1" or not is_current():
        return is_in_use()
    sys.path.append(str(OUTPUT))  # the modules' shared library is found by its own name
    sys.meta_path.insert(0, CompiledFinder())
    return True
