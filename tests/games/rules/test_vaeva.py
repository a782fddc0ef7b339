"""The rules of Vaeva, sentence by sentence."""

import pytest

from games.rules import IllegalStep, Result
from games.rules.core import State
from games.rules.vaeva.text import read_cell
from tests.games.rules.refusals import facts_of, refusal, text_refusal
from tests.games.rules.vaeva_positions import GAME, from_cell, position

SPREAD = "=BDFHJLNPR"


# -- set-up -----------------------------------------------------------------------------------------------------


def test_set_ups_are_submitted_in_seat_order_and_then_orange_begins():
    start = GAME.start()
    assert (start.seat, start.awaits_setup(), start.steps()) == (0, True, [])
    one = start.play("=ABCDEFGHI")
    assert (one.seat, one.awaits_setup(), one.steps()) == (1, True, [])
    both = one.play("=LMNOPQRST")
    assert (both.seat, both.awaits_setup(), both.result) == (0, False, None)
    assert str(both) == "11yyyyyyyyy/" + "20/" * 18 + "ooooooooo11 I o - 0"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("C3-D4", {"code": "unreadable_setup"}),
        ("=BDFHJLNP", {"code": "wrong_count", "pawns": 9, "count": 8}),
        ("=BDFHJLNPRS", {"code": "wrong_count", "pawns": 9, "count": 10}),
        ("=BBFHJLNPR", {"code": "column_twice", "letter": "B"}),
        ("=BDFHJLNPU", {"code": "no_column", "letter": "U"}),
        ("=bdfhjlnpr", {"code": "no_column", "letter": "b"}),
        ("=DBFHJLNPR", {"code": "columns_order", "columns": "BDFHJLNPR"}),
        ("", {"code": "unreadable_setup"}),
    ],
)
def test_a_set_up_is_nine_different_columns_in_order(text, facts):
    assert refusal(GAME.start(), text) == facts
    for seat in (0, 1):
        with pytest.raises(IllegalStep) as refused:
            GAME.check_setup(seat, text)
        assert facts_of(refused.value) == facts
        GAME.check_setup(seat, SPREAD)


def test_a_seat_cannot_submit_a_second_set_up():
    placed = GAME.start().play(SPREAD).play(SPREAD)
    assert refusal(placed, SPREAD) == {"code": "setup_made"}
    assert not placed.awaits_setup()


def test_predefined_arrangements_are_valid_set_ups():
    for seat in (0, 1):
        form = GAME.setup_form(seat)
        assert form.cells[0] == ("A1", "A20")[seat]
        assert len(form.cells) == 20
        for text in [form.example, *(text for _, text in form.arrangements)]:
            GAME.check_setup(seat, text)


# -- walking and jumping ----------------------------------------------------------------------------------------


def test_a_pawn_walks_one_cell_in_any_diagonal_direction():
    assert from_cell(position("E5"), "E5") == ["E5-D4", "E5-D6", "E5-F4", "E5-F6"]


def test_a_pawn_stays_on_the_board():
    assert from_cell(position("T7"), "T7") == ["T7-S6", "T7-S8"]
    assert from_cell(position("A20", "B20 C20 D20 E20 F20 G20 H20 I20 J20"), "A20") == ["A20-B19"]


def test_a_pawn_does_not_walk_under_the_platform():
    assert from_cell(position("H9"), "H9") == ["H9-G10", "H9-G8", "H9-I8"]


@pytest.mark.parametrize("row", [("F6", ""), ("", "F6"), ("F6", "G7"), ("F6 G7", "H8")])
def test_a_pawn_jumps_over_an_unbroken_row_of_any_colour(row):
    orange, yellow = row
    length = len((orange + " " + yellow).split())
    landing = f"{'FGHIJ'[length]}{6 + length}"
    assert f"E5-{landing}" in position(f"E5 {orange}", yellow).steps()


def test_a_jump_ends_right_behind_the_row_and_nowhere_else():
    state = position("E5 F6", "G7")
    assert from_cell(state, "E5") == ["E5-D4", "E5-D6", "E5-F4", "E5-H8"]
    assert refusal(state, "E5-I9") == {"code": "gap_in_row", "cell": "H8"}
    assert refusal(state, "E5-G7") == {"code": "occupied", "cell": "G7"}


