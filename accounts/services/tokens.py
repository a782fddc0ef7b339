"""Create, use and revoke API tokens."""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.enums import Scope
from accounts.errors import Invalid, NotFound, Unprocessable
from accounts.http.outages import NO_ROOM, READ_ONLY, outage_of
from accounts.models import ApiToken, User
from accounts.services.checks import lock_person

TOKEN_PREFIX = "ast_"  # noqa: S105 - not a secret: it makes leaked tokens easy to find  # nosec B105
MAX_LIVE_TOKENS = 20
MAX_DAYS = 366
LAST_USE_GRAIN = timedelta(minutes=1)


def create_token(*, user: User, name: str, scopes: Iterable[str], days: int) -> tuple[ApiToken, str]:
    """Create a token; only this result has its secret."""
    name = name.strip()
    if not name:
        raise Invalid.at("name", _("Give the token a name."))
    if not 1 <= days <= MAX_DAYS:
        raise Invalid.at("days", _("Choose 1 to %(most)d days.") % {"most": MAX_DAYS})
    granted = _granted_scopes(scopes)
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # The lock serialises the count of parallel requests.
        lock_person(user)
        _check_limit_for_one_more(user)
        token = ApiToken.objects.create(
            user=user,
            name=name,
            scopes=granted,
            hint=secret[:8],
            digest=ApiToken.digest_of(secret),
            expires_at=timezone.now() + timedelta(days=days),
        )
    return token, secret


def revoke_token(*, user: User, token_id: int) -> None:
    """Revoke a token for good. Idempotent."""
    if not ApiToken.objects.filter(user=user, pk=token_id).exists():
        raise NotFound(_("This token doesn't exist."))
    ApiToken.objects.filter(user=user, pk=token_id, revoked_at=None).update(revoked_at=timezone.now())


def revoke_tokens(*, user: User) -> None:
    """Revoke all API tokens of a user."""
    ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())


def note_token_use(*, token: ApiToken) -> None:
    """Record when a token was last used, to the minute: a write per request would be too many."""
    now = timezone.now()
    if token.last_used_at and now - token.last_used_at < LAST_USE_GRAIN:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - LAST_USE_GRAIN)
    try:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    except OperationalError as error:
        if outage_of(error) not in (NO_ROOM, READ_ONLY):  # a full disk doesn't stop reads
            raise


def _granted_scopes(scopes: Iterable[str]) -> list[str]:
    asked = set(scopes)
    if not asked <= set(Scope.values):
        raise Invalid.at("scopes", _("Choose from %(scopes)s.") % {"scopes": ", ".join(Scope.values)})
    return [scope for scope in Scope.values if scope in asked | {Scope.READ}]


def _check_limit_for_one_more(user: User) -> None:
    live = ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=timezone.now()).count()
    if live >= MAX_LIVE_TOKENS:
        message = _("You have %(count)d tokens. Revoke one you no longer use.") % {"count": live}
        raise Unprocessable(message, code="too_many_tokens")
