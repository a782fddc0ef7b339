"""The board of Vega's games, the triple tumble, and the text of positions and steps."""

import random
from collections.abc import Iterator
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path

import pytest

from games.rules import State, variant
from games.rules.vega.board import (
    ATTACK_BEGINS,
    ATTACKED,
    BEHIND,
    INDEX,
    NAMES,
    NEIGHBOURS,
    SIDES,
    STRIPS,
    names_in,
    triple_paths,
)
from tests.games.rules.random_games import walk
from tests.games.rules.refusals import refusal, text_refusal
from tests.games.rules.vega_positions import cells, position

VEGA = [f"{kind}-{seats}" for kind in ("lyra", "ligne", "bataille") for seats in (2, 3, 4)]
OPPOSITE = {"S": "N", "SW": "NE", "SE": "NW"}
HOME_ROW = "a1 a2 a3 a4 a5 a6 a7"
FENCED = position("lyra-2", HOME_ROW, "b2 b4 b6 b8 f1 f3 f5")
WALLED = position("lyra-2", HOME_ROW, "b2 b3 b4 b5 b6 b7 b8")


def reference_neighbours() -> set[frozenset[str]]:
    """Left and right in the row, and the edges between the rows as the rules list them."""
    pairs = {frozenset((one, two)) for strip in STRIPS["S"] for one, two in _names_in_a_row(strip)}
    for i in range(1, 12, 2):
        pairs |= {frozenset((f"a{i}", f"b{i + 1}")), frozenset((f"b{i}", f"c{i + 1}")), frozenset((f"c{i}", f"d{i}"))}
    for i in range(2, 11, 2):
        pairs |= {frozenset((f"d{i}", f"e{i - 1}")), frozenset((f"e{i}", f"f{i - 1}"))}
    return {pair for pair in pairs if pair <= set(NAMES)}


def _names_in_a_row(strip: tuple[int, ...]) -> list[tuple[str, str]]:
    return [(NAMES[one], NAMES[two]) for one, two in pairwise(strip)]


def test_fifty_four_cells_and_seventy_two_edges() -> None:
    pairs = {frozenset((NAMES[cell], NAMES[other])) for cell in range(54) for other in NEIGHBOURS[cell]}
    assert len(NAMES) == 54
    assert len(pairs) == 72
    assert pairs == reference_neighbours()


@pytest.mark.parametrize("side", STRIPS)
def test_six_strips_of_neighbours_cover_the_board(side: str) -> None:
    strips = STRIPS[side]
    assert sorted(cell for strip in strips for cell in strip) == list(range(54))
    assert [len(strip) for strip in strips] == [7, 9, 11, 11, 9, 7]
    assert all(INDEX[two] in NEIGHBOURS[INDEX[one]] for strip in strips for one, two in _names_in_a_row(strip))


def test_edge_rows_and_opposite_sides() -> None:
    assert [NAMES[cell] for cell in STRIPS["NW"][0]] == ["c1", "d1", "d2", "e1", "e2", "f1", "f2"]
    assert [NAMES[cell] for cell in STRIPS["NE"][0]] == ["f6", "f7", "e8", "e9", "d10", "d11", "c11"]
    assert all(STRIPS[side] == STRIPS[other][::-1] for side, other in OPPOSITE.items())


def test_a_triple_tumble_never_returns_and_two_paths_are_one_step() -> None:
    assert all(len({start, *path}) == 4 for start in range(54) for path in triple_paths(start))
    lone = position("bataille-2", "c6 a1", "f1 f3")
    steps = [step for step in lone.steps() if step.startswith("c6-")]
    assert len(triple_paths(INDEX["c6"])) == 12
    assert len(steps) == len(set(steps)) == 9


def test_one_free_path_suffices_and_is_shown() -> None:
    """c6 reaches d6 round a corner past b5 or on the other side; a blue piece on one side leaves the other."""
    both = position("bataille-2", "c6 a1", "f1 f3")
    goal = next(
        step for step in both.steps() if sum(path[2] == INDEX[step[3:]] for path in triple_paths(INDEX["c6"])) == 2
    )
    first, second = [path for path in triple_paths(INDEX["c6"]) if path[2] == INDEX[goal.split("-")[1]]]
    one_side = position("bataille-2", "c6 a1", f"{NAMES[first[0]]} f3")
    both_sides = position("bataille-2", "c6 a1", f"{NAMES[first[0]]} {NAMES[second[0]]}")
    assert one_side.path(goal) == ("c6", *(NAMES[cell] for cell in second))
    assert refusal(both_sides, goal) == {"code": "blocked", "cell": "c6", "other": goal.split("-")[1]}