def test_a_row_with_a_gap_is_two_rows():
    assert from_cell(position("E5 F6 H8"), "E5") == ["E5-D4", "E5-D6", "E5-F4", "E5-G7"]


def test_a_row_up_to_the_edge_cannot_be_jumped():
    assert from_cell(position("R5 S6 T7"), "R5") == ["R5-Q4", "R5-Q6", "R5-S4"]


def test_a_jump_may_not_land_on_the_platform():
    state = position("G8 H9")
    assert from_cell(state, "G8") == ["G8-F7", "G8-F9", "G8-H7"]


def test_pawns_on_the_platform_cannot_be_jumped():
    state = position("H9 I10")
    assert from_cell(state, "H9") == ["H9-G10", "H9-G8", "H9-I8"]
    state = position("H9 I10 J11")
    assert from_cell(state, "H9") == ["H9-G10", "H9-G8", "H9-I8"]


def test_a_jump_along_the_platforms_edge_is_legal():
    assert "G9-I7" in position("G9 H8").steps()
    assert "F9-H11" in position("F9", "G10").steps()
    assert "K8-M10" in position("K8", "L9").steps()
    assert "G11-I13" in position("G11", "H12").steps()


def test_other_moves_of_a_pawn_are_refused_with_the_cell_they_are_about():
    state = position("E5", "M5")
    assert refusal(state, "E5-E6") == {"code": "not_diagonal"}
    assert refusal(state, "E5-F7") == {"code": "not_diagonal"}
    assert refusal(state, "E5-E5") == {"code": "occupied", "cell": "E5"}
    assert refusal(state, "M5-N6") == {"code": "opponents_pawn", "cell": "M5"}
    assert refusal(state, "G5-H6") == {"code": "no_pawn", "cell": "G5"}


@pytest.mark.parametrize(
    "text", ["", "E5", "E5-", "e5-f6", "E5-F06", "E5 F6", "E5-U6", "E5-F21", "E0-F1", "P", "p+", "E5-F6 "]
)
def test_illegal_steps_are_refused(text):
    state = position("E5")
    assert refusal(state, text) == {"code": "unreadable_step"}
    assert "E5-F6" in state.steps()


# -- boarding ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aboard", "distance"),
    [("", 1), ("I11", 1), ("I11 J11", 2), ("I11 J11 K11", 3), ("I11 J11 K11 L11", 4)],
)
def test_the_boarding_distance_is_the_number_of_own_pawns_aboard(aboard, distance):
    for away in range(1, 6):
        state = position(f"{aboard} J{10 - away}")
        boarding = f"J{10 - away}-J10"
        if away == distance:
            assert boarding in state.steps()
        else:
            assert refusal(state, boarding) == {"code": "boards_from", "count": distance, "other": away}


@pytest.mark.parametrize(("cell", "end"), [("K9", "K10"), ("K12", "K11"), ("H10", "I10"), ("M11", "L11")])
def test_boarding_from_all_four_sides(cell, end):
    assert f"{cell}-{end}" in position(cell).steps()


def test_boarding_over_an_empty_place_of_the_platform():
    assert "J9-J11" in position("I11 K11 J9").steps()
    assert refusal(position("I11 K11 J9"), "J9-J10") == {"code": "boards_from", "count": 2, "other": 1}


def test_boarding_needs_a_free_way():
    assert "J8-J10" in position("I11 K11 J8").steps()
    on_board = position("I11 K11 J8", "J9")
    assert refusal(on_board, "J8-J10") == {"code": "blocked", "cell": "J9"}
    assert "J9-J11" in position("I11 K11 J9").steps()
    on_platform = position("I11 K11 J9", "J10")
    assert refusal(on_platform, "J9-J11") == {"code": "blocked", "cell": "J10"}
    assert refusal(position("I11 K11 J9", "J11"), "J9-J11") == {"code": "occupied", "cell": "J11"}


def test_the_other_seats_pawns_aboard_do_not_count():
    assert "J9-J10" in position("J9", "I11 J11 K11").steps()


