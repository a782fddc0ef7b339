"""Encrypted storage of the secrets of second factors: a copy of the database alone can't read them."""

from typing import Any

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken
from django.utils.translation import gettext_lazy as _
from qrcode.image.svg import SvgPathFillImage

from accounts.errors import Conflict
from accounts.services.encryption import cipher


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts with the site's secret key; keys retired to SECRET_KEY_FALLBACKS still decrypt."""

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
        return cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            message = _(
                "The site’s secret key was changed, and your second factor can’t be read. Ask the administrator."
            )
            raise Conflict(str(message), code="unreadable_factor") from None

    def build_totp_svg(self, url: str) -> str:
        """Black on white in every theme: cameras can't read an inverted QR code."""
        image = qrcode.make(url, image_factory=SvgPathFillImage)
        return str(image.to_string(encoding="unicode"))

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)
