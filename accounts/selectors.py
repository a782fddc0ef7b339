"""Read-only queries about accounts."""

from collections.abc import Iterable
from typing import Annotated, Any, TypedDict

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.enums import ModerationAction, RelationshipKind, ReportReason, Scope
from accounts.errors import NotFound
from accounts.json_types import Date, DateTime, time_text
from accounts.models import ApiToken, ModerationEntry, Relationship, Report, User
from accounts.signals import personal_data_exporting


def get_person(username: str) -> User:
    """The user with this username, case-insensitively; raises NotFound, for closed accounts and guests too."""
    person = User.objects.filter(username__iexact=username, departed_at=None, is_guest=False).first()
    if person is None:
        raise NotFound(_("No player with this username. Check the spelling."))
    return person


def account_named(username: str) -> int | None:
    """The id of the account with this username, case-insensitively, whatever its state."""
    return User.objects.filter(username__iexact=username).values_list("pk", flat=True).first()


class PersonJson(TypedDict):
    """The public profile of a user."""

    username: str
    name: str
    about: str
    is_ai: bool
    joined_on: Date


class MeJson(PersonJson):
    """A user's own profile."""

    display_name: str
    email: str
    time_zone: str
    language: str


def person_json(user: User) -> PersonJson:
    return {
        "username": user.username,
        "name": user.public_name,
        "about": user.about,
        "is_ai": user.is_ai,
        "joined_on": user.date_joined.date().isoformat(),
    }


def me_json(user: User) -> MeJson:
    return {
        **person_json(user),
        "display_name": user.display_name,
        "email": user.email,
        "time_zone": user.time_zone,
        "language": user.language,
    }


# -- relationships between users ------------------------------------------------------------------------------------


class RelationshipJson(TypedDict):
    username: str
    kind: Annotated[str, RelationshipKind]
    created_at: DateTime


def relationship_json(relationship: Relationship) -> RelationshipJson:
    return {
        "username": relationship.other.username,
        "kind": relationship.kind,
        "created_at": time_text(relationship.created_at),
    }


def relationships_of(user: User) -> QuerySet[Relationship]:
    """Mutes and blocks by this user, the latest first."""
    return Relationship.objects.filter(owner=user).select_related("other")


def relationship_between(owner: User, other: User) -> Relationship | None:
    return Relationship.objects.filter(owner=owner, other=other).first()


def silenced_by(user: User) -> QuerySet[User]:
    """Users whose texts this user doesn't want to read: muted or blocked."""
    return User.objects.filter(pk__in=Relationship.objects.filter(owner=user).values("other"))


def are_blocked(user: User, others: Iterable[User | int]) -> bool:
    """Whether there is a block, by either side, between the user and any of the others."""
    named = [other if isinstance(other, int) else other.pk for other in others]
    between = Q(owner=user, other__in=named) | Q(other=user, owner__in=named)
    return bool(named) and Relationship.objects.filter(between, kind=RelationshipKind.BLOCK).exists()


# -- moderation -------------------------------------------------------------------------------------------------------


class ReportJson(TypedDict):
    id: int
    username: str
    reason: Annotated[str, ReportReason]
    words: str
    path: str
    created_at: DateTime


class OpenReportJson(ReportJson):
    reporter: str
    quote: str


class ModerationEntryJson(TypedDict):
    id: int
    username: str
    moderator: str
    action: Annotated[str, ModerationAction]
    why: str
    until: DateTime | None
    report: int | None
    at: DateTime


def report_json(report: Report) -> ReportJson:
    return {
        "id": report.pk,
        "username": report.person.username,
        "reason": report.reason,
        "words": report.words,
        "path": report.path,
        "created_at": time_text(report.created_at),
    }


def open_report_json(report: Report) -> OpenReportJson:
    return {**report_json(report), "reporter": report.reporter.username, "quote": report.quote}


def moderation_entry_json(entry: ModerationEntry) -> ModerationEntryJson:
    return {
        "id": entry.pk,
        "username": entry.person.username,
        "moderator": entry.moderator.username,
        "action": entry.action,
        "why": entry.why,
        "until": time_text(entry.until),
        "report": entry.report_id,
        "at": time_text(entry.at),
    }


