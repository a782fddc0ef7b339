"""Checks of who may act at all. Services of every app call them before a user plays or posts.

A suspended user may read everything and resign, and nothing else: no moves, seeks, tournaments or messages. Their
clocks keep running, so that opponents don't wait longer than agreed.
"""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from accounts.selectors import are_blocked


def lock_person(user: User) -> None:
    """Lock the user's row: serialises their concurrent requests, in the caller's transaction.

    A lock that leaves the key alone (`no_key`) doesn't block inserts that refer to the user. Otherwise two people who
    challenge each other, each locked by their own challenge, would deadlock until PostgreSQL cancelled one of them. A
    guest may be gone: merged into an account, or deleted.
    """
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk).values("pk"):
        raise Conflict(_("You are no longer this guest. Reload the page."), code="guest_gone")


def check_good_standing(user: User) -> None:
    """Raise Forbidden for a suspended user."""
    if user.suspended_until is not None and user.is_suspended:
        until = formats.date_format(timezone.localtime(user.suspended_until), "DATETIME_FORMAT")
        message = _("You are suspended until %(until)s. The reason is in your settings, under “People”.")
        raise Forbidden(message % {"until": until}, code="suspended")


def check_member(user: User | AnonymousUser) -> None:
    """Raise Forbidden for a guest; anonymous users are asked to log in elsewhere."""
    if isinstance(user, User) and user.is_guest:
        raise Forbidden(_("Sign up to do this. The games you play as a guest are kept."), code="members_only")


def check_can_post(user: User) -> None:
    """Raise Forbidden for a user who is suspended, or muted on the whole site."""
    check_good_standing(user)
    if user.muted_until is not None and user.is_muted:
        until = formats.date_format(timezone.localtime(user.muted_until), "DATETIME_FORMAT")
        message = _("A moderator has muted you until %(until)s. The reason is in your settings, under “People”.")
        raise Forbidden(message % {"until": until}, code="muted")


def check_no_block(user: User, others: Iterable[User | int]) -> None:
    """Raise if any of these users has blocked another."""
    if are_blocked(user, others):
        message = _(
            "You and a player in this game have blocked each other, so you can't play together. Choose another game."
        )
        raise Forbidden(message, code="blocked")
