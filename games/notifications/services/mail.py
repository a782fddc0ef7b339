"""Email notifications: one mail for all pending notices of a person, sent at most once.

A worker claims pending notices by a conditional update, drops stale ones, and sends the rest as one mail. If the mail
server refuses it, the claim is released and the next attempt waits (exponential backoff, `MailFault`); the last attempt
leaves dead letters for the administrator. If the worker dies in between, the mail may or may not have gone out, and it
is not sent again: the notice is on the site in any case.
"""

import logging
import time
import uuid
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from smtplib import SMTPAuthenticationError, SMTPConnectError, SMTPException, SMTPHeloError, SMTPServerDisconnected
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.http.languages import in_language_of
from accounts.models import User
from games.enums import Delivery, MailState
from games.models import MailFault, Notice, NoticeSettings
from games.notifications.selectors.notices import current_notices, notice_path, notice_words, with_words
from games.notifications.services.notices import unsubscribe_token

logger = logging.getLogger("asterism.mail")

# Between two mails to the same person notices are gathered, so that an hour of play is not an hour of mails.
GAP = timedelta(minutes=2)
# How long a sweep may wait for a slow mail server; the next sweep continues.
LONGEST_SWEEP_SECONDS = 30.0
# The wait after each failed attempt; when they are used up, the failed attempt was the last.
BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60))
MAX_TRIES = len(BACKOFF) + 1
# An unreachable mail server says nothing about the recipient: such attempts count up to here, and none is the last.
MAX_TRIES_IN_OUTAGE = 3


def send_due_mails(*, now: datetime | None = None) -> int:
    """Sweep: mail the notices wanted at once; returns how many mails were sent."""
    moment = now or timezone.now()
    rested = Q(last_mailed_at=None) | Q(last_mailed_at__lte=moment - GAP)
    people = _waiting_people(Delivery.NOW, moment).filter(rested)
    return sum(_send_safely(person, Delivery.NOW, moment) for person in _in_good_time(people))


def send_due_digests(*, now: datetime | None = None) -> int:
    """Sweep: send daily digests to users whose local hour has come; returns how many."""
    moment = now or timezone.now()
    waiting = _waiting_people(Delivery.DIGEST, moment)
    due = [person for person in waiting if digest_day(person, moment) is not None]
    in_turn = _in_good_time(due)
    return sum(_claim_day(person, moment) and _send_safely(person, Delivery.DIGEST, moment) for person in in_turn)


def digest_day(person: NoticeSettings, now: datetime) -> date | None:
    """The local day whose digest is due; None before its hour or after it was sent."""
    local = now.astimezone(ZoneInfo(person.user.time_zone))
    is_sent = person.last_digest_on is not None and person.last_digest_on >= local.date()
    return None if is_sent or local.hour < person.digest_hour else local.date()


def _waiting_people(delivery: Delivery, now: datetime) -> QuerySet[NoticeSettings]:
    """People to mail now, first attempts before retries, then the longest wait: failing ones starve no others."""
    waiting = Notice.objects.filter(user=OuterRef("user"), mail=MailState.WAITING, delivery=delivery)
    people = NoticeSettings.objects.annotate(
        oldest=Subquery(waiting.order_by("id").values("id")[:1]), tries=Coalesce("user__mail_fault__tries", 0)
    )
    retry_due = Q(user__mail_fault=None) | Q(user__mail_fault__again_at__lte=now)
    return people.filter(retry_due, oldest__isnull=False).select_related("user").order_by("tries", "oldest")


def _in_good_time(people: Iterable[NoticeSettings]) -> Iterator[NoticeSettings]:
    until = time.monotonic() + LONGEST_SWEEP_SECONDS
    for person in people:
        yield person
        if time.monotonic() > until:
            return


def _claim_day(person: NoticeSettings, now: datetime) -> bool:
    """Claim the day's digest; of several workers one gets it."""
    same = NoticeSettings.objects.filter(pk=person.pk, last_digest_on=person.last_digest_on)
    return same.update(last_digest_on=digest_day(person, now)) == 1