def open_reports() -> QuerySet[Report]:
    """Open reports, the oldest first."""
    return Report.objects.filter(closed_at=None).select_related("reporter", "person").order_by("id")


def moderation_log(person: User | None = None) -> QuerySet[ModerationEntry]:
    """The moderation log, the latest first; of all users, or about one."""
    entries = ModerationEntry.objects.select_related("person", "moderator", "report")
    return entries.order_by("-id") if person is None else entries.filter(person=person).order_by("-id")


def moderation_actions_on(user: User) -> QuerySet[ModerationEntry]:
    """Moderation actions about a user, as that user may read them."""
    return ModerationEntry.objects.filter(person=user).exclude(action=ModerationAction.DISMISS).order_by("-id")


# -- tokens -----------------------------------------------------------------------------------------------------------


class TokenJson(TypedDict):
    """A token without its secret."""

    id: int
    name: str
    scopes: list[Annotated[str, Scope]]
    hint: str
    created_at: DateTime
    expires_at: DateTime
    last_used_at: DateTime | None


class NewTokenJson(TokenJson):
    """A new token with its secret, which is shown only once."""

    secret: str


def token_json(token: ApiToken) -> TokenJson:
    return {
        "id": token.pk,
        "name": token.name,
        "scopes": token.scopes,
        "hint": token.hint,
        "created_at": time_text(token.created_at),
        "expires_at": time_text(token.expires_at),
        "last_used_at": time_text(token.last_used_at),
    }


def listed_tokens(user: User) -> QuerySet[ApiToken]:
    """A user's tokens for the settings page: without revoked ones, with expired ones."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def find_live_token(secret: str) -> ApiToken | None:
    """The token with this secret, if it is neither revoked nor expired and its owner may log in."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=ApiToken.digest_of(secret), revoked_at=None, expires_at__gt=timezone.now())
        .first()
    )
    return token if token is not None and token.user.can_log_in else None


def security_overview(user: User) -> dict[str, Any]:
    """What the security page of the settings shows."""
    return {
        "email": EmailAddress.objects.filter(user=user, primary=True).first(),
        "has_second_factor": Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists(),
        "session_count": UserSession.objects.filter(user=user).count(),
    }


def export_data(user: User) -> dict[str, Any]:
    """All personal data that the apps keep of a user, by name."""
    parts: dict[str, Any] = {
        "account": export_account(user),
        "people": export_people(user),
        "sessions": export_sessions(user),
        "tokens": export_tokens(user),
    }
    exported: list[Any] = personal_data_exporting.send(sender=User, user=user)
    for _receiver, more in exported:
        parts |= more
    return dict(sorted(parts.items()))


def export_account(user: User) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return {
        "username": user.username,
        "display_name": user.display_name,
        "about": user.about,
        "time_zone": user.time_zone,
        "former_time_zones": list(user.former_time_zones.order_by("until").values("time_zone", "until")),
        "language": user.language,
        "board": user.board,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
        "email_addresses": list(addresses.values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).order_by("pk").values_list("type", flat=True)),
    }


def export_tokens(user: User) -> list[dict[str, Any]]:
    """All tokens of a user, revoked ones too."""
    fields = ["name", "scopes", "hint", "created_at", "expires_at", "last_used_at", "revoked_at"]
    return list(ApiToken.objects.filter(user=user).values(*fields))


def export_sessions(user: User) -> list[dict[str, Any]]:
    sessions = UserSession.objects.filter(user=user).order_by("created_at")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))


def export_people(user: User) -> dict[str, Any]:
    """A user's mutes and blocks, reports, and moderation actions about and by them."""
    return {
        "relationships": list(relationships_of(user).values("other__username", "kind", "created_at")),
        "reports": list(
            Report.objects.filter(reporter=user).values("person__username", "reason", "words", "path", "created_at")
        ),
        "moderation": list(moderation_actions_on(user).values("action", "why", "until", "at")),
        "moderated": list(
            ModerationEntry.objects.filter(moderator=user).values("person__username", "action", "why", "until", "at")
        ),
    }
