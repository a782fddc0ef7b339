"""Error messages for illegal steps of Vaeva. Only called for steps that are well-formed and illegal."""

from games.rules.native import i64, vec
from games.rules.sentences import say, say_count
from games.rules.vaeva.board import (
    LAST_PLATFORM_COLUMN,
    PAWNS,
    cell_name,
    cell_of,
    cells_between,
    has,
    occupied_rows,
    pawns_in_the_way,
    slot_of_cell,
)


def platform_objection(pawns: vec[i64], platform: int, target: int, barred: int) -> str:
    """Why the platform may not go to this column; its own column means that the seat has no pawn on it."""
    if target == platform:
        return say("You have no pawn on the platform, so you can't move it.", code="none_aboard")
    cells = abs(target - platform)
    if not 1 <= target <= LAST_PLATFORM_COLUMN:
        return say_count(
            "The platform moves exactly {count} cell for you, so it would leave the board.",
            "The platform moves exactly {count} cells for you, so it would leave the board.",
            code="leaves_board",
            count=cells,
        )
    if target == barred:
        return say("The platform can't return to where it just came from.", code="returns")
    blocked = pawns_in_the_way(occupied_rows(pawns, platform), platform, target)
    return say(
        "The pawn on {cell} is in the platform's path.",
        code="platform_blocked",
        cell=cell_name(blocked[0]),
    )


def pawn_objection(pawns: vec[i64], platform: int, *, seat: int, start: int, end: int, distance: int) -> str:
    """Why the pawn on cell `start` may not go to cell `end`; `distance` is the boarding distance of this seat."""
    owner = _owner(pawns, platform, start)
    if owner is None:
        return say("There is no pawn on {cell}.", code="no_pawn", cell=cell_name(start))
    if owner != seat:
        return say("The pawn on {cell} is your opponent's.", code="opponents_pawn", cell=cell_name(start))
    if slot_of_cell(platform, start) != -1:
        return say("The pawn on {cell} is on the platform and can't leave it.", code="aboard", cell=cell_name(start))
    rows = occupied_rows(pawns, platform)
    if has(rows, end):
        return say("{cell} is occupied.", code="occupied", cell=cell_name(end))
    if slot_of_cell(platform, end) != -1:
        return _boarding_objection(rows, start, end, distance)
    return _diagonal_objection(rows, platform, start, end)


def _boarding_objection(rows: vec[i64], start: int, end: int, distance: int) -> str:
    if start % 32 != end % 32 and start // 32 != end // 32:
        return say("A pawn can board the platform only straight ahead, not diagonally.", code="boards_diagonally")
    between = cells_between(start, end)
    if len(between) + 1 != distance:
        return say_count(
            "Your next pawn must board from exactly {count} cell away, not {other}.",
            "Your next pawn must board from exactly {count} cells away, not {other}.",
            code="boards_from",
            count=distance,
            other=len(between) + 1,
        )
    blocked = [cell for cell in between if has(rows, cell)]
    return say("The pawn on {cell} is in the way.", code="blocked", cell=cell_name(blocked[0]))


def _diagonal_objection(rows: vec[i64], platform: int, start: int, end: int) -> str:
    if abs(start % 32 - end % 32) != abs(start // 32 - end // 32):
        return say("A pawn moves diagonally; it moves straight only to board the platform.", code="not_diagonal")
    between = cells_between(start, end)
    if [cell for cell in between if slot_of_cell(platform, cell) != -1]:
        return say("A pawn can't jump over the platform.", code="over_platform")
    empty = [cell for cell in between if not has(rows, cell)]
    return say(
        "A pawn can jump only over an unbroken row of pawns; {cell} is empty.",
        code="gap_in_row",
        cell=cell_name(empty[0]),
    )


def _owner(pawns: vec[i64], platform: int, cell: int) -> int | None:
    for index, pawn in enumerate(pawns):
        if cell_of(platform, pawn) == cell:
            return index // PAWNS
    return None
