"""Figures: a measured cost, what it is compared with, and its limit."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

HEADING = ("what", "measured", "beside it", "result", "at most", "")


@dataclass(frozen=True, kw_only=True)
class Figure:
    """`value` is compared with `limit`, both in `unit`. Without a value, `beside` has the reason."""

    what: str
    measured: str = "—"
    beside: str = "—"
    value: float | None = None
    limit: float | None = None
    unit: str = "×"

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "not measured"
        if self.limit is None:
            return ""
        return "kept" if self.value <= self.limit else "MISSED"

    def cells(self) -> tuple[str, ...]:
        return (self.what, self.measured, self.beside, self._amount(self.value), self._amount(self.limit), self.verdict)

    def _amount(self, number: float | None) -> str:
        return "—" if number is None else f"{number:.3g} {self.unit}"


def ratio(what: str, cost: float, beside: float, *, than: str, limit: float) -> Figure:
    """Return a cost in CPU seconds as a multiple of another."""
    measured, reference = milliseconds(cost), f"{milliseconds(beside)}, {than}"
    return Figure(what=what, measured=measured, beside=reference, value=cost / beside, limit=limit)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def dump(figures: Sequence[Figure]) -> str:
    return json.dumps([asdict(figure) for figure in figures])


def load(text: str) -> list[Figure]:
    return [Figure(**fields) for fields in json.loads(text)]


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table."""
    rows = [HEADING, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)