def test_every_attack_is_across_a_shared_corner() -> None:
    """Derived from the drawing: half a turn about a corner, and the neighbour that does not touch that corner."""
    drawn = variant("lyra-2").board().cells
    at = {(round(cell.x, 2), round(cell.y, 2)): cell.name for cell in drawn}
    expected = set()
    for cell in drawn:
        for x, y in cell.outline:
            target = at.get((round(2 * x - cell.x, 2), round(2 * y - cell.y, 2)))
            behind = at.get((round(2 * cell.x - x, 2), round(2 * cell.y - y, 2)))
            if target and behind:
                expected.add((cell.name, behind, target))
    assert len(expected) > 60
    assert expected == set(listed_attacks())


def listed_attacks() -> Iterator[tuple[str, str, str]]:
    for cell in range(54):
        for entry in range(ATTACK_BEGINS[cell], ATTACK_BEGINS[cell + 1]):
            yield NAMES[cell], names_in(BEHIND[entry])[0], names_in(ATTACKED[entry])[0]


# -- blocked --------------------------------------------------------------------------------------------------------


def test_a_blocked_seat_tumbles_once_and_then_must_move() -> None:
    assert all(step.startswith(("~b", "~f")) for step in FENCED.steps())
    opened = FENCED.play("~b2-b1")
    assert (opened.seat, opened.turn_begins()) == (0, False)
    assert opened.steps() == ["a1-c4"]
    moved = opened.play("a1-c4")
    assert (moved.seat, moved.turn_begins()) == (1, True)


def test_a_blocked_seat_tumbles_twice_and_then_moves() -> None:
    state = position("lyra-2", HOME_ROW, "b2 b3 b4 b6 b8 f1 f3")
    once = state.play("~b2-b1")
    assert all(step.startswith("~") for step in once.steps())
    twice = once.play("~b6-b7")
    assert twice.steps() == ["a5-c6"]
    assert twice.play("a5-c6").seat == 1


def test_no_piece_is_tumbled_twice() -> None:
    assert WALLED.steps() == ["~b2-b1", "~b3-c4", "~b5-c6", "~b7-c8", "~b8-b9"]
    once = WALLED.play("~b2-b1")
    assert once.steps() == ["~b3-b2", "~b3-c4", "~b5-c6", "~b7-c8", "~b8-b9"]
    assert refusal(once, "~b1-b2") == {"code": "tumbled_already", "cell": "b1"}
    twice = once.play("~b3-c4")
    assert str(twice) == "7/9/11/3b7/b2bbbbb1/rrrrrrr r ~b1,c4 00"
    assert twice.scene().marked[-1] == ("tumbled", ("b1", "c4"))


def test_a_seat_with_nothing_left_to_tumble_passes() -> None:
    state = position("bataille-2", "a1 a2", "a3 a4 b1 b2")
    for step in ("~a3-b4", "~a4-a3", "~b1-c2", "~b2-b3"):
        assert step in state.steps()
        assert state.steps()[0].startswith("~")
        state = state.play(step)
    assert state.steps() == ["pass"]
    assert refusal(state, "a1-b3") == {"code": "must_pass"}
    passed = state.play("pass")
    assert (passed.seat, passed.turn_begins()) == (1, True)
    assert state.path("pass") == ()


def reference_steps(state: State) -> set[str]:
    """The legal steps by a slow reference: on sets of names, tumble by tumble."""
    pieces = {piece.cell: piece for piece in state.scene().pieces}
    pairs = reference_neighbours()
    beside = {name: {other for pair in pairs if name in pair for other in pair - {name}} for name in NAMES}
    moves = set()
    for start in (cell for cell, piece in pieces.items() if piece.seat == state.seat):
        paths = [(start,)]
        for _ in range(3):
            paths = [(*path, cell) for path in paths for cell in beside[path[-1]] - set(path) - set(pieces)]
        moves |= {f"{start}-{path[-1]}" for path in paths}
    opposing = [cell for cell, piece in pieces.items() if piece.seat != state.seat and not piece.marks]
    tumbles = {f"~{cell}-{other}" for cell in opposing for other in beside[cell] - set(pieces)}
    return moves or tumbles or {"pass"}


def test_every_way_out_of_a_corner_agrees_with_the_reference() -> None:
    """All positions that a blocked seat can reach by tumbling."""
    kinds = {"move": 0, "tumble": 0, "pass": 0}
    seen = {position("bataille-2", "a1 a2", "a3 a4 b1 b2")}
    unread = list(seen)
    while unread:
        state = unread.pop()
        assert set(state.steps()) == reference_steps(state)
        assert state == variant("bataille-2").parse(str(state))
        kinds[state.choices()[0].kind] += 1
        ahead = {state.play(step) for step in state.steps() if step.startswith("~")}
        unread += ahead - seen
        seen |= ahead
    assert kinds["pass"] > 0
    assert (kinds["move"], kinds["tumble"]) == (10, 21)


