"""ASGI middleware that stamps each request with the time at which its whole body has arrived, for game clocks.

The time of the headers isn't used: they could be sent in time and the move much later.
"""

import asyncio
import re
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from datetime import datetime

from django.utils import timezone

from config.http.bodies import Application, Message, Receive, Scope, Send
from games.services.request_times import being_answered, mark_slow_request, set_request_time, unmark_slow_request

SLOW_SECONDS = 0.2
GAME_PATH = re.compile(r"/(?:api/v1/)?games/([0-9]{1,18})/")

# Its own thread: a slow request waits for those that answer requests.
_marking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="arrivals")


class StampedArrivals:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with ExitStack() as stack:
            is_whole = False

            async def stamped() -> Message:
                nonlocal is_whole
                message = await receive()
                if not is_whole and message["type"] == "http.request" and not message.get("more_body"):
                    is_whole = True
                    now = timezone.now()
                    set_request_time(now)
                    if game_id := _game_asked_to_change(scope):
                        stack.enter_context(being_answered(game_id, now))
                        stack.callback(SlowMark(game_id, now).finish)
                return message

            await self.application(scope, stamped, send)


def _game_asked_to_change(scope: Scope) -> int | None:
    match = None if scope["method"] in ("GET", "HEAD", "OPTIONS") else GAME_PATH.match(scope["path"])
    return int(match[1]) if match else None


class SlowMark:
    """Marks a request as slow after a while, and unmarks it when it is answered, in order, in the same thread."""

    def __init__(self, game_id: int, at: datetime) -> None:
        self.game_id, self.at = game_id, at
        self.marked: Future[str | None] | None = None
        self.timer = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._mark)

    def _mark(self) -> None:
        self.marked = _marking.submit(mark_slow_request, self.game_id, self.at)

    def finish(self) -> None:
        self.timer.cancel()
        if self.marked is not None:
            _marking.submit(self._unmark, self.marked)

    def _unmark(self, marked: "Future[str | None]") -> None:
        if key := marked.result():
            unmark_slow_request(key, self.at)