def test_boarding_is_never_diagonal_nor_crooked():
    assert from_cell(position("H9"), "H9") == ["H9-G10", "H9-G8", "H9-I8"]
    assert from_cell(position("H8"), "H8") == ["H8-G7", "H8-G9", "H8-I7", "H8-I9"]
    assert refusal(position("H8"), "H8-J10") == {"code": "boards_diagonally"}


def test_pawns_never_leave_the_platform():
    state = position("I10")
    assert from_cell(state, "I10") == []
    assert refusal(state, "I10-H9") == {"code": "aboard", "cell": "I10"}


# -- the platform -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aboard", "up", "down"), [("I10", "J", "H"), ("I10 J10", "K", "G"), ("I10 J10 L11", "L", "F")]
)
def test_the_platform_moves_as_many_cells_as_its_mover_has_pawns_on_it(aboard, up, down):
    state = position(aboard)
    assert str(state.play("P+")).split()[1] == up
    assert str(state.play("P-")).split()[1] == down


def test_the_platform_carries_its_pawns():
    state = position("I10 J10", "L11").play("P+")
    assert {piece.cell for piece in state.scene().pieces if piece.marks == ("aboard",)} == {"K10", "L10", "N11"}
    assert state.tally == (2, 1)


def test_a_seat_without_a_pawn_aboard_cannot_move_the_platform():
    state = position("E5", "I10")
    for step in ("P+", "P-"):
        assert refusal(state, step) == {"code": "none_aboard"}
    assert {"P+", "P-"} <= set(position("E5", "I10", seat="y").steps())


def test_the_edge_of_the_board_stops_the_platform():
    state = position("A10 A11", platform="A")
    assert refusal(state, "P-") == {"code": "leaves_board", "count": 2}
    assert "P+" in state.steps()
    at_the_right = position("Q10 Q11", platform="P")
    assert refusal(at_the_right, "P+") == {"code": "leaves_board", "count": 2}
    assert str(position("Q10", platform="P").play("P+")).split()[1] == "Q"


@pytest.mark.parametrize("colour", ["o", "y"])
@pytest.mark.parametrize("cell", ["M10", "M11", "N10", "N11"])
def test_a_pawn_in_its_way_stops_the_platform(colour, cell):
    state = position("I10 J10 " + (cell if colour == "o" else ""), cell if colour == "y" else "")
    assert refusal(state, "P+") == {"code": "platform_blocked", "cell": cell}
    assert "P-" in state.steps()


def test_a_pawn_beyond_its_way_does_not_stop_the_platform():
    assert {"P+", "P-"} <= set(position("I10 J10 O10 F11").steps())


def test_a_pawn_to_the_left_stops_the_platform_too():
    state = position("I10 J10 G11")
    assert refusal(state, "P-") == {"code": "platform_blocked", "cell": "G11"}
    assert "P+" in state.steps()


def test_the_platform_may_not_be_moved_back_at_once():
    state = position("I10 J10", "K11 L11").play("P+")
    assert str(state).split()[1:] == ["K", "y", "I", "0"]
    assert refusal(state, "P-") == {"code": "returns"}
    assert "P+" in state.steps()
    assert dict(state.scene().marked)["forbidden"] == ("I10", "J10", "K10", "L10", "I11", "J11", "K11", "L11")


def test_the_platform_may_be_moved_back_a_turn_later():
    state = position("I10 J10", "K11 L11").play("P+").play("A20-B19")
    assert str(state).split()[3] == "-"
    assert str(state.play("P-")).split()[1] == "I"


def test_moving_the_platform_back_another_distance_is_legal():
    state = position("I10 J10", "K11").play("P+")
    assert str(state.play("P-")).split()[1] == "J"


# -- the end ----------------------------------------------------------------------------------------------------


def test_five_aboard_win():
    won = position("I10 K10 L10 L11 J6").play("J6-J10")
    assert won.result == Result((1, 2), "goal")
    assert (won.is_over(), won.steps(), won.tally, won.placed) == (True, [], (5, 0), (1, 2))
    assert refusal(won, "P+") == {"code": "game_over"}
    assert GAME.parse(str(won)) == won


def test_yellow_wins_too():
    won = position("J10", "I11 J11 K11 L10 L15", seat="y").play("L15-L11")
    assert won.result == Result((2, 1), "goal")


