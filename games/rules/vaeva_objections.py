"""Why a step of Vaeva is not legal, in words for the player. Only asked for steps that are well-formed and illegal."""

from games.rules.native import i64, vec
from games.rules.vaeva_board import (
    LAST_PLATFORM_COLUMN,
    PAWNS,
    cell_of,
    cells_between,
    has,
    occupied_rows,
    pawns_in_the_way,
    slot_of_cell,
)
from games.rules.vaeva_text import cell_name


def platform_objection(pawns: vec[i64], platform: int, target: int, barred: int) -> str:
    """Why the platform may not go to this column; its own column stands for a seat with nobody on it."""
    if target == platform:
        return "You have no pawn on the platform, so you may not move it."
    cells = abs(target - platform)
    if not 1 <= target <= LAST_PLATFORM_COLUMN:
        return f"The platform moves exactly {_cells(cells)} for you, and so would leave the board."
    if target == barred:
        return "The platform may not return to where it just came from."
    blocked = pawns_in_the_way(occupied_rows(pawns, platform), platform, target)
    return f"No pawn may stand on {cell_name(blocked[0])}, which the platform would pass over."


def pawn_objection(pawns: vec[i64], platform: int, *, seat: int, start: int, end: int, distance: int) -> str:
    """Why the pawn on cell `start` may not go to cell `end`; `distance` is how far this seat's next one boards."""
    owner = _owner(pawns, platform, start)
    if owner is None:
        return f"There is no pawn on {cell_name(start)}."
    if owner != seat:
        return f"The pawn on {cell_name(start)} is your opponent's."
    if slot_of_cell(platform, start) != -1:
        return f"The pawn on {cell_name(start)} is aboard, and pawns never leave the platform."
    rows = occupied_rows(pawns, platform)
    if has(rows, end):
        return f"{cell_name(end)} is occupied."
    if slot_of_cell(platform, end) != -1:
        return _boarding_objection(rows, start, end, distance)
    return _diagonal_objection(rows, platform, start, end)


def _boarding_objection(rows: vec[i64], start: int, end: int, distance: int) -> str:
    if start % 32 != end % 32 and start // 32 != end // 32:
        return "A pawn boards the platform straight ahead, never diagonally."
    between = cells_between(start, end)
    if len(between) + 1 != distance:
        return f"Your next pawn boards from exactly {_cells(distance)} away, not from {len(between) + 1}."
    blocked = [cell for cell in between if has(rows, cell)]
    return f"The pawn on {cell_name(blocked[0])} is in the way."


def _diagonal_objection(rows: vec[i64], platform: int, start: int, end: int) -> str:
    if abs(start % 32 - end % 32) != abs(start // 32 - end // 32):
        return "A pawn moves diagonally; it goes straight only to board the platform."
    between = cells_between(start, end)
    if [cell for cell in between if slot_of_cell(platform, cell) != -1]:
        return "No pawn may jump over the platform."
    empty = [cell for cell in between if not has(rows, cell)]
    return f"A pawn jumps only over an unbroken row of pawns, and {cell_name(empty[0])} is empty."


def _owner(pawns: vec[i64], platform: int, cell: int) -> int | None:
    for index, pawn in enumerate(pawns):
        if cell_of(platform, pawn) == cell:
            return index // PAWNS
    return None


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
