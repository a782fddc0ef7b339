"""The rules of Nonaga, sentence by sentence, and compared with a reference implementation."""

import random

import pytest

from games.rules import Result
from games.rules.core import State
from games.rules.scene import Choice
from tests.games.rules.nonaga_positions import (
    GAME,
    discs_and_pawns,
    hexagon,
    neighbours,
    plain_after,
    plain_result,
    plain_steps,
    position,
    read_axial,
    resting,
    shifted,
)
from tests.games.rules.refusals import refusal, text_refusal

START = "2rob/1oooo/booor/oooo/rob (-2,-2) r p -"
LINE = [(q, 0) for q in range(19)]
RING = hexagon(2) - hexagon(1)
CORNERS = {"red": [(2, 0), (-2, 2), (0, -2)], "black": [(0, 2), (-2, 0), (2, -2)]}


def targets(state: State, disc: str) -> set[str]:
    return {choice.clicks[1] for choice in state.choices() if choice.clicks[0] == disc}


# -- the pawn ---------------------------------------------------------------------------------------------------


def test_the_starting_position():
    state = GAME.start()
    assert str(state) == START
    assert (state.seat, state.turn_begins(), state.tally, state.result) == (0, True, (0, 0), None)
    assert state.steps() == [
        "(0,-2)-(1,-2)",
        "(0,-2)-(0,1)",
        "(0,-2)-(-1,-1)",
        "(2,0)-(1,1)",
        "(2,0)-(-1,0)",
        "(2,0)-(2,-1)",
        "(-2,2)-(-1,2)",
        "(-2,2)-(-2,1)",
        "(-2,2)-(1,-1)",
    ]


def test_a_pawn_slides_as_far_as_it_can():
    state = GAME.start()
    assert refusal(state, "(2,0)-(1,0)") == {"code": "slides_on", "cell": "(-1,0)"}
    assert refusal(state, "(2,0)-(-2,0)") == {"code": "slides_on", "cell": "(-1,0)"}
    assert refusal(state, "(2,0)-(3,0)") == {"code": "cannot_slide", "cell": "(2,0)"}
    assert refusal(state, "(2,0)-(1,2)") == {"code": "not_in_line", "other": "(1,2)", "cell": "(2,0)"}
    assert refusal(state, "(2,0)-(2,0)") == {"code": "not_in_line", "other": "(2,0)", "cell": "(2,0)"}


def test_a_hole_stops_a_pawn():
    discs = hexagon(2) - {(0, 0)} | {(3, -1)}
    state = position(discs, CORNERS["red"], CORNERS["black"])
    assert "(2,0)-(1,0)" in state.steps()


def test_only_own_pawns_slide():
    state = GAME.start()
    assert refusal(state, "(0,2)-(0,0)") == {"code": "opponents_pawn", "cell": "(0,2)"}
    assert refusal(state, "(0,0)-(1,0)") == {"code": "no_pawn", "cell": "(0,0)"}
    assert refusal(state, "(9,9)-(8,9)") == {"code": "no_pawn", "cell": "(9,9)"}
    assert refusal(state, "(999999999,0)-(8,9)") == {"code": "no_pawn", "cell": "(999999999,0)"}


def test_pawn_first_then_disc():
    state = GAME.start()
    assert refusal(state, "o(1,1)-(3,-1)") == {"code": "pawn_first"}
    middle = state.play("(2,0)-(-1,0)")
    assert (middle.seat, middle.turn_begins()) == (0, False)
    assert refusal(middle, "(0,-2)-(0,1)") == {"code": "disc_next"}
    after = middle.play("o(2,0)-(3,-2)")
    assert (after.seat, after.turn_begins()) == (1, True)


@pytest.mark.parametrize("text", ["", "(2,0)", "(2,0)-(-1,-0)", "(02,0)-(-1,0)", "(2,0)-(-1,0) ", "(2, 0)-(-1,0)", "o"])
def test_illegal_steps_are_refused(text):
    state = GAME.start()
    assert refusal(state, text) == {"code": "unreadable_step"}
    assert "(2,0)-(-1,0)" in state.steps()


# -- the aim ----------------------------------------------------------------------------------------------------


WINS = {
    "line": ([(-1, 0), (0, 0), (2, 0)], "(2,0)-(1,0)"),
    "triangle": ([(0, 0), (1, 0), (1, -2)], "(1,-2)-(1,-1)"),
    "angle": ([(0, 0), (1, 0), (-2, 1)], "(-2,1)-(1,1)"),
}


