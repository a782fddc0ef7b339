"""Hand-made positions of Nonaga, and a simple reference implementation of its legal steps."""

import re

from games.rules import variant
from games.rules.core import Result, State
from games.rules.nonaga.text import axial_text, board_text, corner

Axial = tuple[int, int]

GAME = variant("nonaga")
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def position(discs, red, black, *, seat="r", part="p", frozen="-") -> State:
    ordered = sorted(discs, key=lambda disc: (disc[1], disc[0]))
    low = corner(ordered)
    board = board_text(ordered, [*red, *black])
    return GAME.parse(f"{board} {axial_text(*low)} {seat} {part} {frozen}")


def hexagon(radius: int) -> set[Axial]:
    span = range(-radius, radius + 1)
    return {(q, r) for q in span for r in span if abs(q + r) <= radius}


def read_axial(text: str) -> Axial:
    q, r = re.findall(r"-?\d+", text)
    return int(q), int(r)


def shifted(text: str, q: int, r: int) -> str:
    """Any text with all its coordinates moved."""
    return re.sub(r"\((-?\d+),(-?\d+)\)", lambda match: axial_text(int(match[1]) + q, int(match[2]) + r), text)


def neighbours(place: Axial) -> list[Axial]:
    return [(place[0] + q, place[1] + r) for q, r in AROUND]


def discs_and_pawns(state: State) -> tuple[set[Axial], dict[Axial, int]]:
    scene = state.scene()
    discs = {read_axial(cell.name) for cell in scene.cells if cell.kind == "disc"}
    return discs, {read_axial(piece.cell): piece.seat for piece in scene.pieces}


def resting(state: State) -> set[Axial]:
    """The disc that the opponent has just moved, if there is one."""
    return {read_axial(name) for name in dict(state.scene().marked).get("frozen", ())}


def plain_steps(state: State) -> set[str]:
    """The legal steps of a running game, from its scene."""
    steps = plain_pawn_steps(state) if state.turn_begins() else plain_disc_steps(state)
    return steps or {"pass"}


def plain_pawn_steps(state: State) -> set[str]:
    discs, pawns = discs_and_pawns(state)
    steps = set()
    for pawn in [place for place, seat in pawns.items() if seat == state.seat]:
        for q, r in AROUND:
            end = pawn
            while (end[0] + q, end[1] + r) in discs - set(pawns):
                end = (end[0] + q, end[1] + r)
            if end != pawn:
                steps.add(f"{axial_text(*pawn)}-{axial_text(*end)}")
    return steps


def plain_disc_steps(state: State) -> set[str]:
    discs, pawns = discs_and_pawns(state)
    steps = set()
    for disc in discs - set(pawns) - resting(state):
        rest = discs - {disc}
        empty = set(neighbours(disc)) - discs
        slides_out = any(set(neighbours(place)) & empty for place in empty)
        if slides_out and is_connected(rest):
            beside = {place for other in rest for place in neighbours(other)} - discs
            ends = [place for place in beside if len(set(neighbours(place)) & rest) >= 2]
            steps |= {f"o{axial_text(*disc)}-{axial_text(*end)}" for end in ends}
    return steps


def plain_after(state: State, step: str) -> tuple[set[Axial], dict[Axial, int], set[Axial]]:
    """The discs, the pawns and the resting disc after a legal step."""
    discs, pawns = discs_and_pawns(state)
    if step == "pass":
        return discs, pawns, set()
    start, end = map(read_axial, step.split(")-("))
    if step.startswith("o"):
        return discs - {start} | {end}, pawns, {end}
    return discs, {end if place == start else place: seat for place, seat in pawns.items()}, resting(state)


def plain_result(pawns: dict[Axial, int]) -> Result | None:
    own = [{place for place, seat in pawns.items() if seat == owner} for owner in (0, 1)]
    if is_connected(own[0]):
        return Result((1, 2), "goal")
    return Result((2, 1), "goal") if is_connected(own[1]) else None


def is_connected(discs: set[Axial]) -> bool:
    reached: set[Axial] = set()
    fresh = {min(discs)}
    while fresh:
        reached |= fresh
        fresh = {place for disc in fresh for place in neighbours(disc)} & discs - reached
    return reached == discs
