"""Publish a round: all its games begin in one transaction, or none does."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from accounts.models import User
from tournaments.enums import EventKind, LogKind, RoundStatus
from tournaments.log_texts import LogText
from tournaments.models import Round, Table
from tournaments.selectors.record import objections_to
from tournaments.services.completion import complete_if_done
from tournaments.services.locking import Seen, check_draft, lock_running, record_change
from tournaments.services.notices import notify_round
from tournaments.services.stream import StreamEvent
from tournaments.services.tables import entries_by_id, start_table


def publish_round(*, tournament_id: int, user: User | None, seen: Seen) -> Round:
    """Publish the draft and start its games. Without a user: automatically."""
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        round_ = check_draft(tournament, seen, RoundStatus.DRAFT)
        _check_draft_complete(round_)
        now = timezone.now()
        round_.status, round_.published_at = RoundStatus.PUBLISHED, now
        round_.starts_at = max(round_.starts_at or now, now)
        if round_.deadline is None and tournament.round_length is not None:
            round_.deadline = round_.starts_at + tournament.round_length
        if round_.deadline is not None and round_.deadline <= round_.starts_at:
            message = _("The deadline of this round has passed, so its games would end immediately. Set a later one.")
            raise Unprocessable(message, code="deadline_passed")
        round_.save(update_fields=["status", "published_at", "starts_at", "deadline"])
        entries = entries_by_id(tournament)
        for table in Table.objects.filter(round=round_).order_by("number"):
            start_table(tournament, round_, table, entries)
        text = LogText.PUBLISHED(round=round_.number)
        event = StreamEvent(EventKind.ROUND_PUBLISHED)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=round_.number, event=event)
        notify_round(tournament, round_)
        complete_if_done(tournament, round_)
    return round_


def _check_draft_complete(draft: Round) -> None:
    """Raise if manual changes left the draft with blocking objections."""
    grave = (
        [objection.sentence for objection in objections_to(draft) if objection.is_blocking]
        if draft.edited_by_hand
        else []
    )
    if grave:
        message = _("The draft is not complete yet. %(objections)s Move players, or pair it again.") % {
            "objections": " ".join(grave)
        }
        raise Unprocessable(message, code="broken_draft", payload={"objections": grave})