@pytest.mark.parametrize("shape", WINS)
@pytest.mark.parametrize("seat", [0, 1])
def test_three_connected_pawns_win_at_once(shape, seat):
    own, step = WINS[shape]
    other = [(0, 2), (-2, 2), (2, -2)]
    red, black = (own, other) if seat == 0 else (other, own)
    state = position(hexagon(2), red, black, seat="rb"[seat])
    assert (state.result, state.tally[seat]) == (None, 1)
    won = state.play(step)
    assert won.result == Result((1, 2) if seat == 0 else (2, 1), "goal")
    assert (won.is_over(), won.steps(), won.choices(), won.placed) == (True, [], [], won.result.ranks)
    assert won.tally[seat] == (3 if shape == "triangle" else 2)
    assert refusal(won, "o(1,-1)-(3,-1)") == {"code": "game_over"}
    assert GAME.parse(str(won)) == won


# -- the disc ---------------------------------------------------------------------------------------------------


def to_move_a_disc(discs=None, red=None, black=None, **others) -> State:
    return position(discs or hexagon(2), red or CORNERS["red"], black or CORNERS["black"], part="d", **others)


def test_a_disc_goes_where_it_touches_two_others():
    state = to_move_a_disc()
    assert "(3,-1)" in targets(state, "(1,1)")
    assert refusal(state, "o(1,1)-(3,0)") == {"code": "touches_too_few", "cell": "(3,0)"}
    assert refusal(state, "o(1,1)-(80,0)") == {"code": "touches_too_few", "cell": "(80,0)"}
    assert refusal(state, "o(1,1)-(0,0)") == {"code": "occupied", "cell": "(0,0)"}
    assert refusal(state, "o(1,1)-(1,1)") == {"code": "same_place"}
    assert refusal(state, "o(5,5)-(3,-1)") == {"code": "no_disc", "cell": "(5,5)"}


def test_a_disc_is_not_a_contact_of_its_own_new_place():
    state = to_move_a_disc()
    # (2,1) touches (1,1) and (2,0) and so needs another once (1,1) is gone
    assert "(2,1)" not in targets(state, "(1,1)")
    assert "(2,1)" in targets(state, "(-1,-1)")
    assert refusal(state, "o(1,1)-(2,1)") == {"code": "touches_too_few", "cell": "(2,1)"}


def test_a_disc_with_a_pawn_on_it_cannot_move():
    state = to_move_a_disc()
    assert targets(state, "(2,0)") == set()
    assert refusal(state, "o(2,0)-(3,-2)") == {"code": "pawn_on_disc", "cell": "(2,0)"}


def test_an_inner_disc_cannot_slide_out():
    state = to_move_a_disc()
    assert targets(state, "(0,0)") == set()
    assert refusal(state, "o(0,0)-(3,-1)") == {"code": "enclosed_disc", "cell": "(0,0)"}


def test_a_disc_with_four_contacts_may_still_be_enclosed():
    """Two empty places beside (0,0), but not beside each other."""
    discs = hexagon(2) - {(1, 0), (-1, 0)} | {(3, -1), (-3, 1)}
    state = to_move_a_disc(discs)
    assert targets(state, "(0,0)") == set()
    assert refusal(state, "o(0,0)-(1,0)") == {"code": "enclosed_disc", "cell": "(0,0)"}


def test_a_disc_can_move_out_through_a_hole_of_two_places():
    discs = hexagon(2) - {(0, 0), (1, 0)} | {(3, -1), (-3, 1)}
    state = to_move_a_disc(discs)
    # (1,-1) touches both places of the hole, which are next to each other, and none outside
    assert {(2, -1), (1, -2), (2, -2), (0, -1)} <= discs
    assert "(3,-2)" in targets(state, "(1,-1)")


def test_a_disc_may_be_moved_into_a_hole():
    discs = hexagon(2) - {(0, 0)} | {(3, -1)}
    state = to_move_a_disc(discs)
    assert "(0,0)" in targets(state, "(3,-1)")
    assert "(0,0)" in {cell.name for cell in state.scene().cells if cell.kind == "space"}


def test_the_disc_that_the_opponent_just_moved_is_frozen():
    state = GAME.start().play("(2,0)-(-1,0)").play("o(2,0)-(3,-2)")
    assert str(state).endswith(" b p (3,-2)")
    assert state.scene().marked == (("frozen", ("(3,-2)",)),)
    middle = state.play("(0,2)-(0,-1)")
    assert targets(middle, "(3,-2)") == set()
    assert refusal(middle, "o(3,-2)-(2,0)") == {"code": "resting_disc"}
    later = middle.play("o(0,2)-(2,0)").play("(-2,2)-(-2,1)")
    assert targets(later, "(3,-2)") != set()
    assert targets(later, "(2,0)") == set()


