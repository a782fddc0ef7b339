"""Stream events of a tournament: an outbox, written in the transaction of the change.

Streams resume from these rows and webhooks are sent from them, so a lost message loses nothing. For the services of
tournaments; the tournament is locked.
"""

from typing import Any, NamedTuple

from games.streams.listen_notify import wake_listeners
from tournaments.enums import EventKind
from tournaments.models import Change, Table, Tournament, TournamentEvent
from tournaments.selectors.record import played_value, published_tables
from tournaments.webhooks.services import queue_deliveries

FEED = "tournament"


class StreamEvent(NamedTuple):
    """The kind and facts of a change; by default only that something changed."""

    kind: EventKind = EventKind.CHANGED
    facts: dict[str, Any] = {}


def add_event(tournament: Tournament, event: StreamEvent, change: Change | None = None) -> TournamentEvent:
    """Write the stream event of the tournament's current revision, with the log line of the change."""
    row = TournamentEvent.objects.create(
        tournament=tournament, seq=tournament.revision, kind=event.kind, payload=event.facts, change=change
    )
    wake_listeners(FEED, tournament.pk)
    queue_deliveries(tournament, row)
    return row


def result_event(tournament: Tournament, table: Table, *, is_corrected: bool = False) -> StreamEvent:
    """The stream event of a table's result with its points; read again, as it was just written or cleared."""
    written = published_tables(tournament).get(pk=table.pk)
    value = played_value(written, tournament.points) if written.is_decided else None
    players = [
        {
            "id": seat.entry_id,
            "rank": seat.rank,
            "points": None if value is None else str(value.seat_of(seat.entry_id).points),
        }
        for seat in written.seats.all()
    ]
    return StreamEvent(
        EventKind.RESULT,
        {
            "round": written.round.number,
            "table": table.pk,
            "outcome": written.outcome,
            "is_corrected": is_corrected,
            "is_cleared": value is None,
            "players": players,
        },
    )
