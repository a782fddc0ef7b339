"""Bataille: who attacks what, who captures first, and who is out.

c6 points up at d6 and b5 stands behind it; d6 points down at c6 and e5 stands behind that; b5 points down at a4.
"""

import random

import pytest

from games.rules import Result, variant
from games.rules.vega.board import attacked_by, cells_of, mask_of, names_in
from tests.games.rules.random_games import walk
from tests.games.rules.refusals import text_refusal
from tests.games.rules.vega_positions import cells, position


def attacks(own: str) -> str:
    return " ".join(names_in(attacked_by(mask_of(cells_of(own)))))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_piece_is_attacked_at_the_start(seats: int) -> None:
    start = variant(f"bataille-{seats}").start()
    for seat in range(seats):
        attacked = attacks(cells(start, seat)).split()
        assert not any(
            cell in cells(start, other).split() for other in range(seats) if other != seat for cell in attacked
        )
    assert start.tally == {2: (10, 10), 3: (10, 10, 10), 4: (6, 6, 6, 6)}[seats]


def test_a_pair_attacks_at_both_ends() -> None:
    assert attacks("c6 b5") == "a4 d6"
    assert attacks("c6 c7") == "b3 d9"
    assert attacks("c6") == ""
    assert attacks("a1 a2") == ""
    assert attacks("a4 a5") == "b8"


def test_a_piece_is_captured_by_pointing_at_it() -> None:
    state = position("bataille-2", "b5 c9 a1", "d6 f1 f3")
    played = state.play("c9-c6")
    assert (cells(played, 1), cells(played, 0)) == ("f1 f3", "a1 b5 c6")
    choice = next(choice for choice in state.choices() if choice.text == "c9-c6")
    assert choice.takes == ("d6",)


def test_the_supporting_piece_must_be_of_the_same_seat() -> None:
    state = position("bataille-3", "c9 a1 a4 a7", "d6 f1 f3 f5", "b5 e1 c1 c3")
    assert cells(state.play("c9-c6"), 1) == "d6 f1 f3 f5"


def test_all_attacked_pieces_are_captured_at_once() -> None:
    state = position("bataille-2", "b5 c9 a1", "d6 a4 f1 f3")
    assert cells(state.play("c9-c6"), 1) == "f1 f3"


def test_the_mover_captures_first() -> None:
    """Blue's d6 and e5 attack c6 too, but d6 is captured before they could capture."""
    state = position("bataille-2", "b5 c9 a1", "d6 e5 f1")
    played = state.play("c9-c6")
    assert (cells(played, 0), cells(played, 1)) == ("a1 b5 c6", "e5 f1")


def test_moving_into_an_attack_loses_the_piece() -> None:
    state = position("bataille-2", "b9 c9 a1", "d6 e5 f1")
    played = state.play("c9-c6")
    assert (cells(played, 0), cells(played, 1)) == ("a1 b9", "d6 e5 f1")
    assert played.seat == 1


def test_both_sides_lose_in_one_move() -> None:
    """Red's c6 takes d6 with b5 behind it, and falls to b7, which has b8 behind it."""
    state = position("bataille-2", "b5 c9 a1", "d6 b7 b8 f1")
    played = state.play("c9-c6")
    assert (cells(played, 0), cells(played, 1)) == ("a1 b5", "b7 b8 f1")
    choice = next(choice for choice in state.choices() if choice.text == "c9-c6")
    assert choice.takes == ("d6",)


def test_every_attacked_piece_of_the_mover_is_captured() -> None:
    state = position("bataille-2", "c6 a1 a4", "d6 e5 f1")
    assert cells(state.play("a4-a7"), 0) == "a1 a7"
    assert cells(state.play("c6-a3"), 0) == "a1 a3 a4"


