"""Questions about accounts. Nothing here writes."""

from django.db.models import QuerySet
from django.utils import timezone

from accounts.errors import NotFound
from accounts.models import ApiToken, User


def get_person(username: str) -> User:
    """Whoever has this username, in any case. Those who left have no page."""
    person = User.objects.filter(username__iexact=username, departed_at=None).first()
    if person is None:
        raise NotFound("There is nobody with this username. Check the spelling.")
    return person


def listed_tokens(user: User) -> QuerySet[ApiToken]:
    """What the settings show: revoked tokens are gone, expired ones still tell their story."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def find_live_token(secret: str) -> ApiToken | None:
    """The token that this secret opens, if it is neither revoked nor expired and its owner is still here."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=ApiToken.digest_of(secret), revoked_at=None, expires_at__gt=timezone.now())
        .first()
    )
    return token if token is not None and token.user.can_log_in else None
