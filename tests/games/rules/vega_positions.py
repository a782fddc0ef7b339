"""Hand-made Vega positions: the cells of each seat in turn order, written as position text and parsed."""

from games.rules import Game, State, variant

LETTERS = "rbyv"
WIDTHS = {"f": 7, "e": 9, "d": 11, "c": 11, "b": 9, "a": 7}


def position(game_id: str, *own: str, turn: str = "r", tumbled: str = "-", ranks: str = "") -> State:
    game: Game = variant(game_id)
    holders = {cell: LETTERS[seat] for seat, cells in enumerate(own) for cell in cells.split()}
    assert len(holders) == sum(len(cells.split()) for cells in own), "two pieces on one cell"
    rows = "/".join(
        _row([holders.get(f"{row}{number}", "") for number in range(1, width + 1)]) for row, width in WIDTHS.items()
    )
    return game.parse(f"{rows} {turn} {tumbled} {ranks or '0' * game.seats}")


def cells(state: State, seat: int) -> str:
    """The cells of a seat's pieces, in the order of the board."""
    return " ".join(piece.cell for piece in state.scene().pieces if piece.seat == seat)


def _row(letters: list[str]) -> str:
    text, empty = "", 0
    for letter in letters:
        if letter and empty:
            text, empty = f"{text}{empty}", 0
        text, empty = text + letter, empty + (not letter)
    return f"{text}{empty}" if empty else text
