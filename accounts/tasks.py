"""Celery tasks of accounts."""

from celery import shared_task

from accounts.services.encryption import reencrypt_second_factors
from accounts.services.sessions import delete_expired_sessions


@shared_task(name="accounts.clean_up")
def clean_up() -> int:
    return delete_expired_sessions() + reencrypt_second_factors()
