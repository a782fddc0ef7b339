"""The optional machine-code twin of the engines and the AI, built by mypyc.

    python -m config.compiled build    builds it, or says in one line why not; never fails a start
    python -m config.compiled status   says which of the two is in use

The twin lives apart from the sources, in build/compiled, and is used only while its stamp matches them: whoever
edits an engine runs the edited source, never a stale binary. ASTERISM_INTERPRETED=1 asks for the sources anyway.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

BASE_DIR = Path(__file__).resolve().parent.parent
ROOMS = ("games/rules", "games/ai")
# Doors, declarations and what runs once a turn: nothing to win there.
NOT_COMPILED = {"__init__", "native", "registry", "match", "points", "scene"}
STAGE = BASE_DIR / "build" / "mypyc"
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


def build() -> str:
    """Build the twin if it is not current; one line that says what came of it."""
    if is_current():
        return "compiled engines: up to date"
    if shutil.which(os.environ.get("CC", "cc")) is None:
        return "compiled engines: no C compiler here, the engines run interpreted (slower AI, all else the same)"
    if importlib.util.find_spec("mypyc") is None:
        return "compiled engines: mypyc is not installed, the engines run interpreted (slower AI, all else the same)"
    current = fingerprint()
    _stage()
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mypyc", *(str(path.relative_to(BASE_DIR)) for path in sources())],
        cwd=STAGE,
        env={**os.environ, "MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        (STAGE / "log").write_text(run.stdout + run.stderr)
        return f"compiled engines: the build failed (see {STAGE / 'log'}), the engines run interpreted"
    _collect(current)
    return f"compiled engines: {len(sources())} modules built"


def _stage() -> None:
    shutil.rmtree(STAGE, ignore_errors=True)
    for room in ROOMS:
        shutil.copytree(BASE_DIR / room, STAGE / room, ignore=shutil.ignore_patterns("__pycache__"))
    (STAGE / "games/__init__.py").touch()
    # Without a configuration here mypy would look upwards and load the project's, with its Django plugin.
    (STAGE / "mypy.ini").write_text("[mypy]\n")


def _collect(current: str) -> None:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for path in STAGE.glob(f"**/*{EXTENSION_SUFFIXES[0]}"):
        relative = path.relative_to(STAGE)
        if relative.parts[0] == "build":
            continue
        (OUTPUT / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, OUTPUT / relative)
    STAMP.write_text(current)


def main(arguments: list[str]) -> None:
    if arguments == ["build"]:
        print(build())  # noqa: T201
    elif arguments == ["status"]:
        print("compiled" if prefer_compiled() else "interpreted")  # noqa: T201
    else:
        sys.exit("usage: python -m config.compiled build | status")


if __name__ == "__main__":
    main(sys.argv[1:])
