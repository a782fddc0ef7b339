"""Encrypted storage of the secrets of second factors: a copy of the database alone can't read them."""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict
from accounts.qr_codes import qr_svg
from accounts.services.encryption import cipher


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts with the site's secret key; keys retired to SECRET_KEY_FALLBACKS still decrypt."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("Wrong code. Wait for the next one; if that fails too, check your phone’s clock."),
        "unverified_email": _("Confirm your e-mail address first: open the link in the e-mail we sent you."),
        "cannot_generate_recovery_codes": _("Recovery codes need two-factor authentication. Set it up first."),
        "add_email_blocked": _("To change the address, turn off two-factor authentication first."),
    }

    def encrypt(self, text: str) -> str:
        return cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            message = _(
                "The site’s secret key was changed, so your two-factor authentication can’t be read. Ask the "
                "administrator."
            )
            raise Conflict(str(message), code="unreadable_factor") from None

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url)

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)
