"""What a client may know of a board and of a position: values ready to be drawn, with no rule in them.

Lengths are in board units (a cell is about 1 wide); x grows to the right and y downwards, as in SVG.
"""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Cell:
    """A place that can be named, clicked and stood on."""

    name: str
    x: float
    y: float
    outline: tuple[Point, ...]
    kind: str = "cell"


@dataclass(frozen=True)
class Label:
    """A coordinate written at the rim."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """What never changes during a game.

    `turns[seat]` is the angle in degrees, clockwise, by which the board is turned so that this seat's side is at
    the bottom. `homes[seat]` names the cells of the seat's own side. A board that wanders (Nonaga) has no cells
    here; they come with each scene.

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
    """One piece where it stands. `marks` are words a board shows on it, such as `huffable`."""

    seat: int
    kind: str
    cell: str
    x: float
    y: float
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Platform:
    """Vaeva's platform: the rectangle it covers, and the cells under it.

    `reaches[seat]` is how many cells the seat's next pawn must travel to board; empty when nobody boards any more.
    """

    x: float
    y: float
    width: float
    height: float
    cells: tuple[str, ...]
    reaches: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trail:
    """Where a piece went in the last turn, cell by cell, and what that took.

    `taken` are the cells of the pieces in `lost`. `slide` is how far to the right the platform went, with all on it.
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
    """Everything there is to draw of one position.

    `cells` are the places of a wandering board (kind `disc`, kind `space` for an empty place a disc may go to);
    `marked` maps a word (`frozen`, `forbidden`, `goal`…) to the cells that carry it.
    """

    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...] = ()
    platform: Platform | None = None
    marked: tuple[tuple[str, tuple[str, ...]], ...] = ()
    last_turn: tuple[Trail, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A legal step as clicks, so that a client can build a turn without knowing the rules.

    `clicks` are cell names in the order they are pointed at; words that are not cells (`pass`, `P+`, `P-`) are
    buttons. `optional` are the pieces the step may take or leave: its text is `text` followed by `x` and the cell
    for each one chosen, in the order given here. One Choice so stands for many steps. `takes` are the pieces the
    step takes in any case.
    """

    kind: str
    text: str
    clicks: tuple[str, ...]
    optional: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetupForm:
    """How a set-up is asked for: which cells, in the order of its text, and how many of which kind go there.

    `symbols` maps the letter used in the text to the kind of piece. `arrangements` are ready-made set-ups by name.
    `help` says how the text is written.
    """

    cells: tuple[str, ...]
    symbols: tuple[tuple[str, str, int], ...]
    arrangements: tuple[tuple[str, str], ...]
    example: str
    help: str = ""