def test_crowded_positions_agree_with_the_reference() -> None:
    chance = random.Random(2)
    for _ in range(150):
        crowd = chance.sample(NAMES[:27], 18)
        state = position("bataille-3", " ".join(crowd[:6]), " ".join(crowd[6:12]), " ".join(crowd[12:]))
        assert set(state.steps()) == reference_steps(state)


# -- refusals -------------------------------------------------------------------------------------------------------

START = variant("lyra-2").start()
REFUSED: list[tuple[State, str, dict[str, object]]] = [
    (START, "hello", {"code": "unreadable_step", "step": "hello"}),
    (START, "a2-b5\n", {"code": "unreadable_step", "step": "a2-b5\n"}),
    (START, "a2-b٥", {"code": "unreadable_step", "step": "a2-b٥"}),
    (START, "a9-b5", {"code": "no_cell", "name": "a9"}),
    (START, "b5-c5", {"code": "not_own_piece", "cell": "b5"}),
    (START, "f1-e4", {"code": "not_own_piece", "cell": "f1"}),
    (START, "a1-a4", {"code": "occupied", "cell": "a4"}),
    (START, "a1-a1", {"code": "returns"}),
    (START, "a2-d1", {"code": "out_of_reach", "cell": "a2", "other": "d1"}),
    (START, "a2-b2", {"code": "out_of_reach", "cell": "a2", "other": "b2"}),
    (START, "a2-b3", {"code": "blocked", "cell": "a2", "other": "b3"}),
    (START, "pass", {"code": "must_move", "step": "a1-b4"}),
    (START, "~f1-e2", {"code": "no_tumble_needed", "step": "a1-b4"}),
    (FENCED, "pass", {"code": "must_tumble", "step": "~b2-b1"}),
    (FENCED, "a1-b3", {"code": "tumble_first", "step": "~b2-b1"}),
    (FENCED, "~a1-b2", {"code": "not_opposing_piece", "cell": "a1"}),
    (FENCED, "~c4-c5", {"code": "not_opposing_piece", "cell": "c4"}),
    (FENCED, "~b2-a1", {"code": "occupied", "cell": "a1"}),
    (FENCED, "~b2-b5", {"code": "not_next", "other": "b5", "cell": "b2"}),
]


@pytest.mark.parametrize(("state", "step", "facts"), REFUSED, ids=[step for _, step, _ in REFUSED])
def test_errors_name_the_cells_they_are_about(state: State, step: str, facts: dict[str, object]) -> None:
    assert refusal(state, step) == facts


def test_a_finished_game_accepts_no_step() -> None:
    over = position("lyra-2", "f1 f2 f3 f4 f5 f6 f7", "a1 a2 a3 a4 a5 a6 b3", ranks="12")
    assert over.steps() == []
    assert refusal(over, "pass") == {"code": "game_over"}


# -- text -----------------------------------------------------------------------------------------------------------

