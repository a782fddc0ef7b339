"""Draw a board as text, from the same scene that the browser draws."""

from games.rules import Game, State
from games.rules.scene import Cell, Piece

# Characters per board unit across and down: a terminal's cell is about twice as high as wide.
ACROSS, DOWN = 4.0, 2.0


def draw(game: Game, state: State) -> str:
    """The position as lines of text, with the seats' tallies below."""
    scene, board = state.scene(), game.board()
    cells = scene.cells or board.cells
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    letters: dict[tuple[int, int], str] = {}

    def put(x: float, y: float, text: str) -> None:
        column, row = round((x - left) * ACROSS) + 4, round((y - top) * DOWN) + 2
        for offset, letter in enumerate(text):
            letters[row, column + offset] = letter

    covered = set(scene.platform.cells) if scene.platform else set()
    for cell in cells:
        put(cell.x, cell.y, _ground(cell, covered))
    for label in board.labels:
        put(label.x, label.y, label.text)
    for piece in scene.pieces:
        put(piece.x, piece.y, _letter(game, piece))
    return "\n".join([*_lines(letters), _tallies(game, state)])


def _ground(cell: Cell, covered: set[str]) -> str:
    if cell.kind == "space":
        return " "
    return "#" if cell.name in covered else "o" if cell.kind == "disc" else "."


def _letter(game: Game, piece: Piece) -> str:
    """The colour's initial, after the kind's if pieces have kinds."""
    suits = {"sun": "S", "moon": "M", "star": "T", "champion": "C"}
    colour = game.colours[piece.seat][0]
    return suits[piece.kind] + colour if piece.kind in suits else colour.upper()


def _lines(letters: dict[tuple[int, int], str]) -> list[str]:
    last_row, last_column = max(row for row, _ in letters), max(column for _, column in letters)
    rows = range(min(0, *(row for row, _ in letters)), last_row + 1)
    columns = range(min(0, *(column for _, column in letters)), last_column + 1)
    return ["".join(letters.get((row, column), " ") for column in columns).rstrip() for row in rows]


def _tallies(game: Game, state: State) -> str:
    return "   ".join(f"{colour} {tally}" for colour, tally in zip(game.colours, state.tally, strict=True))
