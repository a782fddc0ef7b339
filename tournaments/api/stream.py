"""The event stream (SSE) of a tournament: published rounds, results, corrections and log lines."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from games.streams.feeds import Feed, Message, Outbox, write
from games.streams.sse import StreamView, open_stream, stream_schema
from tournaments.enums import Status
from tournaments.models import TournamentEvent
from tournaments.selectors.events import event_facts
from tournaments.selectors.tournaments import get_tournament, visible_tournaments
from tournaments.services.stream import FEED


class TournamentOutbox(Outbox):
    """Events with the names that players have now."""

    def read(self, feed_id: int, *, after: int) -> list[Message]:
        events = self.events(feed_id, after=after)
        return [write(event, **facts) for event, facts in zip(events, event_facts(events), strict=True)]

    def events(self, feed_id: int, *, after: int) -> list[TournamentEvent]:
        rows = TournamentEvent.objects.filter(tournament=feed_id, seq__gt=after)
        return list(rows.select_related("change").order_by("seq"))


TOURNAMENTS = TournamentOutbox(kind=FEED, model=TournamentEvent, owner="tournament_id")
EXAMPLE = (
    'id: 32\nevent: result\ndata: {"seq":32,"kind":"result","at":"2026-11-15T18:00:00Z","round":2,"table":90,'
    '"outcome":"goal","is_corrected":false,"players":[{"id":41,"name":"Mira Kovač","rank":1,"points":"6"},'
    '{"id":42,"name":"Pavel","rank":2,"points":"0"}]}\n\n'
)


class Events(StreamView):
    @stream_schema("Stream a tournament's events (server-sent events)", example=EXAMPLE)
    def get(self, request: Request, tournament_id: int) -> StreamingHttpResponse:
        tournament = get_tournament(tournament_id, request.user)
        visible = visible_tournaments(request.user).filter(pk=tournament.pk)
        may_hear = visible.exists if tournament.status == Status.DRAFT else None
        feed = Feed(TOURNAMENTS, tournament.pk)
        return open_stream(request, feed, latest=tournament.revision, may_hear=may_hear)
