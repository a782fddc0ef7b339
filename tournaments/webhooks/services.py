"""Webhooks of a club: created, deleted, queued with their payload, delivered and retried with backoff."""

import hmac
import ipaddress
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Invalid, NotFound
from accounts.json_types import time_text
from accounts.models import User
from games.rules.sentences import say
from games.services.leases import claim_attempt
from games.services.safe_http import AddressCheck, NotDelivered, is_public, post
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.enums import RUNNERS, ClubAction, DeliveryStatus, EventKind
from tournaments.models import Club, Tournament, TournamentEvent, Webhook, WebhookDelivery
from tournaments.selectors.events import event_facts
from tournaments.signals import delivery_queued, publish

logger = logging.getLogger("asterism.webhooks")

HOOK_KINDS = (EventKind.ROUND_PUBLISHED, EventKind.RESULT, EventKind.FINAL)
MAX_WEBHOOKS = 5
# Delays after each failed attempt; when they are used up, the delivery has failed.
BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 24 * 3600))
MAX_TRIES = len(BACKOFF) + 1
LOG_KEPT_FOR = timedelta(days=30)
SWEPT_AT_ONCE = 200


# -- setting up -------------------------------------------------------------------------------------------------------


def create_webhook(*, club_id: int, user: User, url: str, kinds: Sequence[str]) -> Webhook:
    """Create a webhook. Only this response carries the secret."""
    _check(url, kinds)
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
            raise Conflict(
                _("A club can have at most %(most)s webhooks. Remove one first.") % {"most": MAX_WEBHOOKS},
                code="too_many",
            )
        record_club_action(club, user, ClubAction.WEBHOOK, urlsplit(url).hostname or "")
        return Webhook.objects.create(club=club, url=url, kinds=sorted(set(kinds)), created_by=user)


def delete_webhook(*, club_id: int, webhook_id: int, user: User) -> None:
    """Delete a webhook with its delivery log."""
    with transaction.atomic():
        club = lock_club(club_id)
        webhook = get_webhook(club, webhook_id, user)
        _wait_for_events(club)
        record_club_action(club, user, ClubAction.WEBHOOK_GONE, urlsplit(webhook.url).hostname or "")
        webhook.delete()


def _wait_for_events(club: Club) -> None:
    """Lock the club's tournaments: a transaction that queues a delivery would fail if the webhook vanished first."""
    events = Tournament.objects.select_for_update(of=("self",), no_key=True).filter(club=club)
    list(events.order_by("pk").values_list("pk", flat=True))


def get_webhook(club: Club, webhook_id: int, user: User) -> Webhook:
    """A webhook of the club; raises unless the user runs the club."""
    check_role(club, user, *RUNNERS)
    found = Webhook.objects.filter(club=club, pk=webhook_id).first()
    if found is None:
        raise NotFound(_("Webhook not found; it may have been removed."))
    return found


def webhooks_of(club: Club, user: User) -> list[Webhook]:
    check_role(club, user, *RUNNERS)
    return list(Webhook.objects.filter(club=club))


def _check(url: str, kinds: Sequence[str]) -> None:
    if not kinds or not set(kinds) <= {kind.value for kind in HOOK_KINDS}:
        words = ", ".join(kind.value for kind in HOOK_KINDS)
        raise Invalid(
            _("Choose at least one kind of event."),
            fields={"kinds": [_("Choose one or more of %(words)s.") % {"words": words}]},
        )
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and parts.hostname and not parts.username and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable or len(url) > 500 or not url.isascii() or any(letter.isspace() for letter in url):
        message = _("Enter a full address starting with https:// or http://, without a username or password.")
        raise Invalid.at("url", message)
    if _is_private_literal(str(parts.hostname)):
        message = _("This address is private. Webhooks can only be sent to public addresses.")
        raise Invalid.at("url", message)


