"""Secrets of the embedded site: created on its first run, stored in the data directory, readable by the owner only."""

import base64
import contextlib
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec

VAPID_KEY_BYTES = 32


def keep_secret_key(data_dir: Path) -> str:
    return _kept(data_dir / "secret_key", lambda: secrets.token_urlsafe(50))


def keep_vapid_key(data_dir: Path) -> str:
    return _kept(data_dir / "vapid_key", make_vapid_key)


def make_vapid_key() -> str:
    """A new VAPID key, for web push: the private key of the curve P-256 as its 32 bytes, in base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(VAPID_KEY_BYTES, "big")).rstrip(b"=").decode()


def is_vapid_key(text: str) -> bool:
    if not re.fullmatch(r"[\w-]{43}", text, re.ASCII):
        return False
    try:
        ec.derive_private_key(int.from_bytes(base64.urlsafe_b64decode(text + "="), "big"), ec.SECP256R1())
    except ValueError:  # one number of this length in four billion isn't a valid key
        return False
    return True


def _kept(file: Path, make: Callable[[], str]) -> str:
    """The stored secret, created if missing. Two concurrent first runs get the same: the first link wins."""
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A temporary file per thread: none may truncate or remove another's.
        descriptor, draft = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        with os.fdopen(descriptor, "w") as written:
            written.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
        os.unlink(draft)
    return file.read_text().strip()