BAD_POSITIONS: list[tuple[str, dict[str, object]]] = [
    ("", {"code": "wrong_fields", "example": str(START)}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r -", {"code": "wrong_fields", "example": str(START)}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r -  00", {"code": "wrong_fields", "example": str(START)}),
    ("bbbbbbb/9/11/11/rrrrrrr r - 00", {"code": "wrong_rows", "count": 5}),
    ("bbbbbbb/9/11/11/9/rrrrrr r - 00", {"code": "wrong_width", "name": "a", "width": 7, "count": 6}),
    ("bbbbbbb/9/11/11/9/rrrrrry r - 00", {"code": "unreadable_row", "name": "a", "letters": "rb", "row": "rrrrrry"}),
    ("bbbbbbb/9/11/11/9/rrrr rrr - 00", {"code": "unknown_seat", "letters": "rb", "fields": "rrr"}),
    ("bbbbbbb/9/11/11/09/rrrrrrr r - 00", {"code": "bad_number", "name": "b", "row": "09"}),
    ("bbbbbbb/9/11/999999999/9/rrrrrrr r - 00", {"code": "bad_number", "name": "c", "row": "999999999"}),
    ("bbbbbbb/9/11/11/54/rrrrrrr r - 00", {"code": "wrong_width", "name": "b", "width": 9, "count": 54}),
    ("bbbbbbb/9/11/11/9/rrrrrrr y - 00", {"code": "unknown_seat", "letters": "rb", "fields": "y"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r x 00", {"code": "unreadable_tumbled", "field": "x"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r ~g1 00", {"code": "unreadable_tumbled", "field": "~g1"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r ~f2,f1 00", {"code": "tumbled_order"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r ~a1 00", {"code": "tumbled_not_opposing"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r ~c1 00", {"code": "tumbled_not_opposing"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r - 0", {"code": "unreadable_ranks", "seats": 2}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r - 03", {"code": "unreadable_ranks", "seats": 2}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r - 20", {"code": "one_seat_left"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r ~f1 12", {"code": "tumbled_after_end"}),
]


@pytest.mark.parametrize(("text", "facts"), BAD_POSITIONS)
def test_bad_text_says_what_is_wrong(text: str, facts: dict[str, object]) -> None:
    assert text_refusal(variant("lyra-2"), text) == facts


def test_empty_cells_are_written_as_one_number() -> None:
    """So that one position has one text."""
    refused = text_refusal(variant("lyra-2"), "bbbbbbb/x9/11/11/9/rrrrrrr r - 00")
    assert refused == {"code": "unreadable_row", "name": "e", "letters": "rb", "row": "x9"}
    assert str(START) == "bbbbbbb/9/11/11/9/rrrrrrr r - 00"


@pytest.mark.slow
@pytest.mark.parametrize("game_id", VEGA)
def test_text_round_trips_in_random_games(game_id: str) -> None:
    game = variant(game_id)
    for seed in range(6):
        for state in walk(game, random.Random(seed), 150):
            read = game.parse(str(state))
            assert (read, hash(read), str(read)) == (state, hash(state), str(state))
            assert (read.result, read.steps()) == (state.result, state.steps())


def test_the_examples_of_the_manual_are_valid_positions() -> None:
    manual = Path(__file__).parents[3] / "docs" / "notation" / "vega.md"
    rows = [line.split("|") for line in manual.read_text().splitlines() if line.startswith("| `") and "/" in line]
    assert len(rows) == 4
    for row in rows:
        text = row[1].strip().strip("`")
        assert str(variant(row[2].strip().strip("`")).parse(text)) == text


# -- drawing --------------------------------------------------------------------------------------------------------


def test_triangles_meet_in_lattice_points() -> None:
    board = variant("lyra-2").board()
    corners = {corner for cell in board.cells for corner in cell.outline}
    assert len(board.cells) == 54
    assert len(corners) == 37
    for cell in board.cells:
        (x1, y1), (x2, y2), (x3, y3) = cell.outline
        assert (round(x2 - x1, 3), y1, x3) == (1, y2, (x1 + x2) / 2)
        assert abs(abs(y3 - y1) - 0.866) < 0.001
        assert board.x < cell.x < board.x + board.width
        assert board.y < cell.y < board.y + board.height


@pytest.mark.parametrize("seats", SIDES)
def test_a_turned_board_has_the_viewers_side_at_the_bottom(seats: int) -> None:
    board = variant(f"lyra-{seats}").board()
    places = {cell.name: (cell.x, cell.y) for cell in board.cells}
    for angle, home in zip(board.turns, board.homes, strict=True):
        x = sum(places[name][0] for name in home) / 7
        y = sum(places[name][1] for name in home) / 7
        turned = x * cos(radians(angle)) - y * sin(radians(angle)), x * sin(radians(angle)) + y * cos(radians(angle))
        assert turned[0] == pytest.approx(0, abs=0.01)
        assert turned[1] > 2


def test_the_scene_shows_pieces_owners_and_goals() -> None:
    scene = START.scene()
    assert cells(START, 0) == HOME_ROW
    assert {piece.kind for piece in scene.pieces} == {"tetrahedron"}
    assert scene.marked == (
        ("goal:0", ("f1", "f2", "f3", "f4", "f5", "f6", "f7")),
        ("goal:1", tuple(HOME_ROW.split())),
    )


def test_choices_are_sequences_of_clicked_cells() -> None:
    choice = START.choices()[0]
    assert (choice.kind, choice.text, "-".join(choice.clicks)) == ("move", START.steps()[0], START.steps()[0])
    tumble = FENCED.choices()[0]
    assert (tumble.kind, tumble.clicks) == ("tumble", ("b2", "b1"))
    assert FENCED.path("~b2-b1") == ("b2", "b1")


def test_paths_are_three_tumbles_over_empty_cells() -> None:
    for state in walk(variant("lyra-3"), random.Random(7), 60):
        standing = {piece.cell for piece in state.scene().pieces}
        for step in state.steps():
            path = state.path(step)
            assert step == f"{path[0]}-{path[-1]}"
            assert len(set(path)) == 4
            assert not standing & set(path[1:])
            assert all(INDEX[two] in NEIGHBOURS[INDEX[one]] for one, two in pairwise(path))
