"""Web push: an outbox of messages, delivered by a worker, retried with backoff, replaced by newer ones.

Stale, read or unwanted messages are dropped when they are due. A subscription that its push service reports as gone is
deleted; one whose service fails is paused, so that it delays no others.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.templatetags.static import static
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.text import Truncator

from accounts.http.languages import in_language_of, language_of
from accounts.models import User
from games.enums import NoticeKind, PushState
from games.models import Notice, NoticeSettings, Push, PushSubscription
from games.notifications.selectors.notices import current_notices, notice_path, push_words, settings_of, with_words
from games.notifications.services.push_subscriptions import forget_browsers, hold_browsers
from games.notifications.services.webpush_encryption import authorization, seal, site_key
from games.services.leases import claim_attempt
from games.services.safe_http import AddressCheck, NotDelivered, is_public, post
from games.signals import publish, push_queued
from games.timing import DAY

logger = logging.getLogger("asterism.push")

# The wait after each failed attempt; when they are used up, the failed attempt was the last.
BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (30, 2 * 60, 10 * 60, 3600, 6 * 3600))
MAX_TRIES = len(BACKOFF) + 1
# A push service that refuses so many notices in a row doesn't know the browser, or not this site's key.
MAX_REFUSALS = 3
NEWS_FOR = 2 * DAY
ROWS_KEPT_FOR = 7 * DAY
SWEPT_AT_ONCE = 200
LONGEST_BODY = 300
GONE = (404, 410)
TOO_LARGE = 413
URGENCIES: dict[str, str] = {
    NoticeKind.REMINDER: "high",
    NoticeKind.OVER: "low",
    NoticeKind.EVENT: "low",
    NoticeKind.CLUB: "low",
}


# -- queueing ---------------------------------------------------------------------------------------------------------


def queue_pushes(notices: Iterable[Notice], settings: Mapping[int, NoticeSettings]) -> None:
    """Queue a push per subscribed browser, in the transaction of the notice."""
    if not site_key():
        return
    wanted = [notice for notice in notices if settings[notice.user_id].is_pushed(notice.kind)]
    pairs = hold_browsers(notice.user_id for notice in wanted) if wanted else []
    rows = [
        Push(notice=notice, subscription_id=browser)
        for notice in wanted
        for user, browser in pairs
        if user == notice.user_id
    ]
    if rows:
        Push.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
        queued = Push.objects.filter(notice__in={row.notice_id for row in rows}, state=PushState.WAITING)
        for pk in queued.values_list("pk", flat=True):
            publish(push_queued, push_id=pk)


def due_pushes(now: datetime | None = None) -> list[int]:
    """Ids of pushes whose next attempt is due."""
    if not site_key():
        return []
    return list(_due(now or timezone.now()).order_by("next_try_at", "pk").values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def forget_old_pushes(now: datetime | None = None) -> int:
    """Delete finished pushes after a week; returns how many."""
    done = Push.objects.exclude(state=PushState.WAITING)
    return done.filter(next_try_at__lt=(now or timezone.now()) - ROWS_KEPT_FOR).delete()[0]


def _due(now: datetime) -> QuerySet[Push]:
    rested = Q(subscription__rests_until=None) | Q(subscription__rests_until__lte=now)
    return Push.objects.filter(rested, state=PushState.WAITING, next_try_at__lte=now)


# -- sending ----------------------------------------------------------------------------------------------------------


def deliver_push(push_id: int, *, now: datetime | None = None, is_allowed: AddressCheck = is_public) -> bool:
    """Attempt a delivery once; returns whether it was sent. Does nothing too early, or while another worker has it."""
    moment = now or timezone.now()
    push = _claim(push_id, moment)
    if push is None:
        return False
    if not _is_logged_in(push.subscription):
        forget_browsers(PushSubscription.objects.filter(pk=push.subscription_id))
        return False
    notice = _standing_notice(push)
    lifetime = None if notice is None else _lifetime(notice, moment)
    if notice is None or lifetime is None:
        _finish(push, PushState.DROPPED)
        return False
    return _send(push, notice, lifetime=lifetime, now=moment, is_allowed=is_allowed)


def _claim(push_id: int, now: datetime) -> Push | None:
    push = _due(now).select_related("subscription__user", "notice").filter(pk=push_id).first()
    if push is None or not site_key():
        return None
    waiting = Push.objects.filter(state=PushState.WAITING)
    return push if claim_attempt(waiting, push, backoff=BACKOFF, now=now) else None


def _is_logged_in(browser: PushSubscription) -> bool:
    """Whether its session is valid; one from before SECRET_KEY was rotated is renewed, as Django renews sessions."""
    user, current = browser.user, browser.user.get_session_auth_hash()
    if constant_time_compare(browser.log_in, current):
        return user.can_log_in
    if not any(constant_time_compare(browser.log_in, former) for former in user.get_session_auth_fallback_hash()):
        return False
    PushSubscription.objects.filter(pk=browser.pk).update(log_in=current)
    return user.can_log_in


def _standing_notice(push: Push) -> Notice | None:
    """The notice, if it is current, unread and wanted; None for a suspended user."""
    user = push.subscription.user
    if user.is_suspended or not settings_of(user).is_pushed(push.notice.kind):
        return None
    return with_words(current_notices(Notice.objects.filter(pk=push.notice_id, read_at=None))).first()


def _lifetime(notice: Notice, now: datetime) -> timedelta | None:
    """How long a push service may keep it for a browser that is offline; None if that is over."""
    end = notice.created_at + NEWS_FOR
    if notice.game is not None and notice.game.deadline is not None:
        end = min(end, notice.game.deadline)
    return end - now if end > now else None


def _send(push: Push, notice: Notice, *, lifetime: timedelta, now: datetime, is_allowed: AddressCheck) -> bool:
    browser = push.subscription
    headers = {
        "Authorization": authorization(browser.endpoint, now=now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(lifetime.total_seconds())),
        "Urgency": URGENCIES.get(notice.kind, "normal"),
        "Topic": topic_of(notice),
    }
    body = seal(message_of(notice), p256dh=browser.p256dh, auth=browser.auth)
    try:
        status, problem = post(browser.endpoint, body, headers=headers, is_allowed=is_allowed), ""
    except NotDelivered as error:
        status, problem = 0, str(error)
    _write_down(push, status, now=now)
    is_sent = 200 <= status < 300
    level = logging.INFO if is_sent or status in GONE else logging.WARNING
    words = "push_tried push=%s browser=%s try=%s status=%s problem=%r"
    logger.log(level, words, push.pk, browser.pk, push.attempts, status, problem)
    return is_sent


def _write_down(push: Push, status: int, *, now: datetime) -> None:
    """Record the outcome of an attempt; 0 means that there was no answer."""
    browser = PushSubscription.objects.filter(pk=push.subscription_id)
    if status in GONE:
        forget_browsers(browser)
    elif 200 <= status < 300:
        browser.update(last_success_at=now, rests_until=None, refusals=0)
        _finish(push, PushState.SENT)
    elif status == TOO_LARGE:
        _finish(push, PushState.FAILED)
    elif push.attempts < MAX_TRIES:
        browser.update(rests_until=push.next_try_at)
    else:
        _give_up(push, is_refused=400 <= status < 500)


def _give_up(push: Push, *, is_refused: bool) -> None:
    with transaction.atomic():
        # Lock the browser before its pushes, in the same order as deletion.
        browser = PushSubscription.objects.filter(pk=push.subscription_id)
        browser.update(rests_until=None, refusals=F("refusals") + int(is_refused))
        _finish(push, PushState.FAILED)
        forget_browsers(browser.filter(refusals__gte=MAX_REFUSALS))


def _finish(push: Push, state: PushState) -> None:
    Push.objects.filter(pk=push.pk, state=PushState.WAITING).update(state=state)


# -- what is sent -----------------------------------------------------------------------------------------------------


def message_of(notice: Notice) -> bytes:
    """The JSON that the browser shows: text in the reader's language, and the path that a click opens."""
    user: User = notice.user
    with in_language_of(user), timezone.override(ZoneInfo(user.time_zone)):
        title, body = push_words(notice)
        message = {
            "title": title,
            "body": Truncator(body).chars(LONGEST_BODY),
            "path": notice_path(notice),
            "tag": topic_of(notice),
            "language": language_of(user),
            "icon": static("img/icon-192.png"),
            "badge": static("img/badge.png"),
        }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def topic_of(notice: Notice) -> str:
    """The topic: a newer push with the same one replaces the older. Hashed, since push services can read it."""
    about = notice.key
    if notice.game_id is not None:
        about = f"game:{notice.game_id}"
    return salted_hmac("games.push.topic", f"{notice.user_id}:{about}", algorithm="sha256").hexdigest()[:32]
