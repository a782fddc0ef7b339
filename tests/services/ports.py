"""Ports for the servers of tests: none that another test or an outgoing connection could take."""

import fcntl
import os
import socket
import tempfile
from pathlib import Path

PORTS = range(20_000, 32_000)
"""Below those that Linux uses for outgoing connections."""
CLAIMS = Path(tempfile.gettempdir()) / f"asterism-ports-{os.getuid()}"


def free_port() -> int:
    """Return a port that belongs to this process until it ends."""
    CLAIMS.mkdir(exist_ok=True)
    return next(port for port in PORTS if _claim(port) and _is_unused(port))


def _claim(port: int) -> bool:
    file = os.open(CLAIMS / str(port), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return False
    return True


def _is_unused(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
