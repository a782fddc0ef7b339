"""Translatable messages without Django: English text that keeps its template and values.

The rule engines and other Django-free packages don't translate. They build messages from a fixed template and named
values; the site translates the template and fills it in again (`games/translation.py`). The calls of `say` and
`say_count` are extracted into the message catalogues.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Union

Value = Union[str, int, "Sentence"]


class Name(str):
    """A person's name in a message. Stored as what it refers to and its id, so that no stored text holds a name.

    Without a name, as when read from storage, it is a placeholder ("entry 12") until the site looks the name up.
    """

    __slots__ = ("id", "kind")

    kind: str
    id: int

    def __new__(cls, name: str, kind: str, id_: int) -> "Name":
        self = super().__new__(cls, name or f"{kind} {id_}")
        self.kind, self.id = kind, id_
        return self

    def to_json(self) -> dict[str, int]:
        return {self.kind: self.id}

    @staticmethod
    def from_json(data: Mapping[str, int]) -> "Name":
        ((kind, id_),) = data.items()
        return Name("", kind, id_)


class Sentence(str):
    """An English text with its template (and its plural one), the number that chose between them, and the values.

    An error of the rules also has a code, which identifies it within its game, whatever its text.
    """

    __slots__ = ("code", "number", "plural", "template", "values")

    template: str
    plural: str
    number: int
    values: Mapping[str, Value]
    code: str

    def __new__(
        cls,
        template: str,
        plural: str = "",
        number: int = 1,
        values: Mapping[str, Value] | None = None,
        code: str = "",
    ) -> "Sentence":
        chosen = plural if plural and number != 1 else template
        self = super().__new__(cls, chosen.format(**values) if values else chosen)
        self.template, self.plural, self.number, self.values = template, plural, number, values or {}
        self.code = code
        return self

    def names(self) -> Iterator[Name]:
        """The names in it, at any depth."""
        for value in self.values.values():
            if isinstance(value, Sentence):
                yield from value.names()
            elif isinstance(value, Name):
                yield value

    def replace_names(self, replacement: Callable[[Name], str]) -> "Sentence":
        """The message with each of its names replaced, at any depth."""

        def replaced(value: Value) -> Value:
            if isinstance(value, Sentence):
                return value.replace_names(replacement)
            return replacement(value) if isinstance(value, Name) else value

        values = {key: replaced(value) for key, value in self.values.items()}
        return Sentence(self.template, self.plural, self.number, values, self.code)

    def to_json(self) -> dict[str, Any]:
        """Template and values as JSON, for storage and later translation; names as ids."""
        values = {
            name: value.to_json() if isinstance(value, Sentence | Name) else value
            for name, value in self.values.items()
        }
        return {"say": self.template, "many": self.plural, "number": self.number, "with": values}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Sentence":
        values = {name: _value_from_json(value) for name, value in data["with"].items()}
        return Sentence(data["say"], data["many"], data["number"], values)


def _value_from_json(value: Any) -> Value:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    return Sentence.from_json(value) if "say" in value else Name.from_json(value)


def say(template: str, /, *, code: str = "", **values: Value) -> Sentence:
    """`say("There is no pawn on {cell}.", code="no_pawn", cell="C3")`; a value may be a `Sentence` itself."""
    return Sentence(template, values=values, code=code)


def say_count(one: str, many: str, /, *, count: int, code: str = "", **values: Value) -> Sentence:
    """A message with a singular and a plural template, with `{count}` among its values."""
    return Sentence(one, many, count, {"count": count, **values}, code)
