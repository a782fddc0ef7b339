"""Vega's nine variants compared with a reference implementation, in games that seek rare situations."""

import random
from collections import Counter

import pytest

from games.rules import Game, State, variant
from tests.games.rules.vega_positions import position
from tests.games.rules.vega_reference import CELLS, NEIGHBOURS, OPPOSITE, VegaReference, edge_row, start, strip

pytestmark = pytest.mark.slow

KINDS = ("lyra", "ligne", "bataille")
STRIPS = {
    "SW": "d1 c1 c2 b1 b2 a1 a2 · e1 d2 d3 c3 c4 b3 b4 a3 a4 · f1 e2 e3 d4 d5 c5 c6 b5 b6 a5 a6 · "
    "f2 f3 e4 e5 d6 d7 c7 c8 b7 b8 a7 · f4 f5 e6 e7 d8 d9 c9 c10 b9 · f6 f7 e8 e9 d10 d11 c11",
    "SE": "a6 a7 b8 b9 c10 c11 d11 · a4 a5 b6 b7 c8 c9 d9 d10 e9 · a2 a3 b4 b5 c6 c7 d7 d8 e7 e8 f7 · "
    "a1 b2 b3 c4 c5 d5 d6 e5 e6 f5 f6 · b1 c2 c3 d3 d4 e3 e4 f3 f4 · c1 d1 d2 e1 e2 f1 f2",
}

each_variant = pytest.mark.parametrize(("kind", "seats"), [(kind, seats) for kind in KINDS for seats in (2, 3, 4)])


def test_the_reference_has_the_strips_that_the_rules_list():
    assert (len(CELLS), sum(len(near) for near in NEIGHBOURS.values())) == (54, 2 * 72)
    for side, text in STRIPS.items():
        for number, cells in enumerate(text.split("·"), start=1):
            assert {cell for cell in CELLS if strip(side, cell) == number} == set(cells.split())
            assert {cell for cell in CELLS if strip(OPPOSITE[side], cell) == 7 - number} == set(cells.split())
    assert edge_row("S") == {f"a{n}" for n in range(1, 8)}
    assert edge_row("N") == {f"f{n}" for n in range(1, 8)}


# -- positions where something happens --------------------------------------------------------------------------


def piece_counts(kind: str, seats: int, chance: random.Random) -> list[int]:
    """As many as at the start; in a Bataille any number that leaves a seat in play."""
    full = len(start(kind, seats).own(0))
    fewest = {2: 2, 3: 4, 4: 3}[seats] if kind == "bataille" else full
    return [chance.randint(fewest, full) for _ in range(seats)]


def shut_in(kind: str, seats: int, chance: random.Random) -> VegaReference:
    """One seat's pieces are adjacent and surrounded by the others': often there is no move."""
    counts, mover = piece_counts(kind, seats, chance), chance.randrange(seats)
    huddle = grown({chance.choice(["a1", "a7", "f1", "f7", "c1", "d11", "d5"])}, counts[mover], chance)
    everyone = grown(huddle, sum(counts), chance)
    owners = [seat for seat in range(seats) if seat != mover for _ in range(counts[seat])]
    chance.shuffle(owners)
    around = zip(sorted(everyone - huddle), owners, strict=True)
    return VegaReference(kind, dict.fromkeys(huddle, mover) | dict(around), (0,) * seats, mover)


def grown(cells: set[str], size: int, chance: random.Random) -> set[str]:
    """A connected group of that many cells, one neighbour after another."""
    while len(cells) < size:
        beside = {near for cell in cells for near in NEIGHBOURS[cell]} - cells
        cells = cells | {min(beside, key=lambda cell: (-len(cells.intersection(NEIGHBOURS[cell])), chance.random()))}
    return cells


def scattered(kind: str, seats: int, chance: random.Random) -> VegaReference:
    counts = piece_counts(kind, seats, chance)
    owners = [seat for seat in range(seats) for _ in range(counts[seat])]
    return VegaReference(kind, dict(zip(chance.sample(sorted(CELLS), len(owners)), owners, strict=True)), (0,) * seats)


