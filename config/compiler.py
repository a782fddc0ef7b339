"""Compiles the engines (rules and AI) with mypyc: `python -m config.compiler`.

Prints the outcome in one line and never fails a start: without a C compiler the sources do the same, slower.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES

from config.compiled import BASE_DIR, OUTPUT, PACKAGES, STAMP, fingerprint, is_current, sources

# A folder per build: two at once must not take each other's files.
STAGE = BASE_DIR / "build" / f"mypyc-{os.getpid()}"


def build() -> str:
    """Compile the engines unless they are up to date; return the outcome as one line."""
    if is_current():
        return "compiled engines: up to date"
    if shutil.which(os.environ.get("CC", "cc")) is None:
        return "compiled engines: no C compiler here, the engines run interpreted (slower AI, all else the same)"
    if importlib.util.find_spec("mypyc") is None:
        return "compiled engines: mypyc is not installed, the engines run interpreted (slower AI, all else the same)"
    current = fingerprint()
    _stage()
    run = subprocess.run(  # noqa: S603  # nosec B603
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
    shutil.rmtree(STAGE, ignore_errors=True)
    return f"compiled engines: {len(sources())} modules built"


def _stage() -> None:
    shutil.rmtree(STAGE, ignore_errors=True)
    for package in PACKAGES:
        shutil.copytree(BASE_DIR / package, STAGE / package, ignore=shutil.ignore_patterns("__pycache__"))
    for package in ("games", "games/puzzles"):
        (STAGE / package / "__init__.py").touch()
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


if __name__ == "__main__":
    print(build())  # noqa: T201
