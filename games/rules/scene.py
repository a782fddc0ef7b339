"""Drawable description of boards and positions for clients: plain values without rules.

Lengths are in board units (a cell is about 1 wide); x grows to the right and y downwards, as in SVG.
"""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """A cell with a name, which can be clicked and hold a piece."""

    name: str
    x: float
    y: float
    outline: tuple[Point, ...]
    kind: str = "cell"


def square(name: str, x: float, y: float) -> Cell:
    """A square cell of width 1 around its centre."""
    return Cell(name, x, y, ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)))


@dataclass(frozen=True)
class Label:
    """A coordinate at the rim of the board."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """What never changes during a game.

    `turns[seat]` is the clockwise angle in degrees by which the board is rotated so that this seat's side is at the
    bottom. `homes[seat]` names the cells of the seat's own side. A board that moves (Nonaga) has no cells here; they
    are in each scene.

    `mount` is how far the mount reaches beyond the cells: the coordinates are written on it, `label_size` high.
    `piece_scale` is how much room a piece has in its cell, compared with a square. The letters of cell names stand
    for columns unless `rows_have_letters`.
    """

    x: float
    y: float
    width: float
    height: float
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    turns: tuple[float, ...]
    homes: tuple[tuple[str, ...], ...]
    mount: float = 0.68
    label_size: float = 0.32
    piece_scale: float = 1.0
    rows_have_letters: bool = False


@dataclass(frozen=True)
class Piece:
    """A piece and its place. `marks` are keywords that a board shows on it, such as `huffable`."""

    seat: int
    kind: str
    cell: str
    x: float
    y: float
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Platform:
    """Vaeva's platform: the rectangle it covers, and the cells under it.

    `reaches[seat]` is how many cells the seat's next pawn must travel to board; empty during set-ups and after the end.
    """

    x: float
    y: float
    width: float
    height: float
    cells: tuple[str, ...]
    reaches: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trail:
    """The path of a piece in the last turn, cell by cell, and what it captured.

    `taken` are the cells of the pieces in `lost`. `slide` is how far to the right the platform moved, with all pawns on
    it.
    """

    seat: int
    step: str
    path: tuple[str, ...]
    lost: tuple[Piece, ...] = ()
    slide: float = 0.0

    @property
    def taken(self) -> tuple[str, ...]:
        return tuple([piece.cell for piece in self.lost])


@dataclass(frozen=True)
class Scene:
    """Everything to draw of one position.

    `cells` are those of a board that moves (kind `disc`, kind `space` for an empty place where a disc may go); `marked`
    maps a keyword (`frozen`, `forbidden`, `goal`…) to its cells.
    """

    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...] = ()
    platform: Platform | None = None
    marked: tuple[tuple[str, tuple[str, ...]], ...] = ()
    last_turn: tuple[Trail, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A legal step as clicks, so that a client can build a turn without knowing the rules.

    `clicks` are cell names in the order of clicking; other words (`pass`, `P+`, `P-`) are buttons. `optional` are the
    pieces that the step may capture or not: its text is `text` followed by `x` and the cell for each one chosen, in the
    order given here. So one Choice covers many steps. `takes` are the pieces that the step captures in any case.
    """

    kind: str
    text: str
    clicks: tuple[str, ...]
    optional: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetupForm:
    """The form of a set-up: the cells, in the order of its text, and how many pieces of each kind.

    `symbols` maps the letter used in the text to the kind of piece. `arrangements` are ready-made set-ups by name.
    `help` says how the text is written.
    """

    cells: tuple[str, ...]
    symbols: tuple[tuple[str, str, int], ...]
    arrangements: tuple[tuple[str, str], ...]
    example: str
    help: str = ""
