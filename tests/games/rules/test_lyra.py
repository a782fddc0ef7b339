"""Lyra: who has arrived, who wins, and how the others are ranked."""

import pytest

from games.rules import Result, variant
from games.rules.core import perft
from tests.games.rules.refusals import facts_of, text_refusal
from tests.games.rules.vega_positions import cells, position


def test_starting_positions() -> None:
    three, four = variant("lyra-3").start(), variant("lyra-4").start()
    assert [cells(three, seat) for seat in range(3)] == [
        "a1 a2 a3 a4 a5 a6 a7",
        "c1 d1 d2 e1 e2 f1 f2",
        "c11 d10 d11 e8 e9 f6 f7",
    ]
    assert [cells(four, seat) for seat in range(4)] == [
        "a3 a4 a5 a6 a7",
        "b1 b2 c1 c2 d1",
        "f1 f2 f3 f4 f5",
        "c11 d10 d11 e8 e9",
    ]


def test_perft_five_steps_deep() -> None:
    assert perft(variant("lyra-2").start(), 5) == 1_176_366


def test_the_last_piece_in_the_goal_row_wins() -> None:
    state = position("lyra-2", "f1 f2 f3 f4 f5 f6 d8", "a1 a2 b3 c4 c6 e3 d2")
    over = state.play("d8-f7")
    assert over.result == Result((1, 2), "goal", (1,))
    assert (over.steps(), over.is_over(), over.placed) == ([], True, (1, 2))
    assert over.tally == (7, 2)


def test_six_in_the_goal_row_do_not_win() -> None:
    state = position("lyra-2", "f1 f2 f3 f4 f5 f6 d8", "a1 a2 b3 c4 c6 e3 d2")
    assert state.play("d8-d5").result is None


def test_an_opposing_piece_in_the_goal_row_prevents_the_win() -> None:
    """Six cells are left for seven pieces; the one kept at home costs its owner by tally."""
    state = position("lyra-2", "f1 f2 f3 f4 f5 f6 e8", "f7 a1 a2 a3 a4 a5 a6")
    assert state.result is None
    assert state.tally == (6, 5)
    assert not any(step.endswith("f7") for step in state.steps())


def test_tally_counts_arrivals_less_pieces_at_home() -> None:
    assert variant("lyra-2").start().tally == (-7, -7)
    assert variant("lyra-4").start().tally == (-5, -5, -5, -5)
    assert position("lyra-2", "a1 a2 f3 c4 c5 c6 c7", "f1 f2 f4 f5 f6 f7 a4").tally == (-1, -5)


def test_a_shared_corner_cell_counts_for_both_rows() -> None:
    """a1 and a2 lie in the edge rows of S and of SW: for red of four both are home."""
    state = position("lyra-4", "a1 a2 c5 c6 c7", "f6 e8 c3 c4 d4", "e4 e5 e6 e7 f3", "b1 b2 d7 d8 d9")
    assert state.tally == (-2, 2, -1, 2)


def test_with_four_seats_all_seven_goal_cells_count() -> None:
    """f6 and f7 also belong to violet's edge row, and no red piece could start on such a corner."""
    state = position("lyra-4", "f1 f3 f5 f6 d8", "b1 b2 c1 c2 d1", "a1 a2 a3 b3 b4", "c11 d10 d11 c9 e9")
    assert state.play("d8-f7").result == Result((1, 4, 2, 3), "goal", (1, 2, 3))


def test_others_are_ranked_by_tally_and_may_tie() -> None:
    red = "f1 f2 f3 f4 f5 f6 d8"
    ahead = position("lyra-3", red, "a6 a7 b8 c5 c6 c7 d5", "c1 c2 b3 b4 b5 b6 d3")
    assert ahead.tally == (6, 3, 2)
    assert ahead.play("d8-f7").result == Result((1, 2, 3), "goal", (1, 2))
    level = position("lyra-3", red, "a6 a7 b7 c5 c6 c7 d5", "c1 c2 b3 b4 b5 b6 d3")
    assert level.play("d8-f7").result == Result((1, 2, 2), "goal", (1, 2))


