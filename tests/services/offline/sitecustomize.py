"""Cuts a process off from other machines: Python imports this at its start, from `PYTHONPATH`.

What it tries to reach is refused, and noted in `contacts` of the site's data directory.
"""

import ipaddress
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

CONTACTS = Path(os.environ["ASTERISM_DATA"]) / "contacts"


def is_here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(name))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def refuse(host: object) -> None:
    with CONTACTS.open("a") as file:
        file.write(f"{host}\n")
    raise OSError(f"{host} is another machine")


def cut(name: str, place: Any, host_of: Callable[..., object]) -> None:
    """Replace a function by one that reaches this machine only."""
    original = getattr(place, name)

    def reach(*arguments: Any, **options: Any) -> Any:
        host = host_of(*arguments)
        return original(*arguments, **options) if is_here(host) else refuse(host)

    setattr(place, name, reach)


def host_of_address(_socket: object, address: object, *_more: object) -> object:
    return address[0] if isinstance(address, tuple) else None  # None for a socket in the file system


for method in ("connect", "connect_ex"):
    cut(method, socket.socket, host_of_address)
for function in ("getaddrinfo", "gethostbyname"):
    cut(function, socket, lambda host=None, *_more: host)
