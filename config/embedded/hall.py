"""Hall mode (`make run HALL=1`): the address for the hall's network in the terminal, also as a QR code."""

import time
from collections.abc import Callable
from io import StringIO
from typing import TextIO
from urllib.parse import urlsplit

from qrcode.main import QRCode

from config.embedded.lan import lan_addresses

CHECK_SECONDS = 30.0
RESTART = "Press Ctrl-C and run `make run HALL=1` again"


def hall_lines(public_url: str, terminal: TextIO) -> list[str]:
    """What the terminal shows: the QR code where it can be drawn, further addresses, and what to know."""
    address = urlsplit(public_url)
    others = [other for other in lan_addresses() if other != address.hostname]
    lines = [f"open {public_url} on phones, tablets and the wall's computer, in the same network"]
    if others:
        lines.append(
            f"this machine has further addresses: {', '.join(others)}. If phones can't connect, stop the site and"
        )
        lines.append(f"start it at one of them: PUBLIC_URL=http://{others[0]}:{address.port or 80} make run HALL=1")
    lines.append(f"plain HTTP, for a network that you trust. If you change the network: {RESTART}")
    return [*lines, *qr_lines(public_url, terminal)]


def qr_lines(text: str, terminal: TextIO) -> list[str]:
    """A QR code in half blocks, or nothing for a terminal that can't write them."""
    drawn = StringIO()
    code = QRCode(border=2)
    code.add_data(text)
    code.print_ascii(out=drawn, invert=True)
    picture = drawn.getvalue()
    try:
        picture.encode(terminal.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return []
    return picture.splitlines()


class AddressWatch:
    """Reports once when the site's address is no longer one of this machine's."""

    def __init__(self, public_url: str, say: Callable[[str], None]) -> None:
        self.address = urlsplit(public_url).hostname or ""
        self.say = say
        self.next_check = time.monotonic() + CHECK_SECONDS
        # A name, or an address of a router, is none of this machine's: there is nothing to compare.
        self.is_watching = self.address in lan_addresses()

    def check(self) -> None:
        if not self.is_watching or time.monotonic() < self.next_check:
            return
        self.next_check = time.monotonic() + CHECK_SECONDS
        if self.address not in lan_addresses():
            self.say(f"this machine no longer has the address {self.address}: the network has changed. {RESTART}")
            self.is_watching = False