def test_a_full_platform_of_four_and_four_is_a_draw():
    state = position("I10 J10 K10 L7", "I11 J11 K11 L11")
    full = state.play("L7-L10")
    assert full.result == Result((1, 1), "stalemate", (0, 1))
    assert (full.tally, full.steps()) == ((4, 4), [])


def test_three_and_four_aboard_are_not_full():
    assert position("I10 J10 K10", "I11 J11 K11 L11").result is None


def test_pass_is_only_for_a_seat_without_a_move():
    state = position()
    assert refusal(state, "pass") == {"code": "cannot_pass"}
    assert state.steps()


def walled_in() -> State:
    """Eighteen pawns cannot block nine, so the engine's unchecked interface puts five of orange's on one cell."""
    state = position("A10 B10 C10 D10", "B8 C7 D6 E5 F4 G3 H2 I1 E10", platform="A")
    corner, stay = read_cell("A9"), read_cell("E10")
    for cell in ("A1", "B1", "C1", "D1", "E1"):
        state = state.after(read_cell(cell) * 2048 + corner).after(stay * 2048 + stay)
    return state


def test_a_seat_without_a_move_passes_and_two_passes_end_the_game():
    state = walled_in()
    assert state.steps() == ["pass"]
    assert [choice.kind for choice in state.choices()] == ["pass"]
    assert state.path("pass") == ()
    once = state.play("pass")
    assert (once.seat, once.result) == (1, None)
    assert refusal(once, "pass") == {"code": "cannot_pass"}
    assert once.steps()
    assert str(once.play("H2-I3")).endswith(" 0")
    twice = once.after(0)
    assert twice.result == Result((1, 2), "stalemate", (0, 1))
    assert twice.steps() == []


def test_two_passes_in_the_text_end_the_game_by_tally():
    assert position("E5", "I10", passes=2).result == Result((2, 1), "stalemate", (0, 1))
    assert position("I10", "I11", passes=2).result == Result((1, 1), "stalemate", (0, 1))
    assert position(passes=1).result is None


# -- position text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setups", [(), (SPREAD,), (SPREAD, "=ABCDEFGHI")])
def test_text_round_trips_before_the_set_ups(setups):
    state = GAME.start()
    for setup in setups:
        state = state.play(setup)
    again = GAME.parse(str(state))
    assert again == state
    assert (again.seat, again.awaits_setup()) == (state.seat, state.awaits_setup())


START = "1o1o1o1o1o1o1o1o1o2"
FULL = "1y1y1y1y1y1y1y1y1y2/" + "20/" * 18 + START


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", {"code": "wrong_fields"}),
        (f"{FULL} I o -", {"code": "wrong_fields"}),
        (f"{FULL} I o - 0 ", {"code": "wrong_fields"}),
        ("x" * 1000, {"code": "wrong_fields"}),
        (f"{FULL} R o - 0", {"code": "unknown_platform", "last": "Q", "letter": "R"}),
        (f"{FULL} I x - 0", {"code": "unknown_seat", "seat": "x"}),
        (f"{FULL} I o - 3", {"code": "unknown_passes", "passes": "3"}),
        (f"{FULL} I o i 0", {"code": "unknown_platform", "last": "Q", "letter": "i"}),
        (f"{FULL}/20 I o - 0", {"code": "wrong_rows", "size": 20, "count": 21}),
        (f"{FULL[:-1]}3 I o - 0", {"code": "wrong_width", "row": 1, "size": 20, "count": 21}),
        (f"{FULL[:-1]}x I o - 0", {"code": "unreadable_row", "line": f"{START[:-1]}x"}),
        (f"{FULL.replace('o', 'y')} I o - 0", {"code": "wrong_pawns", "pawns": 9, "orange": 0, "yellow": 18}),
        (f"{FULL} I o H 0", {"code": "return_too_far"}),
        (f"{'20/' * 19}{START} I o - 0", {"code": "moved_before_setup"}),
        (f"{'20/' * 18}{START}/20 I y - 0", {"code": "pawns_before_setup"}),
        (f"{FULL.replace('/20/', '/1010/', 1)} I o - 0", {"code": "wrong_width", "row": 19, "size": 20, "count": 1010}),
        (f"{FULL.replace('1y1', '1y01', 1)} I o - 0", {"code": "other_spelling", "state": f"{FULL} I o - 0"}),
    ],
)
def test_bad_text_is_refused_with_what_is_wrong_in_it(text, facts):
    assert text_refusal(GAME, text) == facts


