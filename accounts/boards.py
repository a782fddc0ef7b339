"""Board preferences of a user: their look, and how the page behaves around them.

Stored as a short text of those that differ from the default: `wood letters no-confirm`; with the account, or without
one in a cookie.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from django.db.models import TextChoices

from accounts.enums import BoardTheme, PawnSet, SuitSet, VegaSet

COOKIE = "board"
MAX_LENGTH = 120


@dataclass(frozen=True)
class BoardTaste:
    """Board preferences of a user."""

    theme: BoardTheme = BoardTheme.PAPER
    vega: VegaSet = VegaSet.HATCHED
    suits: SuitSet = SuitSet.ENGRAVED
    pawns: PawnSet = PawnSet.DISCS
    coordinates: bool = True
    confirm: bool = True
    sound: bool = False

    @classmethod
    def read(cls, text: str) -> "BoardTaste":
        """Parse stored preferences; unknown ones are ignored."""
        words = set(text.split())
        chosen: dict[str, TextChoices | bool] = {}
        for name, usual in cls.usual():
            if isinstance(usual, bool):
                if (_off(name) if usual else name) in words:
                    chosen[name] = not usual
            elif found := [choice for choice in type(usual) if choice.value in words]:
                chosen[name] = found[0]
        return cls(**chosen)  # type: ignore[arg-type]

    @classmethod
    def usual(cls) -> Iterator[tuple[str, TextChoices | bool]]:
        """Each preference with its default."""
        for field in fields(cls):
            assert isinstance(field.default, TextChoices | bool)
            yield field.name, field.default

    @property
    def text(self) -> str:
        """The preferences that differ from the default, as stored."""
        words = []
        for name, usual in self.usual():
            chosen = getattr(self, name)
            if chosen != usual:
                words.append(_word(name, chosen))
        return " ".join(words)

    @property
    def look(self) -> str:
        """The look, as used by style sheets and pictures."""
        shown = {name: getattr(self, name) for name in ("theme", "vega", "suits", "pawns", "coordinates")}
        return " ".join(_word(name, chosen) for name, chosen in shown.items())


def _word(name: str, chosen: str | bool) -> str:
    if isinstance(chosen, bool):
        return name if chosen else _off(name)
    return str(chosen)


def _off(name: str) -> str:
    return f"no-{name}"
