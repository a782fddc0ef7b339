"""Exceptions that services raise to refuse a request.

Views turn them into a page or into the API's error format. A message is for people and says what to do next; a code is
for programs and never changes once published.
"""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """A valid request that is refused."""

    status = 400
    default_code = "refused"

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        fields: Mapping[str, list[str]] | None = None,
        payload: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.fields = fields
        self.payload = payload


class Invalid(Refused):
    """The input can't be parsed or has the wrong shape."""

    default_code = "invalid"

    @classmethod
    def at(cls, field: str, message: str) -> "Invalid":
        """An error in a single field."""
        return cls(message, fields={field: [message]})


class Forbidden(Refused):
    """The user may not do this, now or ever."""

    status = 403
    default_code = "forbidden"


class NotFound(Refused):
    """404: it doesn't exist, or this user may not know that it does."""

    status = 404
    default_code = "not_found"


class Conflict(Refused):
    """The state has changed; `payload` may carry the current state."""

    status = 409
    default_code = "conflict"


class Unprocessable(Refused):
    """Well-formed, but the rules don't allow it."""

    status = 422
    default_code = "unprocessable"


class TooMany(Refused):
    """A rate limit or quota is reached; `retry_after` is in seconds."""

    status = 429
    default_code = "throttled"

    def __init__(self, message: str, *, code: str = "", retry_after: int | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after