@pytest.mark.parametrize("text", [f"{FULL} I o - 0", f"{'20/' * 19}{START} I y - 0"])
def test_the_valid_originals_of_the_bad_texts_are_read(text):
    assert str(GAME.parse(text)) == text


def test_a_forbidden_return_must_match_a_possible_platform_move():
    assert str(position("I10", "K11 L11", barred="K")).endswith(" I o K 0")
    assert str(position("I10", "K11 L11", passes=1)).endswith(" I o - 1")
    for barred, passes, code in (("J", 0, "return_too_far"), ("K", 1, "return_after_pass")):
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - its code is compared below
            position("I10", "K11 L11", barred=barred, passes=passes)
        assert facts_of(refused.value) == {"code": code}
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the number is compared below
        position("I10 J10 K10 L10 I11 J11")
    assert facts_of(refused.value) == {"code": "too_many_aboard", "most": 5}


# -- what is drawn and clicked ----------------------------------------------------------------------------------


def test_board_is_twenty_by_twenty_with_labels_on_the_rim():
    board = GAME.board()
    assert len({cell.name for cell in board.cells}) == 400
    by_name = {cell.name: (cell.x, cell.y) for cell in board.cells}
    assert (by_name["A1"], by_name["T20"]) == ((0.5, 19.5), (19.5, 0.5))
    assert board.turns == (0.0, 180.0)
    assert (board.homes[0][0], board.homes[1][19]) == ("A1", "T20")
    assert len(board.labels) == 80


def test_scene_shows_platform_pawns_and_boarding_cells():
    scene = position("I11 J11 J8", "K9").scene()
    assert scene.platform.cells == ("I10", "J10", "K10", "L10", "I11", "J11", "K11", "L11")
    assert (scene.platform.x, scene.platform.y) == (8.0, 9.0)
    marked = dict(scene.marked)
    # orange has two aboard, so two cells away: to row 10 or 11 from below and above, along them from both sides
    assert " ".join(marked["boarding:0"]) == "I8 J8 L8 L9 G10 H10 M10 N10 M11 N11 K12 L12 K13 L13"
    assert scene.platform.reaches == (2, 1)
    # yellow has none: next to an empty place, and its own pawn on K9 stands there already
    assert " ".join(marked["boarding:1"]) == "I9 J9 K9 L9 H10 M10 M11 K12 L12"


def test_boarding_cells_at_the_edge_stay_on_the_board():
    scene = position("A10 B10 C11", platform="A").scene()
    assert set(dict(scene.marked)["boarding:0"]) <= {cell.name for cell in GAME.board().cells}


def test_choices_name_their_kind():
    state = position("I10 E5 F6 J9", "M12")
    kinds = {choice.text: (choice.kind, choice.clicks) for choice in state.choices()}
    assert kinds["E5-D6"] == ("walk", ("E5", "D6"))
    assert kinds["E5-G7"] == ("jump", ("E5", "G7"))
    assert kinds["J9-J10"] == ("board", ("J9", "J10"))
    assert kinds["P+"] == ("platform", ("P+",))


def test_paths_show_a_jump_straight_and_boarding_cell_by_cell():
    state = position("I11 J11 K11 E5 F6 L7")
    assert state.path("E5-G7") == ("E5", "G7")
    assert state.path("L7-L10") == ("L7", "L8", "L9", "L10")
    assert state.path("P+") == ()


def test_after_a_pass_the_platform_may_be_moved_back():
    state = position("I10", "J11", barred="J", seat="o")
    assert "P+" not in state.steps()
    assert "P-" in state.steps()
    passed = state.after(0).after(0)  # the engine's unchecked interface: neither seat has to pass here
    assert str(passed).endswith(" o - 2")
    once = position("I10", "J11", barred="J", seat="y").after(0)
    assert "P+" in once.steps()
