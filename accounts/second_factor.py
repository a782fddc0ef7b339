"""How the secrets of second factors are kept: not readable from a copy of the database alone."""

import base64
import hashlib
from typing import Any

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts with the site's secret key; keys retired to SECRET_KEY_FALLBACKS still open what they closed."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _(
            "This code is not right. Wait for the next one; if that fails too, set your phone’s clock."
        ),
        "unverified_email": _("Confirm your e-mail address first: open the link in the mail that we sent you."),
        "cannot_generate_recovery_codes": _("Recovery codes belong to a second factor. Set one up first."),
        "add_email_blocked": _("To change the address, turn the second factor off first."),
    }

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """On white, whatever the theme: cameras read no light code on a dark page."""
        image = qrcode.make(url, image_factory=SvgPathFillImage)
        return str(image.to_string(encoding="unicode"))

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)


def _box() -> MultiFernet:
    return MultiFernet([_fernet(str(key)) for key in [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]])


def _fernet(secret_key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"second factor:" + secret_key.encode()).digest()))
