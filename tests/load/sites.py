"""A production-like site on this machine: PostgreSQL, Redis, web and worker processes, beat; loopback only."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from config.embedded.launcher import answers, children_of
from config.env import BASE_DIR, Environment, read_environment
from tests.services.children import running, wait_until
from tests.services.ports import free_port
from tests.services.processes import family_of


@dataclass(frozen=True)
class Processes:
    """Running processes: the URLs of the web processes, and every process by its kind."""

    urls: list[str]
    pids: dict[str, list[int]]

    def family(self) -> list[int]:
        """Return all processes of the site, with their descendants."""
        own = [pid for pids in self.pids.values() for pid in pids]
        return own + [child for pid in own for child in family_of(pid)]


@contextmanager
def running_site(*, webs: int) -> Iterator[Processes]:
    """Start web processes each on a port of its own, the launcher's workers, and beat."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="asterism-load-")))
        pids: dict[str, list[int]] = {}
        environments = [replace(read_environment(), port=free_port()) for _ in range(webs)]
        for number, environment in enumerate(environments):
            pids.setdefault("web", []).append(_start_web(stack, environment, folder / f"web{number}.log"))
        for child in children_of(environments[0])[1:]:
            log = folder / f"{child.name}.log"
            process = stack.enter_context(running(child.command, log=log, cwd=BASE_DIR, env=child.environment))
            pids.setdefault(child.name, []).append(process.pid)
        yield Processes([f"http://127.0.0.1:{environment.port}" for environment in environments], pids)


def _start_web(stack: ExitStack, environment: Environment, log: Path) -> int:
    web = children_of(environment)[0]
    process = stack.enter_context(running(web.command, log=log, cwd=BASE_DIR, env=web.environment))
    wait_until(lambda: answers(environment), process, log=log, seconds=120)
    return process.pid


def resident_megabytes(pids: list[int]) -> float:
    pages = 0
    for pid in pids:
        if (statm := _read(pid, "statm")) is not None:
            pages += int(statm.split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def open_files(pids: list[int]) -> int:
    count = 0
    for pid in pids:
        try:
            count += len(os.listdir(f"/proc/{pid}/fd"))
        except OSError:  # it has ended meanwhile
            continue
    return count


def _read(pid: int, name: str) -> str | None:
    try:
        return Path(f"/proc/{pid}/{name}").read_text()
    except OSError:
        return None
