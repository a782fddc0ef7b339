"""Creates the virtual environment, from nothing but Python: `python3 config/bootstrap.py runtime|dev|load`.

Run by path, by any Python, before dependencies are installed: standard library only. It does nothing when the lock
files have not changed since last time.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
VENV = BASE_DIR / ".venv"
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = BASE_DIR / "requirements"
OLDEST = (3, 11)
LOCKS = {"dev": "dev.txt", "load": "load.txt"}


def main(arguments: list[str]) -> None:
    if sys.version_info < OLDEST:
        sys.exit("asterism: Python 3.11 or later is needed, for example: make PYTHON=python3.12 run")
    if arguments not in (["runtime"], ["dev"], ["load"]):
        sys.exit("usage: python3 config/bootstrap.py runtime|dev|load")
    locks = locks_for(arguments[0])
    stamp = VENV / f"asterism-{arguments[0]}"
    wanted = fingerprint(locks)
    if stamp.is_file() and stamp.read_text() == wanted and works():
        return
    make_environment()
    install(locks)
    stamp.write_text(wanted)


def locks_for(purpose: str) -> list[Path]:
    """The lock files for a purpose; the engines' compiler only where there is a C compiler for it."""
    if purpose in LOCKS:
        return [REQUIREMENTS / LOCKS[purpose]]
    has_compiler = shutil.which(os.environ.get("CC", "cc")) is not None
    return [REQUIREMENTS / "runtime.txt", *([REQUIREMENTS / "compile.txt"] if has_compiler else [])]


def fingerprint(locks: list[Path]) -> str:
    return hashlib.sha256(b"".join(lock.read_bytes() for lock in locks)).hexdigest()


def works() -> bool:
    """Whether the environment runs: not after the folder was moved, or its Python removed."""
    if not PYTHON.exists():
        return False
    return subprocess.run([PYTHON, "-c", ""], check=False).returncode == 0  # noqa: S603  # nosec B603


def make_environment() -> None:
    if works():
        return
    say("creating the virtual environment .venv")
    result = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=False)  # noqa: S603  # nosec B603
    if result.returncode != 0:
        sys.exit("asterism: python3 -m venv failed. On Debian and Ubuntu: apt-get install python3-venv")


def install(locks: list[Path]) -> None:
    say(f"installing {' and '.join(str(lock.relative_to(BASE_DIR)) for lock in locks)}")
    wanted = [argument for lock in locks for argument in ("-r", str(lock))]
    result = subprocess.run([*installer(), *wanted], check=False)  # noqa: S603  # nosec B603
    if result.returncode != 0:
        sys.exit("asterism: the dependencies could not be installed; see the output above.")


def installer() -> list[str]:
    """uv where it can be installed, else pip; both write bytecode, or every process would compile it again."""
    uv = shutil.which("uv") or str(VENV / "bin" / "uv")
    if not Path(uv).exists():
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
        subprocess.run(pip, stderr=subprocess.DEVNULL, check=False)  # noqa: S603  # nosec B603
    if Path(uv).exists():
        return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    return [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def say(line: str) -> None:
    print(f"asterism: {line}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
