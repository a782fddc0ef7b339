"""Ligne: what counts as a line, and what happens to a seat that has one."""

import pytest

from games.rules import Result, variant
from tests.games.rules.refusals import refusal, text_refusal
from tests.games.rules.vega_positions import cells, position

HOME_ROW = "a1 a2 a3 a4 a5 a6 a7"
BLUE = "b2 b4 b6 b8 f1 f3 f5"


def test_five_in_a_row_of_the_far_half_win() -> None:
    state = position("ligne-2", "e1 e2 e3 e4 e8 a1 a2", "b2 b4 b6 b8 f1 f3 f7")
    over = state.play("e8-e5")
    assert over.result == Result((1, 2), "goal")
    assert (over.tally[0], over.steps(), cells(over, 0)) == (5, [], "a1 a2 e1 e2 e3 e4 e5")


@pytest.mark.parametrize(
    ("own", "step"),
    [("f1 e2 e3 d4 d8 a1 a2", "d8-d5"), ("d6 e5 e6 f5 d2 a1 a2", "d2-d5")],
    ids=["rising", "falling"],
)
def test_a_line_may_run_in_any_direction(own: str, step: str) -> None:
    state = position("ligne-2", own, "b2 b4 b6 b8 f2 f3 f7")
    assert state.tally[0] == 4
    assert state.play(step).result == Result((1, 2), "goal")


def test_a_gap_splits_a_line() -> None:
    state = position("ligne-2", "e1 e2 e3 e4 e6 e9 a1", "b2 b4 b6 b8 f1 f3 f7")
    assert (state.result, state.tally[0]) == (None, 4)
    assert state.play("e9-d8").result is None


def test_only_the_part_in_the_far_half_counts() -> None:
    """The third strip from SW runs f1 e2 e3 d4 d5 | c5 c6 b5 b6: four beyond the middle and one before it are four."""
    state = position("ligne-2", "e2 e3 d4 c5 d8 a1 a2", "b2 b4 b6 b8 f2 f3 f7")
    solitaire_game = state.play("d8-d5")
    assert (solitaire_game.result, solitaire_game.tally[0]) == (None, 4)
    own_half = position("ligne-2", "c1 c2 c3 c4 c8 a1 a2", BLUE).play("c8-c5")
    assert (own_half.result, own_half.tally[0]) == (None, 0)


def test_a_bent_row_of_neighbours_is_no_line() -> None:
    """Five pieces round a corner of the lattice, each next to the last, are three and three."""
    state = position("ligne-2", "d4 d5 d6 e5 e4 a1 a2", "b2 b4 b6 b8 f1 f3 f7")
    assert (state.result, state.tally[0]) == (None, 3)


def test_tally_is_the_longest_line() -> None:
    assert variant("ligne-2").start().tally == (0, 0)
    assert position("ligne-2", "d4 e6 e7 f1 a1 a2 a3", "c1 c2 c3 b3 b4 f2 f3").tally == (2, 3)
    assert position("ligne-2", "d4 c6 c7 a4 a1 a2 a3", "d1 d2 d3 e3 e4 f2 f3").tally == (1, 0)


def test_with_three_seats_a_line_of_four_suffices_and_only_it_stays() -> None:
    state = position("ligne-3", "e2 e3 e4 e8 d8 a1 a2", "a3 a5 b4 b6 b8 c5 c9", "b2 c1 c3 d3 d1 b5 c7")
    played = state.play("e8-e5")
    assert (played.result, played.placed, played.seat) == (None, (1, 0, 0), 1)
    assert cells(played, 0) == "e2 e3 e4 e5"
    assert played.tally[0] == 4
    assert {piece.marks for piece in played.scene().pieces if piece.seat == 0} == {("finished",)}


def test_all_runs_of_four_stay() -> None:
    """The last piece closes a row and a rising strip at once: all seven stay."""
    crossed = position("ligne-3", "e2 e3 e4 f2 f3 d6 e8", "a3 a5 b4 b6 b8 c5 c9", "b2 c1 c3 d3 d1 b5 c7")
    played = crossed.play("e8-e5")
    assert played.placed == (1, 0, 0)
    assert cells(played, 0) == "d6 e2 e3 e4 e5 f2 f3"


def test_a_finished_line_blocks() -> None:
    state = position("ligne-3", "e2 e3 e4 e5", "a3 a5 b4 b6 a6 c9 c3", "b2 c1 c2 d6 d1 b5 c7", turn="y", ranks="100")
    assert "d6-e5" not in state.steps()
    assert not {step[-2:] for step in state.steps()} & {"e2", "e3", "e4", "e5"}
    assert refusal(state, "d6-e5") == {"code": "occupied", "cell": "e5"}


