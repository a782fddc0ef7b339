"""The second start of the embedded site: time to its first page, compared with an empty Django project."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from config.env import BASE_DIR
from tests.bench.figures import Figure
from tests.bench.measuring import alternate
from tests.services.children import running
from tests.services.ports import free_port
from tests.services.site import prepare_data, site_environment

ROUNDS = 5
PATIENCE_SECONDS = 120.0
BARE_PROJECT = """
import os
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpResponse
from django.urls import path

urlpatterns = [path("", lambda request: HttpResponse("here"))]
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"])
application = get_asgi_application()
"""


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="asterism-starting-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        prepare_data(folder / "data")
        (folder / "bare.py").write_text(BARE_PROJECT)
        site, bare = alternate(
            lambda _: seconds_to_the_first_page(
                ["-m", "config.embedded.launcher"], site_environment(folder / "data"), folder
            ),
            lambda _: seconds_to_the_first_page(bare_server(), {**os.environ, "PYTHONPATH": name}, folder),
            rounds=ROUNDS,
            label="starting again",
        )
    words = f"median of {ROUNDS} starts"
    beside = f"{bare:.1f} s, granian with an empty Django project"
    what = "second start, to the front page"
    return [Figure(what=what, measured=words, beside=beside, value=site, limit=5, unit="s")]


def bare_server() -> list[str]:
    return ["-m", "granian", "--interface", "asginl", "--no-ws", "--log-level", "warning", "bare:application"]


def seconds_to_the_first_page(arguments: list[str], environment: dict[str, str], folder: Path) -> float:
    port = free_port()
    command = [sys.executable, *arguments]
    own = {"PORT": str(port), "GRANIAN_PORT": str(port)}
    begun = time.monotonic()
    with running(command, log=folder / "log", cwd=BASE_DIR, env={**environment, **own}) as process:
        while not has_page(port):
            if process.poll() is not None or time.monotonic() - begun > PATIENCE_SECONDS:
                raise subprocess.SubprocessError((folder / "log").read_text())
            time.sleep(0.02)
        return time.monotonic() - begun


def has_page(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=30) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
