"""The credential behind a long response, such as an event stream, and whether it is still valid."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.sessions.models import Session
from django.utils import timezone
from rest_framework.request import Request

from accounts.models import ApiToken, User


@dataclass(frozen=True)
class Credential:
    """A user's API token, or their session and the password hash it was opened with."""

    user_id: int
    token_id: int | None = None
    session_key: str | None = field(default=None, repr=False)
    password: str = field(default="", repr=False)


def credential_of(request: Request) -> Credential | None:
    """The credential of a request; None for a visitor without one."""
    user = request.user
    if not isinstance(user, User):
        return None
    if isinstance(request.auth, ApiToken):
        return Credential(user.pk, token_id=request.auth.pk)
    return Credential(user.pk, session_key=request.session.session_key, password=user.password)


def live_credentials(credentials: Iterable[Credential]) -> set[Credential]:
    """The credentials that are still valid, in three queries for any number.

    Invalid are a revoked or expired token, an ended or expired session, another password, and a closed or deactivated
    account.
    """
    asked, now = set(credentials), timezone.now()
    here = User.objects.filter(is_active=True, is_ai=False, departed_at=None)  # `can_log_in`, for many
    people = here.filter(pk__in={credential.user_id for credential in asked})
    token_ids = {credential.token_id for credential in asked if credential.token_id is not None}
    tokens = ApiToken.objects.filter(pk__in=token_ids, revoked_at=None, expires_at__gt=now)
    keys = {credential.session_key for credential in asked if credential.session_key is not None}
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    passwords = dict(people.values_list("pk", "password"))
    live_tokens = set(tokens.values_list("pk", flat=True))
    live_sessions = set(sessions.values_list("session_key", flat=True))

    def is_live(credential: Credential) -> bool:
        if credential.token_id is not None:
            return credential.user_id in passwords and credential.token_id in live_tokens
        return credential.session_key in live_sessions and passwords.get(credential.user_id) == credential.password

    return {credential for credential in asked if is_live(credential)}