def test_an_attack_between_two_other_seats_takes_effect_on_their_own_turn() -> None:
    """Blue attacks yellow's c6; red's move captures nothing of either, blue's next one does."""
    state = position("bataille-3", "a1 a3 a5 a7", "d6 e5 f1 f3", "c6 c1 c3 d11")
    after_red = state.play(next(step for step in state.steps() if step.startswith("a7")))
    assert "c6" in cells(after_red, 2)
    after_blue = after_red.play(next(step for step in after_red.steps() if step.startswith("f3")))
    assert "c6" not in cells(after_blue, 2)


def test_a_tumble_captures_nothing() -> None:
    """Red, shut in, brings blue's b2 to b3, where it has c4 behind it and points at a2; red's a3 points at b6.

    Only the triple settles both.
    """
    state = position("bataille-2", "a1 a2 a3", "b2 a5 a6 c4 c6 b6")
    begun = state.play("~b2-b3")
    assert (begun.tally, begun.turn_begins(), begun.steps()) == ((3, 6), False, ["a1-c2"])
    settled = begun.play("a1-c2")
    assert (cells(settled, 0), settled.tally) == ("a3 c2", (2, 5))


# -- out ------------------------------------------------------------------------------------------------------------


def test_with_two_seats_one_piece_is_too_few() -> None:
    won = position("bataille-2", "b5 c9 a1", "d6 f1").play("c9-c6")
    assert won.result == Result((1, 2), "goal")
    assert (cells(won, 1), won.steps()) == ("", [])


def test_the_mover_can_lose_by_its_own_move() -> None:
    lost = position("bataille-2", "c9 a1", "d6 e5 f1").play("c9-c6")
    assert lost.result == Result((2, 1), "goal")


def test_with_three_seats_three_pieces_are_too_few() -> None:
    state = position("bataille-3", "b5 c9 a1 a7", "d6 f1 f3 f5", "e9 d11 c1 c3")
    played = state.play("c9-c6")
    assert (played.placed, cells(played, 1), played.seat) == ((0, 3, 0), "", 2)
    assert played.result is None
    assert variant("bataille-3").parse(str(played)) == played


def test_when_two_seats_are_left_one_piece_is_too_few() -> None:
    state = position("bataille-3", "b5 c9 a1", "", "d6 d11", ranks="030")
    assert state.play("c9-c6").result == Result((1, 3, 2), "goal")
    staying = position("bataille-3", "b5 c9 a1", "", "d6 d11 c1", ranks="030").play("c9-c6")
    assert (staying.result, staying.tally) == (None, (3, 0, 2))


def test_two_fall_below_the_threshold_but_only_the_first_goes_out() -> None:
    """Blue and yellow have three each: blue follows red in turn order and goes out; for two seats three
    pieces suffice."""
    state = position("bataille-3", "b5 c9 a1 a7", "d6 f1 f3 f5", "a4 e9 d11 c1")
    played = state.play("c9-c6")
    assert (played.placed, played.tally, played.seat) == ((0, 3, 0), (4, 0, 3), 2)


def test_turn_order_begins_after_the_mover() -> None:
    """The same with blue to move: red and yellow have three each, and yellow comes first."""
    state = position("bataille-3", "d6 f1 f3 f5", "b5 c9 a1 a7", "a4 e9 d11 c1", turn="b")
    played = state.play("c9-c6")
    assert (played.placed, played.tally, played.seat) == ((0, 0, 3), (3, 4, 0), 0)


def test_the_seat_with_the_fewest_pieces_goes_out_first() -> None:
    """Blue has three and comes first in turn, but yellow has two."""
    state = position("bataille-3", "b5 c7 c3 a1", "d6 f1 f3 f5", "a4 b3 e9 d11")
    played = state.play("c3-c6")
    assert (played.placed, played.tally, played.seat) == ((0, 0, 3), (4, 3, 0), 1)


def test_two_of_three_are_out_at_once() -> None:
    """Red's pieces attack b3 b4 b7, all blue's but one, and d3 d6 d9, all yellow's but one."""
    state = position("bataille-3", "b5 c5 c6 c7 d5 a1", "b3 b4 b7 f7", "d3 d6 d9 f1")
    played = state.play("a1-c2")
    assert played.result == Result((1, 3, 2), "goal")
    assert played.tally == (6, 0, 0)


