"""A body larger than anything the site takes is refused while it comes in.

Django keeps a request's whole body before it looks at anything else, on disk if it is large: without this, whoever
sends without an end fills the disk, signed in or not.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

# Above what forms and files may have, which say in their own words what is too large for them.
MOST_BYTES = 4 * 2**20
WORDS = "The body is too large. Send less at a time."


class TooLarge(Exception):
    """More has come in than anybody may send."""


class LimitedBodies:
    def __init__(self, application: Application, *, most: int = MOST_BYTES) -> None:
        self.application, self.most = application, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > self.most:
                raise TooLarge
            return message

        try:
            if _announced(scope) > self.most:
                raise TooLarge
            await self.application(scope, counted, send)
        except TooLarge:
            await _refuse(scope, send)


def _announced(scope: Scope) -> int:
    """The length that the request gives itself; who gives none is counted."""
    lengths = [value for name, value in scope.get("headers", ()) if name == b"content-length"]
    return int(lengths[0][:20]) if lengths and lengths[0].isdigit() else 0


async def _refuse(scope: Scope, send: Send) -> None:
    is_api = scope["path"].startswith("/api/")
    kind = b"application/json" if is_api else b"text/plain; charset=utf-8"
    body = json.dumps({"code": "too_large", "message": WORDS}) if is_api else f"{WORDS}\n"
    headers = [(b"content-type", kind), (b"x-content-type-options", b"nosniff"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
