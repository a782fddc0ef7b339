"""Error responses sent before Django sees a request: plain text, or the API's error format."""

import json
from typing import Any


async def refuse(
    scope: dict[str, Any], send: Any, *, status: int, code: str, message: str, retry_after: int | None = None
) -> None:
    """Send the response and close the connection: nothing more is read from it."""
    is_api = scope["path"].startswith("/api/")
    kind = b"application/json" if is_api else b"text/plain; charset=utf-8"
    body = json.dumps({"code": code, "message": message}) if is_api else f"{message}\n"
    headers = [(b"content-type", kind), (b"x-content-type-options", b"nosniff"), (b"connection", b"close")]
    if retry_after is not None:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
