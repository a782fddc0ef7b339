"""Drawing of Vaeva's board: squares of width 1, A1 at the lower left."""

from games.rules.scene import Label, Platform, Point
from games.rules.vaeva.board import PLATFORM_HEIGHT, PLATFORM_ROW, PLATFORM_WIDTH, SIZE, cell_of_slot
from games.rules.vaeva.text import COLUMN_LETTERS, cell_name


def covered_names(platform: int) -> tuple[str, ...]:
    return tuple([cell_name(cell_of_slot(platform, slot)) for slot in range(PLATFORM_WIDTH * PLATFORM_HEIGHT)])


def centre(cell: int) -> Point:
    return cell % 32 - 0.5, SIZE - cell // 32 + 0.5


def platform_at(column: int, reaches: tuple[int, ...]) -> Platform:
    top = SIZE - (PLATFORM_ROW + PLATFORM_HEIGHT - 1)
    return Platform(
        column - 1.0, float(top), float(PLATFORM_WIDTH), float(PLATFORM_HEIGHT), covered_names(column), reaches
    )


def row_names(row: int) -> tuple[str, ...]:
    return tuple([cell_name(row * 32 + column) for column in range(1, SIZE + 1)])


def rim_labels() -> tuple[Label, ...]:
    """Letters below and above, numbers on both sides."""
    labels = []
    for number in range(1, SIZE + 1):
        x, y = centre(number * 32 + number)
        for rim in (-0.5, SIZE + 0.5):
            labels.append(Label(COLUMN_LETTERS[number - 1], x, rim))
            labels.append(Label(str(number), rim, y))
    return tuple(labels)
