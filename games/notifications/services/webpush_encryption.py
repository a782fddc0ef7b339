"""Web push encryption: payloads that only one browser can read (RFC 8291), signed by the site (VAPID, RFC 8292)."""

import base64
import binascii
from datetime import datetime
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from games.timing import HOUR

# Push services refuse signatures valid for more than a day.
SIGNED_FOR = 12 * HOUR
POINT_BYTES, SECRET_BYTES = 65, 16


def site_key() -> str:
    """The public VAPID key that browsers subscribe with; empty if the site has none and sends no pushes."""
    return _public_text(settings.VAPID_KEY) if settings.VAPID_KEY else ""


def seal(message: bytes, *, p256dh: str, auth: str) -> bytes:
    """Encrypt a message for the browser with these keys, with an ephemeral key."""
    sealed: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode(p256dh),
        auth_secret=decode(auth),
        version="aes128gcm",
    )
    return sealed


def authorization(endpoint: str, *, now: datetime) -> str:
    """The Authorization header that identifies the site (VAPID)."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": contact(),
    }
    header: str = _signer(settings.VAPID_KEY).sign(claims)["Authorization"]
    return header


def contact() -> str:
    """The contact for push services: the site's URL, or its mail address without TLS."""
    public: str = settings.PUBLIC_URL
    return public if public.startswith("https://") else "mailto:" + parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a browser: a point of the curve P-256 and a secret of 16 bytes."""
    try:
        point, secret = decode(p256dh), decode(auth)
        if len(point) != POINT_BYTES or len(secret) != SECRET_BYTES:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def decode(text: str) -> bytes:
    """Decode URL-safe Base64, with or without padding, as browsers differ; raises ValueError."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("invalid base64") from error


@cache
def _signer(key: str) -> Vapid02:
    number = int.from_bytes(decode(key), "big")
    # Strict mode would refuse a contact address with a port.
    return Vapid02(ec.derive_private_key(number, ec.SECP256R1()), conf={"no-strict": True})


@cache
def _public_text(key: str) -> str:
    point = _signer(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