def _send_safely(person: NoticeSettings, delivery: Delivery, now: datetime) -> bool:
    claim = uuid.uuid4().hex
    waiting = Notice.objects.filter(user=person.user, mail=MailState.WAITING, delivery=delivery)
    if not waiting.update(mail=MailState.CLAIMED, claim=claim):
        return False
    claimed = Notice.objects.filter(claim=claim, mail=MailState.CLAIMED)
    try:
        is_sent = _send(person.user, claimed)
    except Exception as error:
        _record_failure(person, claimed, error, now)
        if delivery == Delivery.DIGEST:
            NoticeSettings.objects.filter(pk=person.pk).update(last_digest_on=person.last_digest_on)
        return False
    if is_sent:
        NoticeSettings.objects.filter(pk=person.pk).update(last_mailed_at=now)
    if is_sent or not Notice.objects.filter(user=person.user, mail__in=(MailState.WAITING, MailState.FAILED)).exists():
        MailFault.objects.filter(pk=person.pk).delete()
    return is_sent


def _record_failure(person: NoticeSettings, claimed: QuerySet[Notice], error: Exception, now: datetime) -> None:
    """Count the attempt and schedule the next; after the last the notices are dead letters."""
    reason = f"{type(error).__name__}: {error}"[:200]
    with transaction.atomic():
        faults = MailFault.objects.select_for_update(no_key=True)
        fault, _new = faults.get_or_create(user_id=person.user_id, defaults={"noted_at": now, "again_at": now})
        most = max(fault.tries, MAX_TRIES_IN_OUTAGE) if _is_outage(error) else MAX_TRIES
        fault.tries = min(fault.tries + 1, most)
        fault.again_at = now + BACKOFF[min(fault.tries, len(BACKOFF)) - 1]
        fault.reason = reason
        fault.save(update_fields=["tries", "again_at", "reason"])
        is_last = fault.tries == MAX_TRIES and not _is_outage(error)
        claimed.update(mail=MailState.FAILED if is_last else MailState.WAITING, claim="")
    level = logging.ERROR if is_last or fault.tries == 1 else logging.WARNING
    words = "mail_failed user=%s try=%s next_try_at=%s given_up=%s"
    logger.log(level, words, person.user_id, fault.tries, fault.again_at, is_last, exc_info=error)


def _is_outage(error: Exception) -> bool:
    """Whether the mail server is unreachable, or refuses the site rather than this mail."""
    if isinstance(error, SMTPException):
        refused = (SMTPConnectError, SMTPServerDisconnected, SMTPAuthenticationError, SMTPHeloError)
        return isinstance(error, refused)
    return isinstance(error, OSError)


def retry_mails(*, user_ids: Iterable[int]) -> None:
    """Retry the mails of these people at the next sweep, dead letters too."""
    people = list(user_ids)
    with transaction.atomic():
        MailFault.objects.filter(user__in=people).delete()
        Notice.objects.filter(user__in=people, mail=MailState.FAILED).update(mail=MailState.WAITING)


def _send(user: User, claimed: QuerySet[Notice]) -> bool:
    """Send the claimed notices that are still true and unread; drop the rest."""
    wanted = list(with_words(current_notices(claimed.filter(read_at=None))).order_by("-kind", "id"))
    claimed.exclude(pk__in=[notice.pk for notice in wanted]).update(mail=MailState.DROPPED)
    if not wanted or not user.email or not user.can_log_in:
        claimed.update(mail=MailState.DROPPED)
        return False
    compose(user, wanted).send()
    claimed.update(mail=MailState.SENT)
    return True


def compose(user: User, notices: list[Notice]) -> EmailMultiAlternatives:
    """A mail of these notices, in the reader's language and time zone, as text and as HTML."""
    token = unsubscribe_token(user.pk, [notice.kind for notice in notices])
    unsubscribe_url = settings.PUBLIC_URL + reverse("games:unsubscribe", args=[token])
    with in_language_of(user), timezone.override(ZoneInfo(user.time_zone)):
        lines = [{"words": notice_words(each), "url": settings.PUBLIC_URL + notice_path(each)} for each in notices]
        context = {
            "name": user.public_name,
            "lines": lines,
            "site_url": settings.PUBLIC_URL,
            "settings_url": settings.PUBLIC_URL + reverse("games:notice_settings"),
            "unsubscribe_url": unsubscribe_url,
        }
        mail = EmailMultiAlternatives(
            subject=_subject([line["words"] for line in lines]),
            body=render_to_string("notices/email/notices.txt", context),
            to=[user.email],
            headers={
                "List-Unsubscribe": f"<{unsubscribe_url}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("notices/email/notices.html", context), "text/html")
    return mail


def _subject(lines: list[str]) -> str:
    many = ngettext("%(n)d notification", "%(n)d notifications", len(lines)) % {"n": len(lines)}
    subject = _("Asterism: %(news)s") % {"news": lines[0] if len(lines) == 1 else many}
    return " ".join(subject.split())  # user input may have line breaks, a header must not
