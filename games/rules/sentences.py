"""Sentences for people that can still be translated: English text that remembers what it was made of.

The pure rooms know no language. They say things in English by a fixed template and named values; whoever shows the
sentence translates the template and fills it in again (`games/translation.py`). Templates are found by their
marks, `say` and `say_count`, when catalogues are made.
"""

from collections.abc import Mapping
from typing import Any, Union

Value = Union[str, int, "Sentence"]


class Sentence(str):
    """A text in English, with its template (and its plural one), the number that chose between them, and the values.

    A refusal of the rules also has a code, which tells it from the others of its game however it is worded.
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
        """What it was made of, to be kept and told again in another language."""
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
    """`say("There is no pawn on {cell}.", code="no_pawn", cell="C3")`; a value may be a sentence itself."""
    return Sentence(template, values=values, code=code)


def say_count(one: str, many: str, /, *, count: int, code: str = "", **values: Value) -> Sentence:
    """The template for one or for many, with `{count}` among its values."""
    return Sentence(one, many, count, {"count": count, **values}, code)
