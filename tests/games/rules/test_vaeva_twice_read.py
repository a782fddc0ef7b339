"""Vaeva against a second reading of its rules, written for clarity alone."""

import random
from itertools import product

import pytest

from games.rules.core import State
from tests.games.rules.vaeva_positions import GAME, crowded_position

pytestmark = pytest.mark.slow


def plain_steps(state: State) -> set[str]:
    """The legal steps of a running game, found from its scene with sets of coordinates and no bits."""
    scene = state.scene()
    owner = {point(piece.cell): piece.seat for piece in scene.pieces}
    covered = {point(name) for name in scene.platform.cells}
    board = set(product(range(1, 21), range(1, 21)))
    own = [cell for cell, seat in owner.items() if seat == state.seat]
    aboard = sum(cell in covered for cell in own)
    steps = set()
    for column, row in set(own) - covered:
        for across, up in product((-1, 1), (-1, 1)):
            line = [(column + across * n, row + up * n) for n in range(1, 21)]
            end = next(cell for cell in line if cell not in owner or cell in covered)
            if end in board - covered:
                steps.add(((column, row), end))
        for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            line = [(column + across * n, row + up * n) for n in range(1, max(1, aboard) + 1)]
            if line[-1] in covered and not set(line) & set(owner):
                steps.add(((column, row), line[-1]))
    texts = {f"{name(start)}-{name(end)}" for start, end in steps} | plain_platform_steps(state, owner, covered, aboard)
    return texts or {"pass"}


def plain_platform_steps(state: State, owner: dict, covered: set, aboard: int) -> set[str]:
    forbidden = {point(cell) for cell in dict(state.scene().marked).get("forbidden", ())}
    found = set()
    for text, way in (("P+", 1), ("P-", -1)):
        swept = {(column + way * n, row) for column, row in covered for n in range(1, aboard + 1)} - covered
        target = {(column + way * aboard, row) for column, row in covered}
        on_board = all(1 <= column <= 20 for column, _ in target)
        if aboard and on_board and target != forbidden and not swept & set(owner):
            found.add(text)
    return found


def point(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - 64, int(cell[1:])


def name(cell: tuple[int, int]) -> str:
    return f"{chr(64 + cell[0])}{cell[1]}"


def test_crowded_positions_agree_with_a_plain_reading():
    chance = random.Random(2)
    kinds = set()
    for _ in range(400):
        state = crowded_position(chance)
        assert set(state.steps()) == plain_steps(state), str(state)
        assert GAME.parse(str(state)) == state
        kinds |= {choice.kind for choice in state.choices()}
    assert kinds == {"walk", "jump", "board", "platform"}


def test_eager_games_end_and_agree_with_a_plain_reading():
    """Random players who board when they can: pawns are conserved, every turn is one step, most games are won."""
    reasons = []
    for seed in range(12):
        chance = random.Random(seed)
        state = crowded_position(chance)
        for _ in range(300):
            if state.is_over():
                break
            assert set(state.steps()) == plain_steps(state), str(state)
            eager = [choice.text for choice in state.choices() if choice.kind == "board"]
            before = state.seat
            state = state.play(chance.choice(eager or state.steps()))
            assert (state.seat, state.turn_begins()) == (1 - before, True)
            assert [sum(piece.seat == seat for piece in state.scene().pieces) for seat in (0, 1)] == [9, 9]
            assert GAME.parse(str(state)) == state
        reasons.append(state.result.reason if state.result else "")
    assert "goal" in reasons
