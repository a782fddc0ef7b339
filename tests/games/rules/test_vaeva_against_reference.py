"""Vaeva compared with a simple reference implementation of its rules."""

import random
from itertools import product

import pytest

from games.rules.core import Result, State
from tests.games.rules.vaeva_positions import GAME, crowded_position

pytestmark = pytest.mark.slow


Cell = tuple[int, int]
Layout = tuple[dict[Cell, int], set[Cell], set[Cell]]


def layout(state: State) -> Layout:
    """The pawns and their owners, the cells under the platform, and those it may not be moved back to."""
    scene = state.scene()
    owner = {point(piece.cell): piece.seat for piece in scene.pieces}
    forbidden = dict(scene.marked).get("forbidden", ())
    return owner, set(map(point, scene.platform.cells)), set(map(point, forbidden))


def plain_steps(state: State) -> set[str]:
    """The legal steps of a running game, found from its layout with sets of coordinates and no bits."""
    owner, covered, forbidden = layout(state)
    uncovered = set(product(range(1, 21), range(1, 21))) - covered
    own = [cell for cell, seat in owner.items() if seat == state.seat]
    aboard = sum(cell in covered for cell in own)
    steps = set()
    for column, row in set(own) - covered:
        for across, up in product((-1, 1), (-1, 1)):
            line = [(column + across * n, row + up * n) for n in range(1, 21)]
            end = next(cell for cell in line if cell not in owner or cell in covered)
            if end in uncovered:
                steps.add(((column, row), end))
        for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            line = [(column + across * n, row + up * n) for n in range(1, max(1, aboard) + 1)]
            if line[-1] in covered and not set(line) & set(owner):
                steps.add(((column, row), line[-1]))
    texts = {f"{name(start)}-{name(end)}" for start, end in steps}
    return texts | plain_platform_steps(owner, covered, forbidden, aboard) or {"pass"}


def plain_platform_steps(owner: dict[Cell, int], covered: set[Cell], forbidden: set[Cell], aboard: int) -> set[str]:
    found = set()
    for text, way in (("P+", 1), ("P-", -1)):
        swept = {(column + way * n, row) for column, row in covered for n in range(1, aboard + 1)} - covered
        target = {(column + way * aboard, row) for column, row in covered}
        on_board = all(1 <= column <= 20 for column, _ in target)
        if aboard and on_board and target != forbidden and not swept & set(owner):
            found.add(text)
    return found


def plain_after(state: State, step: str) -> Layout:
    """The layout after a legal step."""
    owner, covered, _ = layout(state)
    if step not in ("P+", "P-"):
        start, end = map(point, step.split("-"))
        return {end if cell == start else cell: seat for cell, seat in owner.items()}, covered, set()
    way = sum(owner.get(cell) == state.seat for cell in covered) * (1 if step == "P+" else -1)
    travelled = {(column + way * ((column, row) in covered), row): seat for (column, row), seat in owner.items()}
    return travelled, {(column + way, row) for column, row in covered}, covered


def plain_result(owner: dict[Cell, int], covered: set[Cell]) -> Result | None:
    """By the pawns aboard, no seat having passed."""
    aboard = [owner.get(cell) for cell in covered]
    if 5 in (aboard.count(0), aboard.count(1)):
        return Result((1, 2) if aboard.count(0) == 5 else (2, 1), "goal")
    return Result((1, 1), "stalemate", (0, 1)) if None not in aboard else None


def point(cell: str) -> Cell:
    return ord(cell[0]) - 64, int(cell[1:])


def name(cell: Cell) -> str:
    return f"{chr(64 + cell[0])}{cell[1]}"


def test_crowded_positions_agree_with_the_reference():
    chance = random.Random(2)
    kinds = set()
    for _ in range(400):
        state = crowded_position(chance)
        assert set(state.steps()) == plain_steps(state), str(state)
        assert GAME.parse(str(state)) == state
        kinds |= {choice.kind for choice in state.choices()}
    assert kinds == {"walk", "jump", "board", "platform"}


def test_games_with_eager_boarding_end_and_agree_with_the_reference():
    """Random players who board when they can: every turn is one step with the same outcome as in the reference."""
    reasons = []
    for seed in range(12):
        chance = random.Random(seed)
        state = crowded_position(chance)
        for _ in range(200):
            if state.is_over():
                break
            assert set(state.steps()) == plain_steps(state), str(state)
            eager = [choice.text for choice in state.choices() if choice.kind == "board"]
            step = chance.choice(eager or state.steps())
            before, expected = state.seat, plain_after(state, step)
            state = state.play(step)
            assert layout(state) == expected, str(state)
            assert state.result == plain_result(*expected[:2]), str(state)
            assert (state.seat, state.turn_begins()) == (1 - before, True)
            assert GAME.parse(str(state)) == state
        reasons.append(state.result.reason if state.result else "")
    assert {"goal", "stalemate"} <= set(reasons)
