"""Translatable messages without Django: English text that keeps its template and values.

The rule engines and other Django-free packages don't translate. They build messages from a fixed template and named
values; the site translates the template and fills it in again (`games/translation.py`). The calls of `say` and
`say_count` are extracted into the message catalogues.
"""

from collections.abc import Callable, Container, Iterator, Mapping
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

    An error of the rules also has a code, which identifies it within its game, whatever its text; so has a log's line.
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

    def to_json(self, codes: Container[str] = ()) -> dict[str, Any]:
        """Template and values as JSON, for storage and later translation; names as ids, known texts by code."""

        def stored(value: Value) -> Any:
            if isinstance(value, Sentence):
                return value.to_json(codes)
            return value.to_json() if isinstance(value, Name) else value

        values = {name: stored(value) for name, value in self.values.items()}
        if self.code in codes:
            return {"code": self.code, "number": self.number, "with": values}
        return {"say": self.template, "many": self.plural, "number": self.number, "with": values}

    @staticmethod
    def from_json(data: Mapping[str, Any], texts: "Mapping[str, Sentence] | None" = None) -> "Sentence":
        """The inverse; `texts` has the templates of texts that are stored by code."""

        def read(value: Any) -> Any:
            if not isinstance(value, dict):
                return value
            return Sentence.from_json(value, texts) if "with" in value else Name.from_json(value)

        values = {name: read(value) for name, value in data["with"].items()}
        if "code" not in data:
            return Sentence(data["say"], data["many"], data["number"], values)
        text = (texts or {})[data["code"]]
        return Sentence(text.template, text.plural, data["number"], values, data["code"])


def say(template: str, /, *, code: str = "", **values: Value) -> Sentence:
    """`say("There is no pawn on {cell}.", code="no_pawn", cell="C3")`; a value may be a `Sentence` itself."""
    return Sentence(template, values=values, code=code)


def say_count(one: str, many: str, /, *, count: int, code: str = "", **values: Value) -> Sentence:
    """A message with a singular and a plural template, with `{count}` among its values."""
    return Sentence(one, many, count, {"count": count, **values}, code)
