"""The event stream of a game."""

from dataclasses import dataclass

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from games.models import Game, GameEvent
from games.selectors.game_queries import audiences
from games.services.locked_game import FEED
from games.services.settled_reads import get_settled_game
from games.streams.feeds import Feed, Message, Outbox, write
from games.streams.sse import StreamView, open_stream, stream_schema

EXAMPLE = 'id: 3\nevent: turn\ndata: {"seq": 3, "kind": "turn", "seat": 1, "steps": ["(0,2)-(0,1)"], "ply": 4}\n\n'


@dataclass(frozen=True)
class GameOutbox(Outbox):
    def latest(self, feed_id: int) -> int:
        return Game.objects.values_list("event_seq", flat=True).filter(pk=feed_id).first() or 0

    def read(self, feed_id: int, *, after: int) -> list[Message]:
        """The events after a number; the newest change of position carries the position itself."""
        game = Game.objects.only("pk", "event_seq", "face").filter(pk=feed_id).first()
        events = self.events(feed_id, after=after)
        moves = [event.seq for event in events if "ply" in event.payload]
        is_whole = game is not None and game.face and moves and events[-1].seq == game.event_seq
        return [
            write(event, state=game.face) if game is not None and is_whole and event.seq == moves[-1] else write(event)
            for event in events
        ]


GAMES = GameOutbox(kind=FEED, model=GameEvent, owner="game_id")


class Events(StreamView):
    @stream_schema("Stream a game's events (server-sent events)", example=EXAMPLE)
    def get(self, request: Request, game_id: int) -> StreamingHttpResponse:
        game, seats = get_settled_game(game_id, request.user)
        allowed = {audience.value for audience in audiences(game, seats, request.user)}
        return open_stream(request, Feed(GAMES, game.pk), latest=game.event_seq, audiences=allowed)