def far_along(kind: str, seats: int, chance: random.Random) -> VegaReference:
    """Most pieces have reached the far side of the board: the game is about to end."""
    reading, board = start(kind, seats), dict[str, int]()
    for seat, count in enumerate(piece_counts(kind, seats, chance)):
        free = chance.sample(sorted(set(CELLS) - set(board)), len(CELLS) - len(board))
        far = sorted(free, key=lambda cell: -strip(reading.side(seat), cell) + 2 * chance.random())
        board |= dict.fromkeys(far[:count], seat)
    return VegaReference(kind, board, reading.ranks, chance.randrange(seats))


def engine_state(game: Game, reading: VegaReference) -> State:
    own = [" ".join(reading.own(seat)) for seat in range(game.seats)]
    return position(game.id, *own, turn="rbyv"[reading.seat])


# -- games ------------------------------------------------------------------------------------------------------


def check_agreement(state: State, reading: VegaReference) -> None:
    steps = state.steps()
    assert (set(steps), len(steps)) == (reading.steps(), len(reading.steps())), str(state)
    assert {piece.cell: piece.seat for piece in state.scene().pieces} == reading.board, str(state)
    assert (state.placed, state.tally) == (reading.ranks, reading.tally), str(state)
    result = state.result
    assert (result and (result.ranks, result.reason, result.by_tally)) == reading.result, str(state)
    if result is None:
        assert (state.seat, state.turn_begins()) == (reading.seat, reading.turn_begins), str(state)


def lively(state: State, reading: VegaReference, chance: random.Random) -> str:
    """A random step, preferring captures and progress."""
    steps = state.steps()
    taking = [choice.text for choice in state.choices() if choice.takes]
    if taking and chance.random() < 0.7:
        return chance.choice(taking)
    if reading.kind == "bataille" or steps[0][0] in "~p" or chance.random() < 0.3:
        return chance.choice(steps)
    side = reading.side(reading.seat)

    def worth(step: str) -> tuple[int, int]:
        first, last = step.split("-")
        return state.play(step).tally[reading.seat], strip(side, last) - strip(side, first)

    return max(chance.sample(steps, min(8, len(steps))), key=worth)


def play_on(state: State, reading: VegaReference, chance: random.Random, plies: int) -> Counter[str]:
    """Play a game in engine and reference, in which a seat sometimes leaves; count the situations that occur."""
    met = Counter[str]()
    check_agreement(state, reading)
    for _ in range(plies):
        if reading.result is not None:
            met["end"] += 1
            break
        if len(reading.playing()) > 2 and chance.random() < 0.01:
            leaver = chance.choice(reading.playing())
            state, reading = state.without(leaver), reading.without(leaver)
            met["left"] += 1
        else:
            step = lively(state, reading, chance)
            met[{"~": "tumble", "p": "pass"}.get(step[0], "triple")] += 1
            state, reading = state.play(step), reading.play(step)
        check_agreement(state, reading)
    return met


@each_variant
def test_games_from_the_start_agree_with_the_reference(kind: str, seats: int):
    for seed in range(2):
        play_on(variant(f"{kind}-{seats}").start(), start(kind, seats), random.Random(seed), 120)


@each_variant
def test_games_from_unusual_positions_agree_with_the_reference(kind: str, seats: int):
    chance, game, met = random.Random(seats), variant(f"{kind}-{seats}"), Counter[str]()
    for _ in range(25):
        for make in (shut_in, scattered, far_along):
            reading = make(kind, seats, chance)
            if reading.judged() == reading:  # the game is not over before it begins
                met += play_on(engine_state(game, reading), reading, chance, 40)
    wanted = {"triple", "tumble", "end"} | ({"left"} if seats > 2 else set())
    assert wanted <= set(met), met