def test_the_last_seat_gets_the_remaining_rank() -> None:
    """Yellow of three aims at SW: c1 c2 b1 b2 is a line along its goal row."""
    state = position("ligne-3", "e2 e3 e4 e5", "a3 a5 b8 b6 a6 c9 c5", "c1 c2 b1 b5 d3 d8 c7", turn="y", ranks="100")
    over = state.play("b5-b2")
    assert over.result == Result((1, 3, 2), "goal")
    assert cells(over, 2) == "b1 b2 c1 c2"
    assert variant("ligne-3").parse(str(over)) == over


def test_a_seat_that_left_ranks_last() -> None:
    state = position("ligne-3", "e2 e3 e4 e8 d8 a1 a2", "a3 a5 b4 b6 b8 c5 c9", "b2 c1 c3 d3 d1 b5 c7")
    over = state.without(2).play("e8-e5")
    assert over.result == Result((1, 2, 3), "goal")
    assert variant("ligne-3").parse(str(over)) == over


# -- blocked --------------------------------------------------------------------------------------------------------

POCKET = position("ligne-4", "c2 b1 b2 a1 a2", "f7 e9 d9 c8 a7", "c3 c4 b3 b4 a3", "c1 d1 d2 e1", ranks="0012")


def test_a_finished_line_is_never_tumbled() -> None:
    assert {step[1:3] for step in POCKET.steps()} == {"f7", "e9", "d9", "c8", "a7"}
    assert refusal(POCKET, "~c3-d3") == {"code": "finished_line", "cell": "c3"}


def test_a_seat_blocked_by_finished_lines_tumbles_all_others_and_passes() -> None:
    state = POCKET
    for _ in range(5):
        assert all(step.startswith("~") for step in state.steps())
        state = state.play(state.steps()[-1])
    assert state.steps() == ["pass"]
    assert state.play("pass").seat == 1


def test_a_tumbled_piece_can_finish_its_owners_line() -> None:
    """Red is blocked at home by yellow and completes blue's line; blue has finished, and red's turn continues."""
    state = position("ligne-3", HOME_ROW, "c8 c9 c10 d11 f1 f3 f5", "b2 b4 b6 b8 d3 d5 e5")
    assert "~d11-c11" in state.steps()
    closed = state.play("~d11-c11")
    assert (closed.seat, closed.turn_begins(), closed.placed) == (0, False, (0, 1, 0))
    assert cells(closed, 1) == "c8 c9 c10 c11"
    assert str(closed).split(" ")[1:] == ["r", "~", "010"]
    assert variant("ligne-3").parse(str(closed)) == closed
    assert {step[1:3] for step in closed.steps()} == {"b2", "b4", "b6", "b8", "d3", "d5", "e5"}


def test_a_game_can_end_in_the_middle_of_a_turn() -> None:
    state = position("ligne-2", HOME_ROW, "b2 b4 b6 b8 b3 b7 c6", turn="r")
    over = state.play("~c6-b5")
    assert over.result == Result((2, 1), "goal")
    assert (over.turn_begins(), over.steps()) == (True, [])


BAD: list[tuple[str, str, dict[str, object]]] = [
    ("ligne-2", "7/rrrrr4/11/11/9/rr3bb r - 00", {"code": "wrong_count", "colour": "blue", "full": 7, "own": 2}),
    ("ligne-2", "bbbbbbb/rrrrr4/11/11/9/rr5 r - 00", {"code": "ranks_of_lines"}),
    ("ligne-2", "bbbbbbb/rrrrr4/11/11/9/r6 r - 12", {"code": "wrong_count", "colour": "red", "full": 7, "own": 6}),
    ("ligne-2", "bbbbbbb/9/11/11/9/rrrrrrr r - 12", {"code": "rank_without_line"}),
    ("ligne-3", "7/rrrr4r/11/bbbbbbb4/9/yyyyyyy b - 100", {"code": "pieces_beside_line", "colour": "red"}),
    ("ligne-3", "7/rrrr5/11/11/bb7/7 b - 100", {"code": "wrong_count", "colour": "blue", "full": 7, "own": 2}),
    ("ligne-3", "7/9/bb1bb1bb1b1/11/9/rrrrrrr r - 002", {"code": "ranks_of_seats_gone"}),
    ("ligne-3", "7/rrrr5/bb1bb1bb1b1/11/9/7 r - 103", {"code": "one_seat_left"}),
]


@pytest.mark.parametrize(("game_id", "text", "facts"), BAD)
def test_impossible_positions_are_refused(game_id: str, text: str, facts: dict[str, object]) -> None:
    assert text_refusal(variant(game_id), text) == facts
