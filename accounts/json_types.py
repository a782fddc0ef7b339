"""Types of JSON fields that Python has no type for, and the text of a moment.

What `Annotated` adds to a type is for the schema (`accounts.drf.shapes`).
"""

from datetime import date, datetime
from typing import Annotated, overload

DateTime = Annotated[str, datetime]
Date = Annotated[str, date]


@overload
def time_text(moment: datetime) -> DateTime: ...
@overload
def time_text(moment: datetime | None) -> DateTime | None: ...
def time_text(moment: datetime | None) -> DateTime | None:
    """A moment in UTC, to the millisecond."""
    return None if moment is None else moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
