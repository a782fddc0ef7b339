"""The shape of a JSON answer, declared once as a `TypedDict` beside its builder, as a serializer for the schema.

The type checker holds the builder to the declaration; the serializer is only described, never run. `GameJson` is the
component `GameOutput`. `Annotated` adds what a type can't say: `Annotated[str, GameStatus]` is one of an enumeration,
`Annotated[str, datetime]` a date and time; a text is the description, a dict has options of the serializer field.
"""

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.db.models import Choices
from rest_framework import serializers

FIELDS: dict[Any, Callable[..., serializers.Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    Any: serializers.JSONField,
}
CONTAINERS: dict[Any, Callable[..., serializers.Field]] = {
    list: serializers.ListField,
    tuple: serializers.ListField,
    dict: serializers.DictField,
}


class Shape(serializers.Serializer):
    # Fields are worked out when asked for, since a shape may contain itself. (A docstring would describe them all.)
    shape: ClassVar[Any]

    def get_fields(self) -> dict[str, serializers.Field]:
        return {name: _field(hint) for name, hint in get_type_hints(self.shape, include_extras=True).items()}


def described(answer: Any) -> Any:
    """What drf-spectacular describes: a serializer for a shape or a list of them, anything else as it is."""
    if get_origin(answer) is list:
        return _serializer(get_args(answer)[0])(many=True)
    return _serializer(answer) if _is_shape(answer) else answer


def _is_shape(hint: Any) -> bool:
    return is_typeddict(hint) or is_dataclass(hint)


@cache
def _serializer(shape: Any) -> type[Shape]:
    name = shape.__name__
    if is_dataclass(shape) or name.endswith("Json"):
        name = f"{name.removesuffix('Json')}Output"
    return type(name, (Shape,), {"shape": shape, "__doc__": shape.__doc__})


def _field(hint: Any, **options: Any) -> serializers.Field:
    """The serializer field of a type: what is around the type becomes its options."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _field(args[0], required=False, **options)
    if origin in (Union, UnionType):
        [kind] = [one for one in args if one is not NoneType]
        return _field(kind, allow_null=True, **options)
    if origin is Annotated:
        return _annotated_field(args[0], args[1:], options)
    if origin is list and _is_shape(args[0]):
        return _serializer(args[0])(many=True, **options)
    if origin in CONTAINERS:
        return CONTAINERS[origin](child=_field(args[1 if origin is dict else 0]), **options)
    return _plain_field(hint, options)


def _annotated_field(kind: Any, notes: tuple[Any, ...], options: dict[str, Any]) -> serializers.Field:
    for note in notes:
        if isinstance(note, str):
            options["help_text"] = note
        elif isinstance(note, dict):
            options |= note
        else:
            kind = note
    return _field(kind, **options)


def _plain_field(kind: Any, options: dict[str, Any]) -> serializers.Field:
    if _is_shape(kind):
        return _serializer(kind)(**options)
    choices = _choices(kind)
    if choices is None:
        return FIELDS[kind](**options)
    return serializers.ChoiceField([one for one in choices if one], allow_blank="" in choices, **options)


def _choices(kind: Any) -> Sequence[Any] | None:
    """The values of an enumeration, with their labels if it has some."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind.choices if issubclass(kind, Choices) else [one.value for one in kind]
    return kind if isinstance(kind, tuple) else None