def test_the_mover_goes_out_last_among_equals() -> None:
    """Red and blue have three each after the exchange: blue is out, red plays on."""
    state = position("bataille-3", "b5 c9 a1 a7", "d6 b7 b8 f1", "c1 c3 d11 f7")
    played = state.play("c9-c6")
    assert (played.placed, played.tally, played.seat) == ((0, 3, 0), (3, 0, 4), 2)


def test_the_mover_goes_out_and_the_next_in_play_moves() -> None:
    state = position("bataille-3", "c9 a1 a4 a7", "d6 e5 f1 f3", "b1 c1 c3 d11")
    played = state.play("c9-c6")
    assert (played.placed, played.tally, played.seat) == ((3, 0, 0), (0, 4, 4), 1)


def test_with_four_seats_two_pieces_are_too_few_while_more_than_two_are_in_play() -> None:
    state = position("bataille-4", "b5 c9 a1", "d6 f1 f3", "a4 e9 d11", "c1 c3 d3")
    played = state.play("c9-c6")
    assert (played.placed, played.seat) == ((0, 4, 3, 0), 3)
    one_left = position("bataille-4", "b5 c9 a1", "", "d6 e9 d11", "c1 c3 d3", ranks="0400").play("c9-c6")
    assert one_left.placed == (0, 4, 3, 0)
    duel = position("bataille-4", "b5 c9 a1", "", "d6 e9 d11", "", ranks="0403").play("c9-c6")
    assert (duel.result, duel.tally) == (None, (3, 0, 2, 0))


def test_a_seat_that_leaves_lowers_the_threshold() -> None:
    state = position("bataille-3", "b5 c9 a1 a7", "d6 f1 f3 f5", "e9 d11 c1 c3")
    played = state.without(2).play("c9-c6")
    assert (played.placed, played.tally) == ((0, 0, 3), (4, 3, 0))


BAD: list[tuple[str, str, dict[str, object]]] = [
    ("bataille-2", "7/9/11/11/9/rrrrrb1 r - 00", {"code": "too_few_pieces", "count": 1, "colour": "blue"}),
    (
        "bataille-2",
        "bbbbbbb/bbbb5/11/11/9/rrrrr2 r - 00",
        {"code": "too_many_pieces", "colour": "blue", "full": 10, "own": 11},
    ),
    ("bataille-2", "bb5/9/11/11/9/rrrrr2 r - 12", {"code": "pieces_of_seat_out", "colour": "blue"}),
    ("bataille-2", "bb5/9/11/11/9/rrrrr2 r - 11", {"code": "ranks_of_seats_out"}),
    ("bataille-3", "bbb4/9/11/yyyy7/9/rrrr3 r - 000", {"code": "too_few_pieces", "count": 3, "colour": "blue"}),
    ("bataille-3", "bbb4/9/11/11/9/rrrr3 r - 002", {"code": "ranks_of_seats_out"}),
    ("bataille-3", "bbbb3/9/11/11/9/rrrr3 y - 003", {"code": "turn_of_ranked_seat", "colour": "yellow"}),
]


@pytest.mark.parametrize(("game_id", "text", "facts"), BAD)
def test_impossible_positions_are_refused(game_id: str, text: str, facts: dict[str, object]) -> None:
    assert text_refusal(variant(game_id), text) == facts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_never_gain_pieces_in_random_games(seats: int) -> None:
    game = variant(f"bataille-{seats}")
    ended = 0
    for seed in range(30):
        before = game.start().tally
        for state in walk(game, random.Random(seed), 400):
            assert all(now <= then for now, then in zip(state.tally, before, strict=True))
            assert all(not count for count, rank in zip(state.tally, state.placed, strict=True) if rank > 1)
            before = state.tally
        if state.result is not None:
            ended += 1
            assert sorted(state.result.ranks) == list(range(1, seats + 1))
    assert ended > 0
