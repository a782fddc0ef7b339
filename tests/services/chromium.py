"""Chromium: the machine's, or Debian's packages where we may install them."""

import os
import shutil
import subprocess

from tests.services.children import ServiceError

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The same engine without the windows around it: a test costs three fifths. It shows no notices.
BARE = "chromium-headless-shell"


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
        install("chromium")
    return find_chromium()


def bring_bare_chromium() -> str:
    """For whoever only reads pages: the bare one if it can be had, else the whole one."""
    if "CHROMIUM" not in os.environ and shutil.which(BARE) is None:
        install(BARE)
    return os.environ.get("CHROMIUM") or shutil.which(BARE) or bring_chromium()


def install(package: str) -> None:
    """Where we may; whether it is there afterwards is seen by who looks for it."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(["apt-get", "-qq", *arguments], check=False, stdout=subprocess.DEVNULL)
