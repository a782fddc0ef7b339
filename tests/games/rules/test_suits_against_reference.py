"""Galax and Sirius with all their options compared with a reference implementation."""

import random

import pytest

from games.rules import Result, State, variant
from tests.games.rules.suit_positions import (
    Board,
    GalaxReference,
    SiriusReference,
    around,
    cell,
    is_last_row,
    position_text,
)


def scattered(chance: random.Random) -> Board:
    """A crowded centre, so that captures, champions and huffs occur within a few turns."""
    places = chance.sample([(column, row) for column in range(3, 9) for row in range(1, 9)], 22)
    pieces = chance.sample([(seat, letter) for seat in (0, 1) for letter in "SSSSMMMMTTTTCC"], 22)
    return dict(zip(places, pieces, strict=True)) | {(0, 1): (0, "S"), (0, 8): (1, "S")}


def drawn_towards_action(steps: list[str], chance: random.Random) -> str:
    lively = [step for step in steps if step[0] == "!" or "x" in step]
    ahead = [step for step in steps if step.split("x")[0].endswith(("9", "10", "1", "2"))]
    return chance.choice(chance.choice([group for group in (steps, lively, ahead) if group]))


def walled(chance: random.Random) -> Board:
    """A piece or two in a corner, blocked by the other seat: often there is no move, sometimes only a huff."""
    weak, corner = chance.randrange(2), chance.choice(((0, 0), (9, 9), (0, 4), (9, 5), (0, 8)))
    inside = {corner, chance.choice(around(corner))}
    wall = {place for piece in inside for place in around(piece)} - inside
    beyond = {place for piece in wall for place in around(piece)} - inside - wall
    strong = wall | set(chance.sample(sorted(beyond), 5)) - {chance.choice(sorted(wall))}
    places = [(place, seat) for seat, own in ((weak, inside), (1 - weak, strong)) for place in sorted(own)]
    return {place: (seat, "C" if is_last_row(seat, place) else chance.choice("SMTC")) for place, seat in places}


def check_agreement(state: State, reference: GalaxReference | SiriusReference) -> None:
    steps, letters = state.steps(), {"sun": "S", "moon": "M", "star": "T", "champion": "C"}
    assert (set(steps), len(steps)) == (reference.steps(), len(reference.steps())), str(state)
    board = {cell(piece.cell): (piece.seat, letters[piece.kind]) for piece in state.scene().pieces}
    assert board == reference.board, str(state)
    tally = tuple(sum(owner == seat for owner, _ in board.values()) for seat in (0, 1))
    assert state.tally == tally, str(state)
    winner = Result((1, 2) if tally[0] else (2, 1), "goal") if reference.over() else None
    assert state.result == winner, str(state)
    assert winner or state.seat == reference.seat, str(state)


def follow(state: State, reference: GalaxReference | SiriusReference, chance: random.Random, plies: int) -> None:
    check_agreement(state, reference)
    for _ in range(plies):
        if reference.over():
            break
        step = drawn_towards_action(state.steps(), chance)
        state = state.play(step)
        reference.play(step)
        check_agreement(state, reference)


@pytest.mark.slow
@pytest.mark.parametrize("captures", ["chosen", "all"])
@pytest.mark.parametrize("seed", range(12))
def test_galax_agrees_with_the_reference(seed: int, captures: str) -> None:
    chance, game = random.Random(seed), variant("galax", captures=captures)
    for board, plies in ((scattered(chance), 60), (walled(chance), 12)):
        state = game.parse(position_text(board, seed % 2))
        follow(state, GalaxReference(dict(board), seed % 2, captures), chance, plies)


@pytest.mark.slow
@pytest.mark.parametrize("champion_takes", ["everything", "champions"])
@pytest.mark.parametrize("seed", range(12))
def test_sirius_agrees_with_the_reference(seed: int, champion_takes: str) -> None:
    chance, game = random.Random(seed), variant("sirius", champion_takes=champion_takes)
    for board, plies in ((scattered(chance), 120), (walled(chance), 12)):
        state = game.parse(position_text(board, seed % 2))
        follow(state, SiriusReference(dict(board), seed % 2, champion_takes), chance, plies)
