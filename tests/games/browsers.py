"""A browser as a push service sees it: its keys, and how it decrypts a message. Written from RFC 8291 and 8292."""

import base64
import hashlib
import hmac
import json
import os
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from games.models import PushSubscription
from games.notifications.services.push_subscriptions import subscribe_browser

CURVE = ec.SECP256R1()
FIREFOX_ON_ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _expand(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, of one block."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]


@dataclass
class BrowserKeys:
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return point_of(self.private.public_key())

    @property
    def subscription_keys(self) -> dict[str, str]:
        """The keys as a browser sends them to the site."""
        return {"p256dh": to_text(self.public), "auth": to_text(self.auth)}

    def read(self, body: bytes) -> Any:
        """RFC 8291: decrypt one aes128gcm record, whose key is derived from the sender's key, ours, and our secret."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= 4096
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        info = b"WebPush: info\x00" + self.public + sender
        secret = _expand(shared, salt=self.auth, info=info, length=32)
        key = _expand(secret, salt=salt, info=b"Content-Encoding: aes128gcm\x00", length=16)
        nonce = _expand(secret, salt=salt, info=b"Content-Encoding: nonce\x00", length=12)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        assert padded.rstrip(b"\x00").endswith(b"\x02"), "not the last record"
        return json.loads(padded.rstrip(b"\x00")[:-1])


def signed_claims(authorization: str, *, key: str) -> dict[str, Any]:
    """RFC 8292: the claims that the site signed with its key, after checking the signature."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    text, _, signature = parts["t"].rpartition(".")
    signed = to_bytes(signature)
    dss = encode_dss_signature(int.from_bytes(signed[:32], "big"), int.from_bytes(signed[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(key))
    public.verify(dss, text.encode(), ec.ECDSA(hashes.SHA256()))
    header, claims = (json.loads(to_bytes(part)) for part in text.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return dict(claims)


def make_subscription(user: User, server: Any, keys: BrowserKeys | None = None) -> PushSubscription:
    """Subscribe a browser whose push service is this test server."""
    name = hashlib.sha256(os.urandom(8)).hexdigest()[:12]
    browser = subscribe_browser(
        user=user,
        endpoint=f"https://push.example.org/send/{name}",
        user_agent=FIREFOX_ON_ANDROID,
        **(keys or BrowserKeys()).subscription_keys,
    )
    here = f"http://127.0.0.1:{server.server_port}/send/{name}" if server is not None else browser.endpoint
    PushSubscription.objects.filter(pk=browser.pk).update(endpoint=here)
    browser.refresh_from_db()
    return browser