def test_a_tumbled_piece_can_win_for_its_owner() -> None:
    """Red is blocked by yellow and has to tumble; it may bring blue's last piece into its goal row."""
    state = position("lyra-4", "a3 a4 a5 a6 a7", "f6 f7 e8 e9 d9", "a2 b4 b6 b8 f3", "c3 c5 d3 d5 e3")
    assert "~d9-d10" in state.steps()
    over = state.play("~d9-d10")
    assert over.result == Result((4, 1, 2, 2), "goal", (0, 2, 3))
    assert over.turn_begins()


def test_a_seat_that_left_gets_the_worst_rank() -> None:
    state = position("lyra-3", "f1 f2 f3 f4 f5 f6 d8", "a6 a7 b8 c5 c6 c7 d5", "c1 c2 b3 b4 b5 b6 d3", turn="b")
    left = state.without(1)
    assert (left.placed, left.seat, cells(left, 1)) == ((0, 3, 0), 2, "")
    assert left.play("d3-d6").play("d8-f7").result == Result((1, 3, 2), "goal", (2,))


def test_leaving_out_of_turn_does_not_change_the_turn() -> None:
    start = variant("lyra-4").start()
    left = start.without(2)
    assert (left.seat, left.placed) == (0, (0, 0, 4, 0))
    again = left.without(0)
    assert (again.seat, again.placed) == (1, (3, 0, 4, 0))
    assert again.play(again.steps()[0]).seat == 3
    for state, seat in ((again, 1), (left, 2)):
        with pytest.raises(ValueError) as refused:  # noqa: PT011 - its code is compared below
            state.without(seat)
        assert facts_of(refused.value) == {"code": "cannot_leave"}


def test_leaving_in_the_middle_of_a_turn() -> None:
    """The tumbled piece is removed with its owner; the turn of the seat that tumbled it continues."""
    state = position("lyra-4", "a3 a4 a5 a6 a7", "c2 c7 d7 d9 e5", "a2 b4 b6 b8 f3", "c3 c5 d3 d5 e3")
    begun = state.play("~e5-e6")
    assert begun.without(1).turn_begins() is False
    assert str(begun.without(1)).split(" ")[1:] == ["r", "~", "0400"]
    assert variant("lyra-4").parse(str(begun.without(1))) == begun.without(1)
    assert str(begun.without(0)).split(" ")[1:] == ["b", "-", "4000"]


BAD: list[tuple[str, dict[str, object]]] = [
    ("bbbbbbb/9/11/11/9/rrrrrr1 r - 00", {"code": "wrong_count", "colour": "red", "full": 7, "own": 6}),
    ("rrrrrrr/9/11/11/9/bbbbb2 r - 00", {"code": "wrong_count", "colour": "blue", "full": 7, "own": 5}),
    ("rrrrrrr/9/11/5b5/9/bbbbbb1 r - 00", {"code": "arrivals"}),
    ("rrrrrrr/9/11/11/9/bbbbbbb r - 12", {"code": "arrivals"}),
    ("rrrrrrr/9/11/5b5/9/bbbbbb1 r - 21", {"code": "final_ranks", "ranks": "12"}),
    ("bbbbbbb/9/11/11/9/rrrrrrr r - 12", {"code": "arrivals"}),
]


@pytest.mark.parametrize(("text", "facts"), BAD)
def test_impossible_positions_are_refused(text: str, facts: dict[str, object]) -> None:
    assert text_refusal(variant("lyra-2"), text) == facts


def test_seats_that_left_have_the_worst_ranks() -> None:
    game = variant("lyra-3")
    assert text_refusal(game, "7/9/11/bbbbbbb4/9/rrrrrrr r - 002") == {"code": "ranks_of_seats_gone"}
    assert text_refusal(game, "yyyyyyy/9/11/bbbbbbb4/9/rrrrrrr r - 030") == {"code": "rank_while_in_play"}
    assert str(game.parse("7/9/11/bbbbbbb4/9/rrrrrrr r - 003")).endswith("r - 003")
