"""Encryption with SECRET_KEY, used for the secrets of second factors, and re-encryption after a new key."""

import base64
import hashlib
import logging
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction

logger = logging.getLogger("asterism.accounts")

ENCRYPTED = ("secret", "seed")
"""The fields that allauth encrypts in an authenticator's data: of an app, and of recovery codes."""


def cipher() -> MultiFernet:
    """Encrypts with the site's secret key; keys retired to SECRET_KEY_FALLBACKS still decrypt."""
    return MultiFernet([_fernet(str(key)) for key in [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]])


def reencrypt_second_factors() -> int:
    """Encrypt with SECRET_KEY what a key of SECRET_KEY_FALLBACKS encrypted, so that the old key can be dropped."""
    if not settings.SECRET_KEY_FALLBACKS:
        return 0
    factors = Authenticator.objects.order_by("pk").values_list("pk", "data")
    return sum(_reencrypt(pk) for pk, data in factors if _outdated(data))


def _fernet(secret_key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"second factor:" + secret_key.encode()).digest()))


def _reencrypt(pk: int) -> bool:
    """Under a lock: a recovery code used meanwhile is written to the same column."""
    with transaction.atomic():
        factor = Authenticator.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if factor is None:
            return False
        try:
            renewed = {name: cipher().rotate(text).decode() for name, text in _outdated(factor.data).items()}
        except InvalidToken:
            remedy = "add that key to SECRET_KEY_FALLBACKS, or delete the factor"
            logger.error("Second factor %s was encrypted with an unknown key: %s.", pk, remedy)
            return False
        factor.data |= renewed
        factor.save(update_fields=["data"])
    return True


def _outdated(data: dict[str, Any]) -> dict[str, str]:
    return {name: data[name] for name in ENCRYPTED if name in data and not _is_current(data[name])}


def _is_current(text: str) -> bool:
    try:
        _fernet(str(settings.SECRET_KEY)).decrypt(text)
    except InvalidToken:
        return False
    return True
