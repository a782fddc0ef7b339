"""Hand-made positions of Galax and Sirius, and a slow reference implementation to compare the engines with.

The reference shares no code with the engines: boards are dicts from (column, row) to (seat, letter), rules are followed
sentence by sentence.
"""

from itertools import combinations

from games.rules import Game, State

Cell = tuple[int, int]
Board = dict[Cell, tuple[int, str]]
BEATS = {("T", "S"), ("M", "T"), ("S", "M")}


def cell(name: str) -> Cell:
    return "abcdefghij".index(name[0]), int(name[1:]) - 1


def name(place: Cell) -> str:
    return f"{'abcdefghij'[place[0]]}{place[1] + 1}"


def position_text(board: Board, to_move: int, rest: str = "- -") -> str:
    rows = []
    for row in range(9, -1, -1):
        text, gap = "", 0
        for column in range(10):
            seat, letter = board.get((column, row), (0, ""))
            if not letter:
                gap += 1
                continue
            text += (str(gap) if gap else "") + (letter if seat == 0 else letter.lower())
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return f"{'/'.join(rows)} {'wb'[to_move]} {rest}"


def stand(game: Game, white: str, brown: str, to_move: int = 0, rest: str = "- -") -> State:
    """A position from pieces such as `Sd4 Ce5`, letter and cell."""
    board = {cell(piece[1:]): (seat, piece[0]) for seat, text in enumerate((white, brown)) for piece in text.split()}
    return game.parse(position_text(board, to_move, rest))


def play(state: State, *steps: str) -> State:
    for step in steps:
        state = state.play(step)
    return state


def around(place: Cell) -> list[Cell]:
    column, row = place
    near = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [(i, j) for i, j in near if 0 <= i < 10 and 0 <= j < 10]


def takes(taker: str, taken: str, champion_takes: str = "everything") -> bool:
    if taker == "C":
        return champion_takes == "everything" or taken == "C"
    return (taker, taken) in BEATS


def is_last_row(seat: int, place: Cell) -> bool:
    return place[1] == (9 if seat == 0 else 0)


class GalaxReference:
    """One position of Galax."""

    def __init__(self, board: Board, seat: int, captures: str) -> None:
        self.board = board
        self.seat = seat
        self.captures = captures
        self.huffable: set[Cell] = set()
        self.missed: set[tuple[Cell, Cell]] = set()
        self.moved = False
        self.only: Cell | None = None

    def over(self) -> bool:
        return len({seat for seat, _ in self.board.values()}) < 2

    def victims(self, start: Cell, end: Cell) -> list[Cell]:
        letter = "C" if is_last_row(self.seat, end) else self.board[start][1]
        near = [place for place in around(end) if self.board.get(place, (self.seat,))[0] != self.seat]
        return sorted(place for place in near if takes(letter, self.board[place][1]))

    def steps(self) -> set[str]:
        if self.over():
            return set()
        moves = set()
        for start in [place for place, (seat, _) in self.board.items() if seat == self.seat]:
            if self.only not in (None, start):
                continue
            for end in [place for place in around(start) if place not in self.board]:
                able = self.victims(start, end)
                sizes = [len(able)] if self.captures == "all" else range(len(able) + 1)
                for chosen in [subset for size in sizes for subset in combinations(able, size)]:
                    moves.add("x".join([f"{name(start)}-{name(end)}", *map(name, chosen)]))
        huffs = set() if self.moved else {f"!{name(place)}" for place in self.huffable}
        return moves | huffs | ({"pass"} if self.moved or not moves else set())

    def play(self, step: str) -> None:
        if step == "pass":
            self.end_turn()
        elif step.startswith("!"):
            del self.board[cell(step[1:])]
            self.huffable.remove(cell(step[1:]))
        else:
            self.move(*step.split("x"))

    def move(self, way: str, *taken: str) -> None:
        start, end = map(cell, way.split("-"))
        able = self.victims(start, end)
        letter = self.board.pop(start)[1]
        for victim in taken:
            del self.board[cell(victim)]
        became = letter != "C" and is_last_row(self.seat, end)
        self.board[end] = (self.seat, "C" if became else letter)
        self.missed = {(end if piece == start else piece, victim) for piece, victim in self.missed}
        self.missed |= {(end, victim) for victim in able}
        self.missed = {(piece, victim) for piece, victim in self.missed if victim in self.board}
        goes_on = became or (letter == "C" and self.only is None)
        self.only = end if goes_on and not became else None
        self.moved = True
        if not goes_on and not self.over():
            self.end_turn()

    def end_turn(self) -> None:
        self.huffable = {piece for piece, _ in self.missed}
        self.missed, self.moved, self.only = set(), False, None
        self.seat = 1 - self.seat


class SiriusReference:
    """One position of Sirius."""

    def __init__(self, board: Board, seat: int, champion_takes: str) -> None:
        self.board = board
        self.seat = seat
        self.champion_takes = champion_takes
        self.huffable: set[Cell] = set()

    def over(self) -> bool:
        return len({seat for seat, _ in self.board.values()}) < 2

    def reach(self, start: Cell) -> list[Cell]:
        ends = around(start)
        if self.board[start][1] == "C":
            free = [place for place in ends if place not in self.board]
            beyond = [(2 * column - start[0], 2 * row - start[1]) for column, row in free]
            ends = ends + [(i, j) for i, j in beyond if 0 <= i < 10 and 0 <= j < 10]
        return ends

    def captures(self, start: Cell) -> list[Cell]:
        letter = self.board[start][1]
        ends = [end for end in self.reach(start) if self.board.get(end, (self.seat,))[0] != self.seat]
        return [end for end in ends if takes(letter, self.board[end][1], self.champion_takes)]

    def own(self) -> list[Cell]:
        return [place for place, (seat, _) in self.board.items() if seat == self.seat]

    def steps(self) -> set[str]:
        if self.over():
            return set()
        walks = {f"{name(a)}-{name(b)}" for a in self.own() for b in self.reach(a) if b not in self.board}
        captures = {f"{name(a)}x{name(b)}" for a in self.own() for b in self.captures(a)}
        huffs = {f"!{name(place)}" for place in self.huffable}
        return walks | captures | huffs | (set() if walks or captures else {"pass"})

    def play(self, step: str) -> None:
        if step.startswith("!"):
            del self.board[cell(step[1:])]
            self.huffable = set()
            return
        self.huffable = set()
        if step != "pass":
            could = {place for place in self.own() if self.captures(place)}
            start, end = map(cell, step.replace("x", "-").split("-"))
            letter = self.board.pop(start)[1]
            if "x" not in step:
                self.huffable = {end if place == start else place for place in could}
            self.board[end] = (self.seat, "C" if is_last_row(self.seat, end) else letter)
        self.seat = 1 - self.seat
