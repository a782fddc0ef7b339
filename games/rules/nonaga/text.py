"""Parse and write Nonaga's position text, with axial coordinates; see docs/notation/nonaga.md."""

import re
from dataclasses import dataclass
from typing import Final

from games.rules.core import invalid

Axial = tuple[int, int]

DISCS: Final = 19
SEAT_LETTERS: Final = "rb"
PLACE: Final = re.compile(r"\((-?[0-9]{1,9}),(-?[0-9]{1,9})\)", re.ASCII)

_ROW: Final = re.compile(r"(?:[0-9]{0,2}[orb])+", re.ASCII)
_ROW_PART: Final = re.compile(r"[0-9]+|[orb]", re.ASCII)


@dataclass(frozen=True)
class PositionText:
    """A parsed position text: `pawns` are three of seat 0, then three of seat 1; `part` is p or d."""

    discs: list[Axial]
    pawns: list[Axial]
    seat: int
    part: str
    frozen: Axial | None


def axial_text(q: int, r: int) -> str:
    return f"({q},{r})"


def corner(discs: list[Axial]) -> Axial:
    """The text's first row and column: the least q and the least r of all discs."""
    return min([q for q, _ in discs]), min([r for _, r in discs])


def board_text(discs: list[Axial], pawns: list[Axial]) -> str:
    """The rows from the least r on; discs come in the order of r, then q."""
    low_q, low_r = corner(discs)
    lines: list[str] = []
    next_q = low_q
    for disc in discs:
        q, r = disc
        if r - low_r == len(lines):
            lines.append("")
            next_q = low_q
        letter = SEAT_LETTERS[pawns.index(disc) // 3] if disc in pawns else "o"
        lines[-1] += f"{q - next_q or ''}{letter}"
        next_q = q + 1
    return "/".join(lines)


def read_position(text: str) -> PositionText:
    fields = text.split(" ") if len(text) <= 400 else []
    if len(fields) != 5:
        raise invalid(
            "A position of Nonaga has five parts: board, corner, seat, step and resting disc.", code="wrong_fields"
        )
    board, corner_text, seat, part, frozen = fields
    if seat not in ("r", "b"):
        raise invalid("The seat to move must be r or b, not {seat!r}.", code="unknown_seat", seat=seat)
    if part not in ("p", "d"):
        raise invalid("The next step must be p (pawn) or d (disc), not {part!r}.", code="unknown_part", part=part)
    letters = _letters(board, _place(corner_text))
    discs = list(letters)
    pawns = [[place for place in discs if letters[place] == letter] for letter in SEAT_LETTERS]
    if len(discs) != DISCS:
        raise invalid(
            "The board must have {discs} discs, not {count}.", code="wrong_count", discs=DISCS, count=len(discs)
        )
    if max([max(q, r) for q, r in _from_corner(discs)]) >= DISCS:
        raise invalid("The discs must form one connected group.", code="not_connected")
    if len(pawns[0]) != 3 or len(pawns[1]) != 3:
        raise invalid(
            "Each seat must have three pawns: write r or b for a disc with a pawn on it, o for an empty one.",
            code="wrong_pawns",
        )
    resting = None if frozen == "-" else _place(frozen)
    if resting is not None and resting not in letters:
        raise invalid(
            "There is no disc on {frozen}, so it can't be the resting disc.", code="no_resting_disc", frozen=frozen
        )
    return PositionText(discs, pawns[0] + pawns[1], SEAT_LETTERS.index(seat), part, resting)


def _from_corner(discs: list[Axial]) -> list[Axial]:
    low_q, low_r = corner(discs)
    return [(q - low_q, r - low_r) for q, r in discs]


def _letters(board: str, first: Axial) -> dict[Axial, str]:
    """Each disc of the text with its letter."""
    letters: dict[Axial, str] = {}
    for down, line in enumerate(board.split("/")):
        if not _ROW.fullmatch(line):
            raise invalid(
                "{line!r} isn't a row of a board: write o, r and b for discs and numbers for gaps.",
                code="unreadable_row",
                line=line,
            )
        across = 0
        for part in _ROW_PART.findall(line):
            if part in ("o", "r", "b"):
                letters[first[0] + across, first[1] + down] = part
                across += 1
            else:
                across += int(part)
    return letters


def _place(text: str) -> Axial:
    match = PLACE.fullmatch(text)
    if match is None:
        raise invalid("{text!r} isn't a place: write coordinates such as (2,-1).", code="unreadable_place", text=text)
    return int(match[1]), int(match[2])