def test_a_pawn_may_slide_onto_the_frozen_disc():
    discs = hexagon(2) - {(1, 1)} | {(3, -2)}
    state = position(discs, CORNERS["red"], [(0, 2), (-2, 0), (0, 1)], frozen="(3,-2)")
    onto = state.play("(0,-2)-(3,-2)")
    assert GAME.parse(str(onto)) == onto
    assert targets(onto, "(3,-2)") == set()


def test_the_board_must_stay_connected():
    bridge = {(3, 0), (4, 0), (4, 1), (5, 0)}
    discs = hexagon(2) - {(1, 1), (-1, -1), (-1, 2), (1, -2)} | bridge
    state = to_move_a_disc(discs)
    assert targets(state, "(3,0)") == set()
    assert refusal(state, "o(3,0)-(3,-1)") == {"code": "falls_apart", "cell": "(3,0)"}
    assert targets(state, "(5,0)") != set()


def test_a_ring_stays_connected_without_one_disc_but_not_without_two():
    outside = {(3, -1), (3, -2), (3, 0), (3, -3), (4, -2), (4, -1), (4, -3)}
    ring = to_move_a_disc(RING | outside)
    assert "(4,0)" in targets(ring, "(-1,-1)")
    opened = to_move_a_disc(RING - {(-1, -1)} | outside | {(4, 0)})
    assert targets(opened, "(1,1)") == set()
    assert refusal(opened, "o(1,1)-(2,1)") == {"code": "falls_apart", "cell": "(1,1)"}


def test_a_disc_may_be_left_with_a_single_contact():
    discs = hexagon(2) - {(1, 1)} | {(3, -2)}
    state = to_move_a_disc(discs, black=[(0, 2), (-2, 0), (0, 1)])
    after, _ = discs_and_pawns(state.play("o(2,-2)-(1,1)"))
    assert set(neighbours((3, -2))) & after == {(2, -1)}


# -- passing ----------------------------------------------------------------------------------------------------


def test_without_a_pawn_step_the_turn_is_passed():
    """Three arms, red at their tips, black right behind."""
    black = [(2, 0), (-2, 2), (0, -2)]
    red = [(3, 0), (-3, 3), (0, -3)]
    edges = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]
    state = position(hexagon(1) | {*black, *red, *edges}, red, black, frozen="(1,1)")
    assert state.steps() == ["pass"]
    assert state.path("pass") == ()
    assert [(choice.kind, choice.clicks) for choice in state.choices()] == [("pass", ("pass",))]
    after = state.play("pass")
    assert (after.seat, after.turn_begins(), after.scene().marked) == (1, True, ())


def test_without_a_disc_step_only_that_step_is_passed():
    """A line with a pawn at each end: every other disc holds it together."""
    state = position(LINE, [(0, 0), (4, 0), (18, 0)], [(2, 0), (8, 0), (12, 0)], part="d", frozen="(3,0)")
    assert state.steps() == ["pass"]
    after = state.play("pass")
    assert (after.seat, after.turn_begins(), str(after)[-1]) == (1, True, "-")


def test_pass_is_refused_while_there_is_a_step():
    for state, code in ((GAME.start(), "pawn_can_move"), (to_move_a_disc(), "disc_can_move")):
        assert refusal(state, "pass") == {"code": code}
        assert state.steps()


# -- the moving board -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", [(1, 0), (0, 1), (-7, 3), (8, -5), (15, -1), (-100_000, 65_537)])
def test_a_shifted_board_plays_the_same(shift):
    chance = random.Random(5)
    state = GAME.start()
    for _ in range(20):
        moved = GAME.parse(shifted(str(state), *shift))
        assert moved != state
        assert moved.repetition_key() == state.repetition_key()
        assert moved.steps() == [shifted(step, *shift) for step in state.steps()]
        state = state.play(chance.choice([step for step in state.steps() if not state.play(step).is_over()]))


def test_a_very_long_board_follows_the_same_rules():
    """Both seats move discs ever further to the east, then to the north, until the board is nearly a line."""
    state = GAME.start()
    for ply in range(120):
        assert set(state.steps()) == plain_steps(state), str(state)
        assert list(GAME.parse(str(state)).codes()) == list(state.codes())
        way = (1, 0) if ply < 70 else (0, -1)
        state = furthest(state, way)
    discs, _ = discs_and_pawns(state)
    assert max(r for _, r in discs) - min(r for _, r in discs) >= 14


