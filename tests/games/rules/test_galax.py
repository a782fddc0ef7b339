"""The rules of Galax, sentence by sentence, on hand-made positions."""

import pytest

from games.rules import IllegalStep, State, variant
from games.rules.scene import Choice
from tests.games.rules.refusals import refusal, text_refusal
from tests.games.rules.suit_positions import play, stand

GALAX = variant("galax")
ALL = variant("galax", captures="all")


def steps_of(state: State, start: str) -> set[str]:
    return {step for step in state.steps() if step.startswith(start)}


def huffs(state: State) -> list[str]:
    return [step for step in state.steps() if step.startswith("!")]


# -- captures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mover", "taken"),
    [("S", {"m5"}), ("M", {"t5"}), ("T", {"s5"}), ("C", {"s5", "m5", "t5", "c5"})],
)
def test_which_pieces_capture_which(mover: str, taken: set[str]) -> None:
    for victim in "smtc":
        state = stand(GALAX, f"{mover}d3", f"{victim}e5 sj9")
        assert ("d3-e4xe5" in state.steps()) == (f"{victim}5" in taken)


def test_every_subset_of_the_possible_captures_is_a_step() -> None:
    state = stand(GALAX, "Sd3", "md5 me5 mf4 tf5 sj9")
    assert steps_of(state, "d3-e4") == {
        "d3-e4",
        "d3-e4xd5",
        "d3-e4xe5",
        "d3-e4xf4",
        "d3-e4xd5xe5",
        "d3-e4xd5xf4",
        "d3-e4xe5xf4",
        "d3-e4xd5xe5xf4",
    }
    taken = state.play("d3-e4xd5xf4")
    assert {piece.cell for piece in taken.scene().pieces} == {"e4", "e5", "f5", "j9"}
    assert taken.tally == (1, 3)
    assert taken.seat == 1


def test_captures_are_written_in_order_of_column_and_then_row_number() -> None:
    state = stand(GALAX, "Sd9 Cd10 Sa2", "cf9", to_move=1)
    assert "f9-e10xd9xd10" in state.steps()
    assert refusal(state, "f9-e10xd10xd9") == {"code": "other_spelling", "step": "f9-e10xd9xd10"}
    assert refusal(state, "f9-e10xd9xd9") == {"code": "other_spelling", "step": "f9-e10xd9"}


def test_with_compulsory_captures_a_move_has_one_form() -> None:
    state = stand(ALL, "Sd3", "md5 me5 mf4 tf5 sj9")
    assert steps_of(state, "d3-e4") == {"d3-e4xd5xe5xf4"}
    assert refusal(state, "d3-e4xd5") == {"code": "must_take_all", "step": "d3-e4xd5xe5xf4"}
    assert huffs(state.play("d3-e4xd5xe5xf4")) == []
    assert Choice("move", "d3-e4xd5xe5xf4", ("d3", "e4"), takes=("d5", "e5", "f4")) in state.choices()


def test_a_pawn_that_is_promoted_captures_as_a_champion() -> None:
    state = stand(GALAX, "Sd9", "se9 cc10 ta5")
    assert "d9-d10xc10xe9" in state.steps()
    assert "d9-d10xe9" in state.steps()
    assert "d9-d8xe9" not in state.steps()
    arrived = state.play("d9-d10xc10xe9")
    assert [(piece.kind, piece.cell) for piece in arrived.scene().pieces if piece.seat == 0] == [("champion", "d10")]
    brown = stand(GALAX, "Sa5", "sb2", to_move=1)
    assert brown.play("b2-b1").scene().pieces[1].kind == "champion"


@pytest.mark.parametrize(
    ("step", "facts"),
    [
        ("d4-e4", {"code": "no_piece", "cell": "d4"}),
        ("e5-e4", {"code": "opponents_piece", "cell": "e5"}),
        ("d3-d5", {"code": "out_of_reach", "cell": "d3", "other": "d5"}),
        ("a1-b10", {"code": "out_of_reach", "cell": "a1", "other": "b10"}),
        ("d3-c2", {"code": "occupied", "cell": "c2"}),
        ("d3-e4xf6", {"code": "capture_not_next", "cell": "f6", "other": "e4"}),
        ("d3-e4xf5", {"code": "not_opposing_piece", "cell": "f5"}),
        ("d3-e4xe5", {"code": "cannot_take", "kind": "sun", "other": "star", "cell": "e5"}),
        ("d3xe4", {"code": "unreadable_step", "step": "d3xe4"}),
        ("d3-e11", {"code": "unreadable_step", "step": "d3-e11"}),
        ("pass", {"code": "cannot_pass"}),
        ("!e5", {"code": "nothing_left_out", "cell": "e5"}),
        ("!d3", {"code": "own_piece", "cell": "d3"}),
        ("!h8", {"code": "no_piece", "cell": "h8"}),
    ],
)
def test_errors_name_the_cells_they_are_about(step: str, facts: dict[str, object]) -> None:
    assert refusal(stand(GALAX, "Sa1 Sd3 Sc2", "te5 sj9"), step) == facts


