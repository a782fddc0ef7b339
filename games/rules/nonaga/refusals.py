"""Error messages for illegal steps of Nonaga. Only called for steps that are well-formed and illegal.

`start` and `end` are axial coordinates, for the message; `place` and `target` are the same in the window of rows.
"""

from games.rules.native import i64, vec
from games.rules.nonaga.grid import (
    DIRECTIONS,
    NOWHERE,
    STRIDE,
    bare_discs,
    has,
    holds_without,
    is_loose,
    slide,
)
from games.rules.nonaga.text import Axial, axial_text
from games.rules.sentences import say


def pawn_objection(rows: vec[i64], pawns: vec[i64], *, seat: int, place: int, start: Axial, end: Axial) -> str:
    standing = axial_text(start[0], start[1])
    owner = owner_of(pawns, place)
    if owner is None:
        return say("There is no pawn on {cell}.", code="no_pawn", cell=standing)
    if owner != seat:
        return say("The pawn on {cell} is your opponent's.", code="opponents_pawn", cell=standing)
    across = end[0] - start[0]
    down = end[1] - start[1]
    length = max(abs(across), abs(down))
    if length == 0 or 0 not in (across, down, across + down):
        return say(
            "A pawn slides in a straight line; {other} isn't in line with {cell}.",
            code="not_in_line",
            other=axial_text(end[0], end[1]),
            cell=standing,
        )
    along = (across // length, down // length)
    stride = STRIDE[DIRECTIONS.index(along)]
    reach = (slide(bare_discs(rows, pawns), place, stride) - place) // stride
    if reach == 0:
        return say("The pawn on {cell} can't move in that direction.", code="cannot_slide", cell=standing)
    stop = axial_text(start[0] + reach * along[0], start[1] + reach * along[1])
    return say("A pawn slides as far as it can: in that direction it stops on {cell}.", code="slides_on", cell=stop)


def disc_objection(
    rows: vec[i64], pawns: vec[i64], *, frozen: int, place: int, target: int, start: Axial, end: Axial
) -> str:
    lying = axial_text(start[0], start[1])
    if place == NOWHERE or not has(rows, place):
        return say("There is no disc on {cell}.", code="no_disc", cell=lying)
    if owner_of(pawns, place) is not None:
        return say("There is a pawn on {cell}, so this disc can't move.", code="pawn_on_disc", cell=lying)
    if place == frozen:
        return say("Your opponent has just moved this disc, so it can't move this turn.", code="resting_disc")
    if not is_loose(rows, place):
        return say(
            "The disc on {cell} can't slide out: it needs two adjacent empty places beside it.",
            code="enclosed_disc",
            cell=lying,
        )
    if not holds_without(rows, place):
        return say("Without the disc on {cell} the board would split.", code="falls_apart", cell=lying)
    return _target_objection(rows, place=place, target=target, end=end)


def _target_objection(rows: vec[i64], *, place: int, target: int, end: Axial) -> str:
    if place == target:
        return say("Place the disc somewhere other than where it came from.", code="same_place")
    aim = axial_text(end[0], end[1])
    if target != NOWHERE and has(rows, target):
        return say("There is already a disc on {cell}.", code="occupied", cell=aim)
    return say("On {cell} the disc would touch fewer than two other discs.", code="touches_too_few", cell=aim)


def owner_of(pawns: vec[i64], place: int) -> int | None:
    for index, pawn in enumerate(pawns):
        if pawn == place:
            return index // 3
    return None
