"""Hand-made and random positions of Vaeva."""

import random

from games.rules import variant
from games.rules.core import State
from games.rules.vaeva.text import board_text, read_cell

GAME = variant("vaeva")


def position(orange="", yellow="", *, platform="I", seat="o", barred="-", passes=0) -> State:
    """A position with these pawns; those not named stay in the corners of their first rows."""
    letters = {}
    idle = {"o": [f"{column}1" for column in "ABCDEFQRS"], "y": [f"{column}20" for column in "ABCDEFQRS"]}
    for letter, cells in (("o", orange.split()), ("y", yellow.split())):
        for name in cells + idle[letter][: 9 - len(cells)]:
            letters[read_cell(name)] = letter
    return GAME.parse(f"{board_text(letters)} {platform} {seat} {barred} {passes}")


def from_cell(state: State, cell: str) -> list[str]:
    return sorted(step for step in state.steps() if step.startswith(f"{cell}-"))


def crowded_position(chance: random.Random) -> State:
    """Pawns scattered around and on the platform, where the rare rules apply."""
    platform = chance.randrange(1, 18)
    near = [(column, row) for column in range(platform - 5, platform + 9) for row in range(5, 17)]
    near = [cell for cell in near if 1 <= cell[0] <= 20]
    covered = [(platform + n, row) for n in range(4) for row in (10, 11)]
    slots = chance.sample(covered, 8)
    orange, yellow = chance.randrange(5), chance.randrange(4)
    free = chance.sample(sorted(set(near) - set(covered)), 18 - orange - yellow)
    cells = slots[:orange] + free[: 9 - orange], slots[orange : orange + yellow] + free[9 - orange :]
    letters = {row * 32 + column: "oy"[seat] for seat in (0, 1) for column, row in cells[seat]}
    seat = chance.randrange(2)
    last = (orange, yellow)[1 - seat]
    barred = platform + chance.choice((-last, last)) if chance.random() < 0.5 else 0
    barred_text = chr(64 + barred) if last and 1 <= barred <= 17 else "-"
    return GAME.parse(f"{board_text(letters)} {chr(64 + platform)} {'oy'[seat]} {barred_text} 0")
