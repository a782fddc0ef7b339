"""The stored form: every value of this room as plain JSON, and back.

Fractions are written as text ("7/3"), so nothing is rounded, and keys are sorted, so one value has one digest.
"""

import hashlib
import json
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from tournaments.pairing.values import RoundToPair

Value = TypeVar("Value")


def to_json(value: object) -> Any:
    """Plain JSON of an event, a round to pair, a draw or any part of one."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    return value.value if isinstance(value, StrEnum) else value


def from_json(kind: type[Value], stored: Any) -> Value:
    """The value of that kind again: `from_json(Draw, to_json(draw)) == draw`."""
    return _read(kind, stored)  # type: ignore[no-any-return]


def _read(kind: Any, stored: Any) -> Any:
    if isinstance(kind, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not type(None))
        return None if stored is None else _read(inner, stored)
    if get_origin(kind) is tuple:
        return tuple(_read(get_args(kind)[0], item) for item in stored)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{name: _read(hints[name], item) for name, item in stored.items()})  # type: ignore[operator]
    return kind(stored)


def input_digest(value: RoundToPair) -> str:
    """The fingerprint kept with a draw: equal digests mean equal input."""
    text = json.dumps(to_json(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
