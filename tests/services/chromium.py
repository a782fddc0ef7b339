"""Chromium: installed on the machine, or Debian's package where it may be installed."""

import os
import shutil
import subprocess

from tests.services.children import ServiceError

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The headless shell needs 60 % of the time, but shows no notifications.
BARE = "chromium-headless-shell"


def find_chromium() -> str:
    """Return the path of an installed Chromium."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise ServiceError("Chromium is not installed; install it, or set CHROMIUM=/path/to/chromium")
    return found


def bring_chromium() -> str:
    """Install Debian's package if there is no Chromium and we are root on Debian; return the path."""
    try:
        return find_chromium()
    except ServiceError:
        install("chromium")
    return find_chromium()


def bring_bare_chromium() -> str:
    """Return the headless shell if available, else Chromium: enough for tests that only read pages."""
    if "CHROMIUM" not in os.environ and shutil.which(BARE) is None:
        install(BARE)
    return os.environ.get("CHROMIUM") or shutil.which(BARE) or bring_chromium()


def install(package: str) -> None:
    """Install a Debian package if possible; callers check the result."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(["apt-get", "-qq", *arguments], check=False, stdout=subprocess.DEVNULL)
