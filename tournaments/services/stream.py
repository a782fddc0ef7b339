"""Stream events of a tournament: an outbox, written in the transaction of the change.

Streams resume by these rows and webhooks are sent from them, so a lost message loses nothing. For the services of
events; the caller holds the event.
"""

from typing import Any, NamedTuple

from games.streams.listen_notify import wake_listeners
from tournaments.enums import EventKind
from tournaments.models import Table, Tournament, TournamentEvent
from tournaments.selectors.record import played_value, published_tables
from tournaments.webhooks.services import queue_deliveries

FEED = "tournament"


class StreamEvent(NamedTuple):
    """What a change tells the world, where it is more than that something changed."""

    kind: EventKind = EventKind.CHANGED
    facts: dict[str, Any] = {}


def add_event(tournament: Tournament, event: StreamEvent) -> TournamentEvent:
    """Write down what the event's present revision is about."""
    row = TournamentEvent.objects.create(
        tournament=tournament, seq=tournament.revision, kind=event.kind, payload=event.facts
    )
    wake_listeners(FEED, tournament.pk)
    queue_deliveries(tournament, row)
    return row


def result_event(tournament: Tournament, table: Table, *, is_corrected: bool = False) -> StreamEvent:
    """A table's result with the points it gave; read again, as it was just written."""
    written = published_tables(tournament).prefetch_related("seats__entry").get(pk=table.pk)
    points = {seat.entrant: seat.points for seat in played_value(written, tournament.points).seats}
    players = [
        {"id": seat.entry_id, "name": seat.entry.name, "rank": seat.rank, "points": str(points[seat.entry_id])}
        for seat in written.seats.all()
    ]
    return StreamEvent(
        EventKind.RESULT,
        {
            "round": written.round.number,
            "table": table.pk,
            "outcome": written.outcome,
            "is_corrected": is_corrected,
            "players": players,
        },
    )
