"""Webhooks and their deliveries as JSON."""

from typing import Annotated, TypedDict

from accounts.json_types import DateTime, time_text
from games.translation import in_words
from tournaments.enums import DeliveryStatus, EventKind
from tournaments.models import Webhook, WebhookDelivery


class WebhookJson(TypedDict):
    id: int
    url: str
    kinds: list[str]
    created_at: DateTime


class NewWebhookJson(WebhookJson):
    secret: Annotated[str, "Key that signs deliveries; shown only once."]


def webhook_json(hook: Webhook) -> WebhookJson:
    """A webhook without its secret."""
    return {"id": hook.pk, "url": hook.url, "kinds": hook.kinds, "created_at": time_text(hook.created_at)}


class DeliveryJson(TypedDict):
    id: int
    kind: Annotated[str, EventKind]
    tournament: int
    seq: int
    at: DateTime
    status: Annotated[str, DeliveryStatus]
    attempts: int
    tried_at: DateTime | None
    next_try_at: DateTime | None
    answer_status: int | None
    problem: str


def delivery_json(delivery: WebhookDelivery) -> DeliveryJson:
    waits = delivery.status == DeliveryStatus.WAITING
    return {
        "id": delivery.pk,
        "kind": delivery.event.kind,
        "tournament": delivery.event.tournament_id,
        "seq": delivery.event.seq,
        "at": time_text(delivery.event.at),
        "status": delivery.status,
        "attempts": delivery.attempts,
        "tried_at": time_text(delivery.tried_at),
        "next_try_at": time_text(delivery.next_try_at) if waits else None,
        "answer_status": delivery.answer_status,
        "problem": in_words(delivery.problem),
    }
