"""What a service says no with.

Services raise these; the edges turn them into a page or into the API's one error shape. A message is written for the
person who reads it and says what to do next; a code is for programs and never changes once published.
"""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """A request that was understood and turned down."""

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
    """The input cannot be read or has the wrong shape."""

    default_code = "invalid"

    @classmethod
    def at(cls, field: str, message: str) -> "Invalid":
        """One field is wrong, and that is all there is to say."""
        return cls(message, fields={field: [message]})


class Forbidden(Refused):
    """The person may not do this, now or ever."""

    status = 403
    default_code = "forbidden"


class NotFound(Refused):
    """404: it doesn't exist, or this user may not know that it does."""

    status = 404
    default_code = "not_found"


class Conflict(Refused):
    """The world moved on; `payload` may carry the state that the caller missed."""

    status = 409
    default_code = "conflict"


class Unprocessable(Refused):
    """Well-formed, but the rules do not allow it."""

    status = 422
    default_code = "unprocessable"


class TooMany(Refused):
    """A limit is reached; `retry_after` is in seconds."""

    status = 429
    default_code = "throttled"

    def __init__(self, message: str, *, code: str = "", retry_after: int | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after
