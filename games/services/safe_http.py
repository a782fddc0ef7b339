"""POST to a URL that a user typed in, with a guard against SSRF.

The name is resolved once, each of its addresses must be public, and the connection goes to the address that was checked
(no DNS rebinding). Redirects are not followed, little of the response body is read, and everything, resolving included,
must finish within a few seconds.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, Queue
from urllib.parse import urlsplit

from games.rules.sentences import say

SECONDS_TO_LOOK_UP = 4.0
SECONDS_TO_CONNECT = 5.0
SECONDS_IN_ALL = 10.0
BYTES_READ = 1024
PRIVATE_ADDRESS = say("The address is private; only public addresses are allowed.")

AddressCheck = Callable[[str], bool]


class NotDelivered(Exception):
    """The request failed; the message says why, for the log."""


def is_public(address: str) -> bool:
    """Whether this is a public IP address, neither of this machine nor of its network (SSRF guard)."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if (hidden := _hidden_address(ip)) is not None:
            return is_public(str(hidden))
        if ip.is_site_local:  # fec0::/10, deprecated but still in use; Python calls it global
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _hidden_address(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address inside an IPv6 one: mapped, 6to4, Teredo or translated (64:ff9b::/96)."""
    if ip in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)


def post(url: str, body: bytes, *, headers: Mapping[str, str], is_allowed: AddressCheck = is_public) -> int:
    """Send a POST request; returns the status of the response or raises NotDelivered."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    begun = time.monotonic()
    address = _checked_address(host, port, is_allowed)
    kind = _SecureConnection if parts.scheme == "https" else _Connection
    connection = kind(host, port, address=address, is_allowed=is_allowed)
    timer = threading.Timer(begun + SECONDS_IN_ALL - time.monotonic(), connection.give_up)
    timer.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body=body, headers={**headers, "Connection": "close"})
        answer = connection.getresponse()
        answer.read(BYTES_READ)
        return answer.status
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotDelivered(_words(error)) from error
    finally:
        timer.cancel()
        connection.close()


def _checked_address(host: str, port: int, is_allowed: AddressCheck) -> str:
    addresses = _look_up(host, port)
    if not addresses or not all(is_allowed(address) for address in addresses):
        raise NotDelivered(PRIVATE_ADDRESS)
    return addresses[0]


def _look_up(host: str, port: int) -> list[str]:
    """The addresses of a name. In a thread, since a waiting resolver can't be interrupted."""
    found: Queue[list[str] | Exception] = Queue()

    def resolve() -> None:
        try:
            found.put([str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except Exception as error:
            found.put(error)

    threading.Thread(target=resolve, daemon=True).start()
    try:
        answer = found.get(timeout=SECONDS_TO_LOOK_UP)
    except Empty as error:
        raise NotDelivered(say("The host name lookup timed out.")) from error
    if isinstance(answer, Exception):
        raise NotDelivered(say("Unknown host name.")) from answer
    return answer


class _Connection(http.client.HTTPConnection):
    """A connection to a checked address, which checks the address that it reached again."""

    def __init__(self, host: str, port: int, *, address: str, is_allowed: AddressCheck) -> None:
        super().__init__(host, port, timeout=SECONDS_TO_CONNECT)
        self.address, self.is_allowed = address, is_allowed
        self.is_given_up = False

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)
        if self.is_given_up:
            raise TimeoutError
        if not self.is_allowed(self.sock.getpeername()[0]):
            raise NotDelivered(PRIVATE_ADDRESS)

    def give_up(self) -> None:
        """Abort from the timer's thread: a blocked socket call ends with an error."""
        self.is_given_up = True
        if self.sock is not None:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                self.sock.close()


class _SecureConnection(_Connection):
    def connect(self) -> None:
        super().connect()
        context = ssl.create_default_context()
        # The handshake comes after `self.sock` is set, so that `give_up` finds the socket that blocks.
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


def _words(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return say("Invalid TLS certificate: {problem}", problem=error.verify_message)
    if isinstance(error, ssl.SSLError):
        return say("TLS connection failed.")
    if isinstance(error, TimeoutError):
        return say("The request timed out.")
    if isinstance(error, http.client.HTTPException | ValueError):
        return say("The response wasn't valid HTTP, or it was cut off.")
    return say("The connection failed or was lost.")
