"""Translatable messages without Django: English text that keeps its template and values.

The rule engines and other Django-free packages don't translate. They build messages from a fixed template and named
values; the site translates the template and fills it in again (`games/translation.py`). The calls of `say` and
`say_count` are extracted into the message catalogues.
"""

from collections.abc import Mapping
from typing import Any, Union

Value = Union[str, int, "Sentence"]


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

    def to_json(self) -> dict[str, Any]:
        """Template and values as JSON, for storage and later translation."""
        values = {
            name: value.to_json() if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return {"say": self.template, "many": self.plural, "number": self.number, "with": values}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Sentence":
        values = {
            name: Sentence.from_json(value) if isinstance(value, dict) else value
            for name, value in data["with"].items()
        }
        return Sentence(data["say"], data["many"], data["number"], values)


def say(template: str, /, *, code: str = "", **values: Value) -> Sentence:
    """`say("There is no pawn on {cell}.", code="no_pawn", cell="C3")`; a value may be a `Sentence` itself."""
    return Sentence(template, values=values, code=code)


def say_count(one: str, many: str, /, *, count: int, code: str = "", **values: Value) -> Sentence:
    """A message with a singular and a plural template, with `{count}` among its values."""
    return Sentence(one, many, count, {"count": count, **values}, code)
