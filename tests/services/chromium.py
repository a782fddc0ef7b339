"""Chromium: the machine's, or Debian's package where we may install it."""

import os
import shutil
import subprocess

from tests.services.children import ServiceError

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """The path of a Chromium that is there."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise ServiceError("there is no Chromium; install it, or name it: CHROMIUM=/path/to/chromium")
    return found


def bring_chromium() -> str:
    """The same, after installing Debian's package if there is none and we are root on Debian."""
    try:
        return find_chromium()
    except ServiceError:
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "-qq", *arguments], check=False, stdout=subprocess.DEVNULL)
    return find_chromium()