# -- a champion's second move, and replays -----------------------------------------------------------------------------


def test_a_champion_may_move_twice_and_only_that_champion() -> None:
    state = stand(GALAX, "Cd3 Ca1 Sh2", "tj9 tg9").play("d3-e4")
    assert state.seat == 0
    assert not state.turn_begins()
    assert str(state).endswith(" w @e4 -")
    assert all(step.startswith("e4-") or step == "pass" for step in state.steps())
    assert len(state.steps()) == 9
    assert refusal(state, "a1-a2") == {"code": "other_piece", "cell": "e4"}
    assert state.scene().marked == (("again", ("e4",)),)
    twice = state.play("e4-e5")
    assert (twice.seat, twice.turn_begins()) == (1, True)
    once = state.play("pass")
    assert (once.seat, once.turn_begins()) == (1, True)


def test_the_second_move_captures_too() -> None:
    state = stand(GALAX, "Cd3", "tc5 mf6 sj9")
    assert play(state, "d3-d4xc5", "d4-e5xf6").tally == (1, 1)


def test_a_champion_with_no_second_move_passes() -> None:
    state = stand(GALAX, "Cb2 Sa2 Sb1", "tj9").play("b2-a1")
    assert state.steps() == ["a1-b2", "pass"]
    walled = stand(GALAX, "Ca1 Sa2 Sb1 Sb2", "tj9", rest="@a1 -")
    assert walled.steps() == ["pass"]
    assert walled.play("pass").seat == 1


def test_a_pawn_moves_once() -> None:
    assert stand(GALAX, "Sd3", "tj9").play("d3-d4").seat == 1


def test_a_move_that_makes_a_champion_lets_the_seat_play_again_with_any_piece() -> None:
    state = stand(GALAX, "Sd9 Mh2", "tj5 ta5").play("d9-d10")
    assert state.seat == 0
    assert not state.turn_begins()
    assert str(state).endswith(" w + -")
    assert {step.split("-")[0] for step in state.steps()} == {"d10", "h2", "pass"}
    assert state.play("h2-h3").seat == 1
    assert state.play("pass").seat == 1


def test_the_new_champion_moves_twice_in_the_replay() -> None:
    state = play(stand(GALAX, "Sd9 Mh2", "tj5 ta5"), "d9-d10", "d10-e9")
    assert str(state).endswith(" w @e9 -")
    assert {step.split("-")[0] for step in state.steps()} == {"e9", "pass"}
    assert state.play("e9-e10").seat == 1


def test_an_older_champion_moves_twice_in_the_replay() -> None:
    state = play(stand(GALAX, "Sd9 Ch2", "tj5 ta5"), "d9-d10", "h2-h3")
    assert {step.split("-")[0] for step in state.steps()} == {"h3", "pass"}
    assert state.play("h3-h4").seat == 1


def test_replay_within_replay() -> None:
    state = play(stand(GALAX, "Sd9 Mg9 Ta9", "tj5 ta5"), "d9-d10", "g9-g10")
    assert (state.seat, str(state)[-4:]) == (0, " + -")
    third = state.play("a9-a10")
    assert (third.seat, str(third)[-4:]) == (0, " + -")
    assert {step.split("-")[0] for step in third.steps()} == {"d10", "g10", "a10", "pass"}
    again = third.play("g10-h10")
    assert {step.split("-")[0] for step in again.steps()} == {"h10", "pass"}
    assert again.play("h10-i10").seat == 1


def test_a_champion_on_the_last_row_makes_no_new_champion() -> None:
    state = play(stand(GALAX, "Cd10 Sa1", "tj5"), "d10-e10")
    assert str(state).endswith(" w @e10 -")
    assert state.play("e10-f10").seat == 1


# -- huffs -------------------------------------------------------------------------------------------------------------