def _is_private_literal(host: str) -> bool:
    """Whether the host is a private IP address (SSRF guard); host names are checked when connecting."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return not is_public(host)


# -- queueing and delivering ------------------------------------------------------------------------------------------


def queue_deliveries(tournament: Tournament, event: TournamentEvent) -> None:
    """Create an outbox row for each webhook subscribed to this event, in the transaction of the change."""
    if event.kind not in HOOK_KINDS:
        return
    hooks = Webhook.objects.filter(club_id=tournament.club_id)
    rows = [
        WebhookDelivery(webhook=hook, event=event, next_try_at=event.at) for hook in hooks if event.kind in hook.kinds
    ]
    for delivery in WebhookDelivery.objects.bulk_create(rows):
        publish(delivery_queued, delivery_id=delivery.pk)


def due_deliveries(now: datetime | None = None) -> list[int]:
    """Ids of deliveries whose next attempt is due."""
    due = WebhookDelivery.objects.filter(status=DeliveryStatus.WAITING, next_try_at__lte=now or timezone.now())
    return list(due.order_by("next_try_at").values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def forget_old_deliveries(now: datetime | None = None) -> int:
    old = WebhookDelivery.objects.exclude(status=DeliveryStatus.WAITING)
    return old.filter(tried_at__lt=(now or timezone.now()) - LOG_KEPT_FOR).delete()[0]


def deliver_webhook(delivery_id: int, *, now: datetime | None = None, is_allowed: AddressCheck = is_public) -> bool:
    """Attempt a delivery once; returns whether it succeeded. Does nothing too early, or while another worker has it."""
    moment = now or timezone.now()
    delivery = _claim(delivery_id, moment)
    if delivery is None:
        return False
    body = json.dumps(message_of(delivery), separators=(",", ":"), ensure_ascii=False).encode()
    try:
        headers = headers_of(delivery, body, moment)
        delivery.answer_status = post(delivery.webhook.url, body, headers=headers, is_allowed=is_allowed)
        delivery.problem = _problem_with(delivery.answer_status)
    except NotDelivered as problem:
        delivery.answer_status, delivery.problem = None, problem.args[0]
    _write_down(delivery)
    return delivery.status == DeliveryStatus.DELIVERED


def _claim(delivery_id: int, now: datetime) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.filter(status=DeliveryStatus.WAITING, next_try_at__lte=now)
    delivery = due.select_related("webhook", "event__tournament__club", "event__change").filter(pk=delivery_id).first()
    if delivery is None or not claim_attempt(due, delivery, backoff=BACKOFF, now=now, tried_at=now):
        return None
    return delivery


def _write_down(delivery: WebhookDelivery) -> None:
    if not delivery.problem:
        delivery.status = DeliveryStatus.DELIVERED
    elif delivery.attempts >= MAX_TRIES:
        delivery.status = DeliveryStatus.FAILED
    # An update, since the webhook and its log may have been deleted meanwhile.
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        status=delivery.status, answer_status=delivery.answer_status, problem=delivery.problem
    )
    level = logging.WARNING if delivery.problem else logging.INFO
    words = "webhook_tried delivery=%s webhook=%s try=%s status=%s problem=%r"
    logger.log(level, words, delivery.pk, delivery.webhook_id, delivery.attempts, delivery.status, delivery.problem)


def _problem_with(status: int) -> str:
    if 200 <= status < 300:
        return ""
    if 300 <= status < 400:
        return say("Redirects are not followed: use the final address.")
    return say("Responded with status {status}.", status=status)


# -- payload and signature --------------------------------------------------------------------------------------------


def message_of(delivery: WebhookDelivery) -> dict[str, Any]:
    event = delivery.event
    tournament = event.tournament
    return {
        "kind": event.kind,
        "seq": event.seq,
        "at": time_text(event.at),
        "club": tournament.club.slug,
        "tournament": {
            "id": tournament.pk,
            "name": tournament.name,
            "url": settings.PUBLIC_URL + reverse("tournaments:tournament", args=[tournament.pk]),
        },
        "facts": event_facts([event])[0],
    }


def headers_of(delivery: WebhookDelivery, body: bytes, now: datetime) -> dict[str, str]:
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Asterism-Webhook",
        "Asterism-Event": delivery.event.kind,
        "Asterism-WebhookDelivery": str(delivery.pk),
        "Asterism-Signature": signature(delivery.webhook.secret, body, timestamp=int(now.timestamp())),
    }


def signature(secret: str, body: bytes, *, timestamp: int) -> str:
    """`t=…,v1=…`: the timestamp is signed with the body, which prevents replay attacks."""
    digest = hmac.digest(secret.encode(), f"{timestamp}.".encode() + body, "sha256").hex()
    return f"t={timestamp},v1={digest}"
