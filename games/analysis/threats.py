"""Threatened pieces: the captures that each piece would have if its seat were to move now."""

from games.rules.core import Game, State

# In these families captures are what matters; the seat to move can be changed in a position's text.
SUITS = ("galax", "sirius")


def threats(engine: Game, state: State) -> dict[str, list[str]]:
    """From the cell of a piece to the cells that it could capture on in its next step, for both seats."""
    if engine.family not in SUITS or state.awaits_setup() or state.is_over():
        return {}
    board = str(state).partition(" ")[0]
    found: dict[str, set[str]] = {}
    for seat in "wb":
        for choice in engine.parse(f"{board} {seat} - -").choices():
            taken = {*choice.takes, *choice.optional}
            if taken:
                found.setdefault(choice.clicks[0], set()).update(taken)
    return {cell: sorted(taken) for cell, taken in sorted(found.items())}
