"""Account closure. What is shared with others stays, under an anonymous name."""

from functools import partial

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import ApiToken, FormerTimeZone, Relationship, Report, User
from accounts.names import DEPARTED_PREFIX, departed_name
from accounts.signals import account_closed


def close_account(*, user: User) -> User:
    """Close an account for good. Idempotent."""
    with transaction.atomic():
        leaver, administrators = _lock(user)
        if leaver.departed_at is not None:
            return leaver
        if administrators == [leaver]:
            raise Conflict(
                _("You are the only administrator. Make someone else an administrator first."),
                code="last_administrator",
            )
        _scrub(leaver)
        _forget_ways_in(leaver)
        _forget_company(leaver)
        transaction.on_commit(partial(account_closed.send_robust, sender=User, user_id=leaver.pk))
    return leaver


def _lock(user: User) -> tuple[User, list[User]]:
    """Lock the user, and for an administrator all others: in one order, so that the last two can't close at once.

    For other users administrators aren't locked: a moderator who writes about one of them would have to wait.
    """
    concerned = Q(pk=user.pk)
    if User.objects.filter(pk=user.pk, is_superuser=True).exists():
        concerned |= Q(is_superuser=True, is_active=True)
    locked = list(User.objects.select_for_update().filter(concerned).order_by("pk"))
    leaver = next(person for person in locked if person.pk == user.pk)
    return leaver, [person for person in locked if person.is_superuser]


def _scrub(leaver: User) -> None:
    leaver.username = f"{DEPARTED_PREFIX}{leaver.pk}"
    leaver.display_name = departed_name(leaver.pk)
    leaver.email = leaver.first_name = leaver.last_name = leaver.about = ""
    leaver.time_zone, leaver.language, leaver.board = "UTC", settings.LANGUAGE_CODE, ""
    leaver.is_active = leaver.is_staff = leaver.is_superuser = False
    leaver.last_login = None
    leaver.departed_at = timezone.now()
    leaver.set_unusable_password()
    leaver.save()
    leaver.groups.clear()
    leaver.user_permissions.clear()
    FormerTimeZone.objects.filter(user=leaver).delete()


def _forget_ways_in(leaver: User) -> None:
    ApiToken.objects.filter(user=leaver).delete()
    EmailAddress.objects.filter(user=leaver).delete()
    Authenticator.objects.filter(user=leaver).delete()
    sessions = UserSession.objects.filter(user=leaver)
    Session.objects.filter(session_key__in=list(sessions.values_list("session_key", flat=True))).delete()
    sessions.delete()


def _forget_company(leaver: User) -> None:
    """Erase mutes and blocks, and texts in reports; the moderators' and administrators' logs stay."""
    Relationship.objects.filter(Q(owner=leaver) | Q(other=leaver)).delete()
    Report.objects.filter(reporter=leaver).update(words="")
    Report.objects.filter(person=leaver).update(quote="")
    about_them = LogEntry.objects.filter(content_type__app_label="accounts", object_id=str(leaver.pk))
    about_them.filter(content_type__model="user").update(object_repr=leaver.public_name)
