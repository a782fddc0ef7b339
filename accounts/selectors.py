"""Questions about accounts. Nothing here writes."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import ApiToken, User


def get_person(username: str) -> User:
    """Whoever has this username, in any case. Those who left have no page."""
    person = User.objects.filter(username__iexact=username, departed_at=None).first()
    if person is None:
        raise NotFound(_("There is nobody with this username. Check the spelling."))
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


def security_overview(user: User) -> dict[str, Any]:
    """What the page of the settings about security tells."""
    return {
        "email": EmailAddress.objects.filter(user=user, primary=True).first(),
        "has_second_factor": Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists(),
        "session_count": UserSession.objects.filter(user=user).count(),
    }


def export_account(user: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return {
        "username": user.username,
        "display_name": user.display_name,
        "about": user.about,
        "time_zone": user.time_zone,
        "language": user.language,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).order_by("pk").values_list("type", flat=True)),
    }


def export_tokens(user: User) -> list[dict[str, Any]]:
    """Revoked ones too: everything that is kept."""
    fields = ["name", "scopes", "hint", "created_at", "expires_at", "last_used_at", "revoked_at"]
    return list(ApiToken.objects.filter(user=user).values(*fields))


def export_sessions(user: User) -> list[dict[str, Any]]:
    sessions = UserSession.objects.filter(user=user).order_by("created_at")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))