def test_a_piece_that_missed_a_capture_may_be_huffed_and_the_turn_continues() -> None:
    state = stand(GALAX, "Sd3 Ta1", "me5 sj9").play("d3-e4")
    assert str(state).endswith(" b - e4")
    assert huffs(state) == ["!e4"]
    huffed = state.play("!e4")
    assert (huffed.seat, huffed.tally, huffed.turn_begins()) == (1, (1, 2), False)
    assert str(huffed).endswith(" b ! -")
    assert huffs(huffed) == []
    assert "pass" not in huffed.steps()
    assert huffed.play("e5-e4").seat == 0


def test_a_huff_is_optional_and_expires_with_the_first_move() -> None:
    state = stand(GALAX, "Sd3 Ta1", "me5 cj9").play("d3-e4")
    second = state.play("j9-i9")
    assert second.seat == 1
    assert refusal(second, "!e4") == {"code": "huff_too_late"}
    assert huffs(play(second, "pass")) == []
    assert huffs(play(second, "pass", "a1-a2")) == []


def test_capturing_only_some_may_be_huffed() -> None:
    state = stand(GALAX, "Sd3 Ta1", "me5 mf5 sj9")
    assert huffs(state.play("d3-e4xe5")) == ["!e4"]
    assert huffs(state.play("d3-e4xe5xf5")) == []


def test_only_pieces_that_moved_can_be_huffed() -> None:
    state = stand(GALAX, "Sd4 Ta1", "me5 sj9")
    assert huffs(state.play("a1-a2")) == []


def test_moving_away_from_a_capture_is_no_omission() -> None:
    assert huffs(stand(GALAX, "Sd4 Ta1", "me5 sj9").play("d4-d3")) == []


def test_two_pieces_can_be_huffed_in_either_order() -> None:
    state = play(stand(GALAX, "Sd9 Sd3 Ta1", "me5 sc9 sj9"), "d9-d10", "d3-e4")
    assert str(state).endswith(" b - d10,e4")
    assert huffs(state) == ["!d10", "!e4"]
    first = state.play("!d10")
    assert huffs(first) == ["!e4"]
    assert str(first).endswith(" b ! e4")
    assert first.play("!e4") == play(state, "!e4", "!d10")
    assert play(state, "!e4", "!d10").tally == (1, 3)
    assert first.play("j9-j8").seat == 0


def test_a_champion_is_huffed_where_its_second_move_ended() -> None:
    state = stand(GALAX, "Cd3 Ta1", "me5 sj9").play("d3-d4")
    assert str(state).endswith(" w @d4 d4xe5")
    assert state.scene().marked == (("again", ("d4",)), ("overlooked", ("e5",)))
    moved = state.play("d4-c3")
    assert huffs(moved) == ["!c3"]
    assert huffs(state.play("pass")) == ["!d4"]


def test_an_omission_of_the_second_move_counts_like_one_of_the_first() -> None:
    state = stand(GALAX, "Cd3 Ta1", "me5 sj9 th3")
    assert huffs(play(state, "d3-c3", "c3-d4")) == ["!d4"]
    both = play(state, "d3-d4", "d4-e4")
    assert str(both).endswith(" b - e4")


def test_a_missed_piece_captured_later_in_the_turn_is_no_omission() -> None:
    champion = stand(GALAX, "Cd3 Ta1", "me5 sj9").play("d3-d4")
    assert huffs(champion.play("d4-e4xe5")) == []
    replay = stand(GALAX, "Sd9 Sf7 Ta1", "me8 sj9 me9").play("d9-d10xe9")
    assert huffs(replay.play("f7-f8xe8")) == []


def test_a_piece_missed_by_one_and_captured_by_another_is_no_omission() -> None:
    state = play(stand(GALAX, "Sd9 Sf9 Ta1", "me9 sj9"), "d9-d10")
    assert str(state).endswith(" w + d10xe9")
    assert huffs(state.play("a1-a2")) == ["!d10"]
    assert huffs(play(state, "f9-f8xe9")) == []
    both = play(stand(GALAX, "Sd9 Sf9 Sd7 Ta1", "me9 sj9"), "d9-d10", "f9-f10")
    assert str(both).endswith(" w + d10xe9,f10xe9")
    assert huffs(both.play("pass")) == ["!d10", "!f10"]
    assert huffs(both.play("d7-d8xe9")) == []


def test_one_missed_capture_is_enough_for_a_huff() -> None:
    state = stand(GALAX, "Cd3 Ta1", "me5 mc5 sj9").play("d3-d4")
    assert str(state).endswith(" w @d4 d4xc5xe5")
    assert huffs(state.play("d4-e4xe5")) == ["!e4"]
    assert huffs(play(stand(GALAX, "Cd3 Ta1", "me5 mc5 sj9"), "d3-d4xc5", "d4-e4xe5")) == []


