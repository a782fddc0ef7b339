"""Production by compose.yaml: every service started with its own command, checked with its own health check."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.env import BASE_DIR
from tests.services.children import running
from tests.services.parts import PRODUCTION
from tests.services.ports import free_port
from tests.services.postgres import running_postgres
from tests.services.processes import wait_for
from tests.services.redis import running_redis
from tests.services.site import OF_THE_SITE

pytestmark = [pytest.mark.slow, pytest.mark.processes]

SERVERS = {"postgres", "redis", "migrate"}
ASK = "celery -q -A config inspect ping -d {}"
PROGRAMS = {"python": [], "granian": ["-m", "granian"], "celery": ["-m", "celery"]}


def services() -> dict[str, Any]:
    return dict(yaml.safe_load((BASE_DIR / "compose.yaml").read_text())["services"])


def worker_services() -> list[str]:
    return [name for name, service in services().items() if "worker" in service.get("command", [])]


def command_of_the_image() -> list[str]:
    written = re.search(r"^CMD (\[.*?\])$", (BASE_DIR / "Dockerfile").read_text().replace("\\\n", ""), re.M | re.S)
    return list(json.loads(written.group(1)))


def runnable(command: list[str], *, folder: Path, port: int) -> list[str]:
    """Return a container's command adapted to this machine: this Python, a free port, a folder instead of /tmp."""
    name, *arguments = command
    here = {"8000": str(port), "0.0.0.0": "127.0.0.1", "--concurrency=${AI_CONCURRENCY:-2}": "--concurrency=1"}
    placed = [here.get(word, word).replace("/tmp/", f"{folder}/") for word in arguments]
    return [sys.executable, *PROGRAMS[name], *placed]


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    inherited = {name: value for name, value in os.environ.items() if name not in OF_THE_SITE}
    with running_postgres() as database, running_redis() as redis:
        own = {"DATABASE_URL": database, "REDIS_URL": redis, "ASTERISM_DATA": str(tmp_path / "data")}
        port = {"HOST": "127.0.0.1", "PORT": str(free_port()), "DJANGO_SETTINGS_MODULE": "config.settings"}
        yield {**inherited, **PRODUCTION, **own, **port}


def test_every_service_starts_and_is_healthy(environment: dict[str, str], tmp_path: Path) -> None:
    described = services()
    (tmp_path / "data" / "static").mkdir(parents=True)
    port = int(environment["PORT"])
    migrate = runnable(described["migrate"]["command"], folder=tmp_path, port=port)
    subprocess.run(migrate, cwd=BASE_DIR, env=environment, check=True, capture_output=True)
    ours = {name: service.get("command", command_of_the_image()) for name, service in described.items()}
    with ExitStack() as started:
        for name in ("web", *worker_services(), "beat"):
            command = runnable(ours[name], folder=tmp_path, port=port)
            started.enter_context(running(command, log=tmp_path / name, cwd=BASE_DIR, env=environment))
        for name in worker_services():
            wait_for(lambda name=name: " ready." in (tmp_path / name).read_text(), seconds=300)
        checks = {name: described[name]["healthcheck"]["test"] for name in ours if name not in SERVERS}
        for check in (checks["beat"], checks["web"], ask_all(described, checks)):
            wait_for(lambda check=check: is_healthy(check, environment, tmp_path), seconds=300)


def ask_all(described: dict[str, Any], checks: dict[str, list[str]]) -> list[str]:
    """Return one command for the checks of all workers, which costs a fifth: it pings the node of each."""
    nodes = [described[name]["command"][6].replace("%h", "$$HOSTNAME") for name in worker_services()]
    for name, node in zip(worker_services(), nodes, strict=True):
        assert checks[name] == ["CMD-SHELL", ASK.format(node)]
    return ["CMD-SHELL", ASK.format(",".join(nodes)) + f" | grep -c pong | grep -qx {len(nodes)}"]


def is_healthy(check: list[str], environment: dict[str, str], folder: Path) -> bool:
    kind, *words = check
    if kind == "CMD":
        command = runnable(words, folder=folder, port=int(environment["PORT"]))
    else:
        line = words[0].replace("$$", "$").replace("/tmp/", f"{folder}/")
        line = line.replace("celery ", f"{shlex.quote(sys.executable)} -m celery ", 1)
        command = ["sh", "-c", line]
    hostname = {"HOSTNAME": socket.gethostname()}
    result = subprocess.run(command, cwd=BASE_DIR, env={**environment, **hostname}, check=False, capture_output=True)
    return result.returncode == 0
