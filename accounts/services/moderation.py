"""Moderation by the site's staff: every action is logged with its reason."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.enums import ModerationAction
from accounts.errors import Conflict, Forbidden, Invalid, NotFound
from accounts.models import ModerationEntry, Report, User
from accounts.services.checks import lock_person
from accounts.signals import moderation_action_taken

LONGEST_DAYS = 3660
FOR_DAYS = (ModerationAction.MUTE, ModerationAction.SUSPEND)
NOTIFIED = (ModerationAction.WARN, *FOR_DAYS)
_COLUMNS = {
    ModerationAction.MUTE: "muted_until",
    ModerationAction.LIFT_MUTE: "muted_until",
    ModerationAction.SUSPEND: "suspended_until",
    ModerationAction.LIFT_SUSPENSION: "suspended_until",
}


def moderate(
    *,
    moderator: User,
    person: User,
    action: ModerationAction,
    why: str,
    days: int | None = None,
    report_id: int | None = None,
) -> ModerationEntry:
    """Warn a user, mute or suspend them for some days, or lift it; closes the report that it answers."""
    check_moderator(moderator)
    _check_request(action, why, days)
    with transaction.atomic():
        subject = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        _check_subject(moderator, subject)
        report = None if report_id is None else _close(report_id, subject)
        until = timezone.now() + timedelta(days=days) if days is not None and action in FOR_DAYS else None
        _change(subject, action, until)
        entry = ModerationEntry.objects.create(
            person=subject, moderator=moderator, action=action, why=why.strip(), until=until, report=report
        )
        if action in NOTIFIED:
            moderation_action_taken.send(sender=User, user_id=subject.pk, action=action, entry_id=entry.pk)
    return entry


def dismiss_report(*, moderator: User, report_id: int, why: str) -> ModerationEntry:
    """Close a report without an action."""
    check_moderator(moderator)
    _check_request(ModerationAction.DISMISS, why, None)
    with transaction.atomic():
        # The user is locked before the report, as in every action: an account that is being closed holds both.
        for person in User.objects.filter(reports__pk=report_id):
            lock_person(person)
        report = _close(report_id, None)
        return ModerationEntry.objects.create(
            person=report.person,
            moderator=moderator,
            action=ModerationAction.DISMISS,
            why=why.strip(),
            report=report,
        )


def mark_moderation_read(*, person: User) -> None:
    """Mark moderators' messages to a user as read."""
    User.objects.filter(pk=person.pk).update(has_unread_moderation=False)


def check_moderator(user: User) -> None:
    """Raise NotFound unless the user is staff."""
    if not (user.is_staff and user.is_active):
        raise NotFound(_("Not found."))


def _check_request(action: ModerationAction, why: str, days: int | None) -> None:
    if not why.strip() or len(why) > ModerationEntry.MAX_LENGTH:
        message = _("Give a reason, in at most %(n)d characters.") % {"n": ModerationEntry.MAX_LENGTH}
        raise Invalid.at("why", message)
    if action in FOR_DAYS and (days is None or not 1 <= days <= LONGEST_DAYS):
        message = _("Enter a number of days, 1 to %(n)d.") % {"n": LONGEST_DAYS}
        raise Invalid.at("days", message)


def _check_subject(moderator: User, person: User) -> None:
    """Raise unless this moderator may act on the person: not on themselves, and on staff only as administrator."""
    if person.is_ai or person.departed_at is not None:
        raise Conflict(_("AIs and closed accounts can't be moderated."), code="not_a_person_here")
    if moderator == person or (person.is_staff and not moderator.is_superuser):
        message = _("Moderators can't moderate themselves or each other. Ask an administrator.")
        raise Forbidden(message, code="not_yours_to_judge")


def _close(report_id: int, person: User | None) -> Report:
    """Claim an open report; of two moderators one gets it."""
    report = Report.objects.select_related("person").filter(pk=report_id).first()
    if report is None or (person is not None and report.person_id != person.pk):
        raise NotFound(_("This report doesn't exist. Go back to the list."))
    if not Report.objects.filter(pk=report_id, closed_at=None).update(closed_at=timezone.now()):
        raise Conflict(_("This report has already been handled. See the log."), code="closed")
    return report


def _change(person: User, action: ModerationAction, until: datetime | None) -> None:
    if column := _COLUMNS.get(action):
        setattr(person, column, until)
    person.has_unread_moderation = person.has_unread_moderation or action in NOTIFIED
    person.save(update_fields=["muted_until", "suspended_until", "has_unread_moderation"])
