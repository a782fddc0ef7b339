"""ASGI middleware that limits the size and duration of request bodies while they are received.

Django stores the whole body before anything else, on disk if it is large: without this, an endless body fills the disk,
and half a body holds a connection for ever, signed in or not.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from config.http.refusals import refuse

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

# Above the limits of forms and files, which have messages of their own.
MAX_BYTES = 4 * 2**20
MAX_PAUSE_SECONDS = 10.0
MAX_SECONDS = 60.0
TOO_LARGE = "The request body is too large. Send less at a time."
TOO_SLOW = "The body did not arrive in time. Send the request again."


class TooLarge(Exception):
    """More was received than any request may send."""


class TooSlow(Exception):
    """The rest of the body did not arrive in time."""


class LimitedBodies:
    def __init__(
        self,
        application: Application,
        *,
        most: int = MAX_BYTES,
        max_pause: float = MAX_PAUSE_SECONDS,
        max_seconds: float = MAX_SECONDS,
    ) -> None:
        self.application, self.most = application, most
        self.max_pause, self.max_seconds = max_pause, max_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if _announced(scope) > self.most:
                raise TooLarge
            await self.application(scope, self._limited(receive), send)
        except TooLarge:
            await refuse(scope, send, status=413, code="too_large", message=TOO_LARGE)
        except TooSlow:
            await refuse(scope, send, status=408, code="too_slow", message=TOO_SLOW)

    def _limited(self, receive: Receive) -> Receive:
        came, is_whole = 0, False
        clock = asyncio.get_running_loop().time
        ends_at = clock() + self.max_seconds

        async def limited() -> Message:
            nonlocal came, is_whole
            if is_whole:  # after the body comes only the disconnect, for which there is no time limit
                return await receive()
            try:
                async with asyncio.timeout_at(min(clock() + self.max_pause, ends_at)):
                    message = await receive()
            except TimeoutError:
                raise TooSlow from None
            came += len(message.get("body", b""))
            if came > self.most:
                raise TooLarge
            is_whole = not message.get("more_body")
            return message

        return limited


def _announced(scope: Scope) -> int:
    """The Content-Length header, 0 without one; the body is counted anyway."""
    lengths = [value for name, value in scope.get("headers", ()) if name == b"content-length"]
    return int(lengths[0][:20]) if lengths and lengths[0].isdigit() else 0
