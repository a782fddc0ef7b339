"""Running processes and their children, from Linux's /proc."""

import re
import time
from collections.abc import Callable
from pathlib import Path


def children_of(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def family_of(pid: int) -> list[int]:
    """Return children and their descendants."""
    children = children_of(pid)
    return children + [grandchild for child in children for grandchild in family_of(child)]


def command_line(pid: int) -> str:
    """Return the command line; empty for a process that has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_running(pid: int) -> bool:
    try:
        return re.search(r"\) Z ", Path(f"/proc/{pid}/stat").read_text()) is None
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(condition: Callable[[], bool], *, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"condition not met within {seconds:.0f} s"
        time.sleep(0.02)