def furthest(state: State, way: tuple[int, int]) -> State:
    """The position after the step that moves furthest, among those that keep the mover's pawns furthest apart."""

    def worth(choice: Choice, after: State) -> tuple[int, int]:
        ends = [read_axial(name) for name in choice.clicks if name != "pass"] or [(0, 0)]
        gain = (ends[-1][0] - ends[0][0]) * way[0] + (ends[-1][1] - ends[0][1]) * way[1]
        return -after.tally[state.seat], gain

    followers = [state.after(code) for code in state.codes()]
    return max(zip(state.choices(), followers, strict=True), key=lambda pair: worth(*pair))[1]


@pytest.mark.slow
def test_random_games_agree_with_the_reference():
    ends = 0
    for seed in range(15):
        chance = random.Random(seed)
        state = GAME.start()
        for _ in range(60):
            if state.is_over():
                break
            steps = state.steps()
            assert set(steps) == plain_steps(state), str(state)
            step = chance.choice(steps)
            turn_goes_on = state.turn_begins() and step != "pass"
            seat, expected = state.seat, plain_after(state, step)
            state = state.play(step)
            assert (*discs_and_pawns(state), resting(state)) == expected, str(state)
            assert state.result == plain_result(expected[1]), str(state)
            assert state.is_over() or state.seat == (seat if turn_goes_on else 1 - seat), str(state)
        ends += state.is_over()
    assert ends > 5


# -- position text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", {"code": "wrong_fields"}),
        ("o" * 1000, {"code": "wrong_fields"}),
        (START + " ", {"code": "wrong_fields"}),
        (START.replace(" r ", " w "), {"code": "unknown_seat", "seat": "w"}),
        (START.replace(" p ", " x "), {"code": "unknown_part", "part": "x"}),
        (START.replace("(-2,-2)", "-2,-2"), {"code": "unreadable_place", "text": "-2,-2"}),
        (START.replace("booor", "boor"), {"code": "wrong_count", "discs": 19, "count": 18}),
        (START.replace("booor", "booo2"), {"code": "unreadable_row", "line": "booo2"}),
        (START.replace("booor", "boooo"), {"code": "wrong_pawns"}),
        (START.replace("booor", "booo1r"), {"code": "not_connected"}),
        (START.replace("booor", "booo99r"), {"code": "not_connected"}),
        (START.replace("2rob", "4rob/"), {"code": "unreadable_row", "line": ""}),
        (START.replace("(-2,-2)", "(-2,-02)"), {"code": "other_spelling", "state": START}),
        (START.replace("2rob", "02rob"), {"code": "other_spelling", "state": START}),
        (START[:-1] + "(3,3)", {"code": "no_resting_disc", "frozen": "(3,3)"}),
        (START[:-1] + "(2,0)", {"code": "pawn_on_resting_disc"}),
        ("2rrr/1oooo/booob/oooo/oob (-2,-2) r p -", {"code": "won_before"}),
        ("2rrr/1oooo/booob/oooo/oob (-2,-2) b d -", {"code": "won_before"}),
        ("2rrr/1oooo/ooooo/oooo/bbb (-2,-2) r d -", {"code": "two_winners"}),
    ],
)
def test_bad_text_is_refused_with_a_reason(text, facts):
    assert text_refusal(GAME, text) == facts


# -- what is drawn and clicked ----------------------------------------------------------------------------------


def test_scene_and_paths():
    state = GAME.start()
    scene = state.scene()
    discs = {cell.name: cell for cell in scene.cells if cell.kind == "disc"}
    spaces = {cell.name for cell in scene.cells if cell.kind == "space"}
    assert (len(discs), len(spaces)) == (19, 12)
    assert (discs["(2,-2)"].x, round(discs["(2,-2)"].y, 3)) == (1.0, -1.732)
    assert all(len(cell.outline) == 6 for cell in scene.cells)
    assert state.path("(2,0)-(-1,0)") == ("(2,0)", "(1,0)", "(0,0)", "(-1,0)")
    assert state.path("(-2,2)-(1,-1)") == ("(-2,2)", "(-1,1)", "(0,0)", "(1,-1)")
    middle = state.play("(2,0)-(-1,0)")
    assert middle.path("o(2,0)-(3,-2)") == ("(2,0)", "(3,-2)")
    assert {choice.kind for choice in state.choices()} == {"pawn"}
    assert {choice.kind for choice in middle.choices()} == {"disc"}
    assert GAME.board().cells == ()
