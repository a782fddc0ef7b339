"""JSON serialisation of pairing values, and back.

Fractions are written as text ("7/3"), so nothing is rounded, and keys are sorted, so one value has one digest.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import is_dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from tournaments.pairing.values import RoundToPair

Value = TypeVar("Value")


def to_json(value: object) -> Any:
    """A tournament, a round to pair, a draw or any part of one as plain JSON."""
    if value is None or type(value) in (int, str, bool):
        return value
    if type(value) is Fraction:  # by exact class: `isinstance` of a number asks the slower ABC registry
        return str(value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, str):
        return str(value)
    return {name: to_json(getattr(value, name)) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


def from_json(kind: type[Value], stored: Any) -> Value:
    """The inverse: `from_json(Draw, to_json(draw)) == draw`. Unknown fields are ignored."""
    return _reader(kind)(stored)  # type: ignore[arg-type, no-any-return]


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """The function that reads a kind; cached, as a large tournament holds thousands of each."""
    if isinstance(kind, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not type(None))
        return _optional(_reader(inner))
    if get_origin(kind) is tuple:
        read = _reader(get_args(kind)[0])
        return lambda stored: tuple([read(item) for item in stored])
    if is_dataclass(kind):
        readers = {name: _reader(hint) for name, hint in get_type_hints(kind).items()}
        return lambda stored: kind(**{name: readers[name](stored[name]) for name in readers.keys() & stored.keys()})  # type: ignore[operator]
    return lru_cache(Fraction) if kind is Fraction else kind


def _optional(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda stored: None if stored is None else read(stored)


def input_digest(task: RoundToPair) -> str:
    """The digest of a pairing's input, stored with its draw; independent of the order in which results came."""
    tournament = task.tournament
    ordered = replace(
        tournament,
        entrants=tournament.by_number(),
        played=tuple(sorted(tournament.played, key=lambda table: (table.round, table.replay, table.entrants))),
        byes=tuple(sorted(tournament.byes, key=lambda bye: (bye.round, bye.entrant))),
        forbidden=tuple(sorted(tournament.forbidden, key=lambda pair: (pair.one, pair.other, pair.first_round))),
    )
    asked = tuple(sorted(task.asked_byes, key=lambda bye: bye.entrant))
    stored = to_json(replace(task, tournament=ordered, asked_byes=asked))
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