def test_no_huffs_in_a_replay() -> None:
    state = stand(GALAX, "Sd9 Ta1", "me5 sj5", rest="- e5")
    assert huffs(state) == ["!e5"]
    assert huffs(state.play("d9-d10")) == []


def test_a_seat_with_no_move_passes_and_may_huff_first() -> None:
    wall, walled = "Sa3 Sb3 Sc3 Sc2 Cc1", "ca1 sa2 cb1 sb2"
    assert stand(GALAX, wall, walled, to_move=1).steps() == ["pass"]
    angry = stand(GALAX, wall + " Sj5", walled, to_move=1, rest="- a3,j5")
    assert angry.steps() == ["!a3", "!j5", "pass"]
    passed = angry.play("pass")
    assert (passed.seat, huffs(passed)) == (0, [])
    assert "pass" not in angry.play("!a3").steps()
    assert angry.play("!j5").steps() == ["!a3", "pass"]
    assert play(angry, "!j5", "pass").seat == 0


# -- the end -----------------------------------------------------------------------------------------------------------


def test_capturing_the_last_piece_wins_at_once_in_mid_turn() -> None:
    state = stand(GALAX, "Cd3", "me5").play("d3-d4xe5")
    assert state.is_over()
    assert state.result is not None
    assert (state.result.ranks, state.result.reason, state.result.by_tally) == ((1, 2), "goal", ())
    assert state.steps() == []
    assert state.choices() == []
    assert GALAX.parse(str(state)) == state


def test_huffing_the_last_piece_wins_at_once() -> None:
    state = stand(GALAX, "Sd3", "me5").play("d3-e4").play("!e4")
    assert state.result is not None
    assert state.result.ranks == (2, 1)
    assert state.steps() == []


# -- for boards --------------------------------------------------------------------------------------------------------


def test_choices_ask_for_the_captures_last() -> None:
    state = stand(GALAX, "Sd3 Ta1", "md5 mf4 sj9", rest="- j9")
    choices = state.choices()
    assert choices[0] == Choice("huff", "!j9", ("j9",))
    assert Choice("move", "d3-e4", ("d3", "e4"), optional=("d5", "f4")) in choices
    assert len([choice for choice in choices if choice.kind == "move"]) == 11
    replay = stand(GALAX, "Sd9 Ta1", "sj5").play("d9-d10")
    assert replay.choices()[-1] == Choice("pass", "pass", ("pass",))


def test_paths() -> None:
    state = stand(GALAX, "Sd9 Ta1", "md8 sj9", rest="- j9")
    assert state.path("d9-c8") == ("d9", "c8")
    assert state.path("d9-e9xd8") == ("d9", "e9")
    assert state.path("!j9") == ("j9",)
    assert state.play("d9-d10").path("pass") == ()
    with pytest.raises(IllegalStep):
        state.path("d9-d8")


@pytest.mark.parametrize(
    ("rest", "facts"),
    [
        ("@e5 -", {"code": "no_champion", "cell": "e5"}),
        ("@d3 -", {"code": "no_champion", "cell": "d3"}),
        ("+ -", {"code": "replay_without_champion"}),
        ("@c3 c3", {"code": "unreadable_memory", "group": "c3"}),
        ("@c3 e5xc3", {"code": "not_own_piece", "cell": "e5"}),
        ("@c3 c3xd3", {"code": "missed_not_opposing", "cell": "d3"}),
        ("@c3 c3xe5xe5", {"code": "missed_twice"}),
        ("- c3xe5", {"code": "no_cell", "cell": "c3xe5"}),
    ],
)
def test_huffable_pieces_that_contradict_the_position_are_refused(rest: str, facts: dict[str, object]) -> None:
    board = str(stand(GALAX, "Sd3 Cc3", "me5")).removesuffix("- -")
    assert text_refusal(GALAX, board + rest) == facts


def test_with_compulsory_captures_no_piece_is_huffable() -> None:
    board = str(stand(ALL, "Sd3", "me5")).removesuffix("- -")
    assert text_refusal(ALL, board + "- e5") == {"code": "memory_when_taking_all"}


def test_huffable_pieces_are_read_in_any_order() -> None:
    state = stand(GALAX, "Sd3 Cc3", "me5 sa4 sb4", rest="@c3 d3xe5,c3xb4xa4")
    assert str(state).endswith(" w @c3 c3xa4xb4,d3xe5")
    assert GALAX.parse(str(state)) == state
