"""The addresses of this machine in the local network, found without contacting another machine."""

import fcntl
import ipaddress
import socket
import struct
from contextlib import suppress

# Routes are looked up for these: reserved for documentation (the default route), then the private networks.
PROBES = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "10.42.0.2", "172.16.0.1")
# Bridges of containers and virtual machines on this machine, which other machines don't reach.
VIRTUAL = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lo")
SIOCGIFADDR = 0x8915


def lan_addresses() -> list[str]:
    """IPv4 addresses that other machines in the hall can reach, the most likely first."""
    virtual = {address for name, address in _interfaces() if name.startswith(VIRTUAL)}
    found = dict.fromkeys([*map(_source_address, PROBES), *(address for _, address in _interfaces())])
    usable = [address for address in found if address and address not in virtual and _is_reachable(address)]
    return sorted(usable, key=lambda address: not _is_private(address))


def _source_address(destination: str) -> str:
    """The address from which this machine would send to a destination; connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((destination, 9))
        return str(probe.getsockname()[0])
    return ""


def _interfaces() -> list[tuple[str, str]]:
    """Network interfaces with their IPv4 address, on Linux; elsewhere none, and the routes must do."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address, or another system
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append((name, socket.inet_ntoa(answer[20:24])))
    return found


def _is_reachable(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local or known.is_multicast)


def _is_private(address: str) -> bool:
    return ipaddress.ip_address(address).is_private
