"""The rules of Sirius, sentence by sentence, on hand-made positions."""

import pytest

from games.rules import State, variant
from games.rules.scene import Choice
from tests.games.rules.refusals import refusal, text_refusal
from tests.games.rules.suit_positions import play, stand

SIRIUS = variant("sirius")
SHY = variant("sirius", champion_takes="champions")


def huffs(state: State) -> list[str]:
    return [step for step in state.steps() if step.startswith("!")]


# -- moves and captures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mover", "taken"), [("S", "m"), ("M", "t"), ("T", "s"), ("C", "smtc")])
def test_which_pieces_capture_which(mover: str, taken: str) -> None:
    for victim in "smtc":
        state = stand(SIRIUS, f"{mover}d3", f"{victim}e4 sj9")
        assert ("d3xe4" in state.steps()) == (victim in taken)


@pytest.mark.parametrize(("mover", "taken"), [("S", "m"), ("M", "t"), ("T", "s"), ("C", "c")])
def test_which_pieces_capture_which_by_the_printed_rules(mover: str, taken: str) -> None:
    for victim in "smtc":
        state = stand(SHY, f"{mover}d3", f"{victim}e4 sj9")
        assert ("d3xe4" in state.steps()) == (victim in taken)


def test_a_capture_replaces_and_ends_the_turn() -> None:
    state = stand(SIRIUS, "Sd3", "me4 sj9").play("d3xe4")
    assert {(piece.seat, piece.kind, piece.cell) for piece in state.scene().pieces} == {
        (0, "sun", "e4"),
        (1, "sun", "j9"),
    }
    assert (state.seat, state.tally) == (1, (1, 1))


def test_a_pawn_moves_one_cell_in_any_direction() -> None:
    state = stand(SIRIUS, "Sd3 Sd4", "tj9 te4")
    assert {step for step in state.steps() if step.startswith("d3")} == {
        "d3-c2",
        "d3-c3",
        "d3-c4",
        "d3-d2",
        "d3-e2",
        "d3-e3",
    }


def test_a_champion_moves_one_or_two_cells_straight_over_empty_cells() -> None:
    state = stand(SIRIUS, "Ca1 Sb2", "ta3 cc1 sj9")
    assert [step for step in state.steps() if step.startswith("a1")] == ["a1-a2", "a1xa3", "a1-b1", "a1xc1"]
    behind = stand(SIRIUS, "Ca1", "ta2 tc3 sj9")
    assert [step for step in behind.steps() if step.startswith("a1")] == ["a1xa2", "a1-b1", "a1-c1", "a1-b2", "a1xc3"]
    assert stand(SIRIUS, "Ca1", "tc3 sj9").path("a1xc3") == ("a1", "b2", "c3")


def test_a_pawn_that_is_promoted_by_a_capture_captures_as_a_pawn() -> None:
    state = stand(SIRIUS, "Sd9", "md10 te10 cc10 sj9")
    assert [step for step in state.steps() if "x" in step] == ["d9xd10"]
    arrived = state.play("d9xd10")
    assert [(piece.kind, piece.cell) for piece in arrived.scene().pieces if piece.seat == 0] == [("champion", "d10")]
    assert arrived.seat == 1


def test_a_new_champion_moves_as_a_champion_from_the_next_turn_on() -> None:
    state = stand(SIRIUS, "Sd9", "sj5").play("d9-d10")
    assert state.seat == 1
    assert "d10-d8" in state.play("j5-j6").steps()


def test_a_brown_pawn_is_promoted_on_row_one() -> None:
    state = stand(SIRIUS, "Sa5", "sb2", to_move=1).play("b2-b1")
    assert [(piece.kind, piece.cell) for piece in state.scene().pieces if piece.seat == 1] == [("champion", "b1")]


@pytest.mark.parametrize(
    ("step", "facts"),
    [
        ("d4-e4", {"code": "no_piece", "cell": "d4"}),
        ("e5-e4", {"code": "opponents_piece", "cell": "e5"}),
        ("d3-d5", {"code": "out_of_reach", "kind": "sun", "cell": "d5"}),
        ("h1-i3", {"code": "out_of_champion_reach", "cell": "i3"}),
        ("h1-h3", {"code": "blocked", "cell": "h2", "other": "h3"}),
        ("d3-c2", {"code": "own_piece_there", "cell": "c2"}),
        ("c2xb2", {"code": "cannot_take", "kind": "sun", "other": "star"}),
        ("d3xe4", {"code": "other_spelling", "step": "d3-e4"}),
        ("c2-b3", {"code": "other_spelling", "step": "c2xb3"}),
        ("d3-e4xe5", {"code": "unreadable_step", "step": "d3-e4xe5"}),
        ("pass", {"code": "cannot_pass"}),
        ("!e5", {"code": "nothing_left_out", "cell": "e5"}),
        ("!d3", {"code": "own_piece", "cell": "d3"}),
        ("!j1", {"code": "no_piece", "cell": "j1"}),
    ],
)
def test_errors_name_the_cells_they_are_about(step: str, facts: dict[str, object]) -> None:
    assert refusal(stand(SIRIUS, "Sd3 Sc2 Ch1 Sh2", "te5 tb2 mb3 sj9"), step) == facts


# -- huffs -------------------------------------------------------------------------------------------------------------


def test_a_piece_that_could_have_captured_may_be_huffed() -> None:
    state = stand(SIRIUS, "Sd3 Ta1", "me4 sj9").play("a1-a2")
    assert str(state).endswith(" b - d3")
    assert huffs(state) == ["!d3"]
    huffed = state.play("!d3")
    assert (huffed.seat, huffed.tally, huffed.turn_begins()) == (1, (1, 2), False)
    assert huffed.play("j9-j8").seat == 0


def test_a_piece_is_huffed_where_it_is_now() -> None:
    state = stand(SIRIUS, "Sd3 Ta1", "me4 sj9").play("d3-c3")
    assert huffs(state) == ["!c3"]
    champion = stand(SIRIUS, "Sd9 Ta1", "me10 sj9").play("d9-d10")
    assert huffs(champion) == ["!d10"]
    assert champion.play("!d10").tally == (1, 2)


def test_at_most_one_of_several_pieces_is_huffed() -> None:
    state = stand(SIRIUS, "Sd3 Tg5 Ta1", "me4 sh6 sj9").play("a1-a2")
    assert huffs(state) == ["!d3", "!g5"]
    huffed = state.play("!g5")
    assert huffs(huffed) == []
    assert refusal(huffed, "!d3") == {"code": "huffed_already"}


def test_any_capture_satisfies_the_duty() -> None:
    two_pieces = stand(SIRIUS, "Sd3 Tg5 Ta1", "me4 sh6 sj9")
    assert huffs(two_pieces.play("d3xe4")) == []
    two_victims = stand(SIRIUS, "Sd3 Ta1", "me4 mc4 sj9")
    assert huffs(two_victims.play("d3xe4")) == []
    assert huffs(two_victims.play("d3-d2")) == ["!d2"]


def test_a_capture_that_only_arises_with_the_move_is_no_omission() -> None:
    assert huffs(stand(SIRIUS, "Sd3 Ta1", "me5 sj9").play("d3-d4")) == []


def test_the_duty_is_determined_after_the_seats_own_huff() -> None:
    state = stand(SIRIUS, "Sd3 Ta1", "me4 sj9", rest="- e4")
    assert huffs(state.play("a1-a2")) == ["!d3"]
    assert huffs(play(state, "!e4", "a1-a2")) == []
    opened = stand(SIRIUS, "Ca1 Th1", "mb2 sc3 sj9", rest="- b2")
    assert huffs(play(opened, "!b2", "h1-h2")) == ["!a1"]
    assert huffs(play(opened, "!b2", "a1xc3")) == []


def test_a_huff_expires_after_the_turn() -> None:
    state = stand(SIRIUS, "Sd3 Ta1", "me4 sj9").play("a1-a2")
    assert huffs(state.play("j9-j8")) == []


def test_a_champion_that_captures_only_champions_has_no_other_duty() -> None:
    for game, expected in ((SIRIUS, ["!d3"]), (SHY, [])):
        assert huffs(stand(game, "Cd3 Ta1", "me5 me4 sj9").play("a1-a2")) == expected
    assert huffs(stand(SHY, "Cd3 Ta1", "cd5 sj9").play("a1-a2")) == ["!d3"]


def test_a_seat_with_no_move_passes_and_may_huff_first() -> None:
    wall, walled = "Sa3 Sb3 Sc3 Sc2 Sc1", "ca1 sa2 cb1 sb2"
    blocked = stand(SHY, wall, walled, to_move=1)
    assert blocked.steps() == ["pass"]
    angry = stand(SHY, wall + " Sj5", walled, to_move=1, rest="- a3,j5")
    assert angry.steps() == ["!a3", "!j5", "pass"]
    assert huffs(angry.play("pass")) == []
    assert angry.play("!j5").steps() == ["pass"]
    assert "pass" not in angry.play("!a3").steps()


# -- the end -----------------------------------------------------------------------------------------------------------


def test_capturing_or_huffing_the_last_piece_wins_at_once() -> None:
    taken = stand(SIRIUS, "Sd3", "me4").play("d3xe4")
    assert taken.result is not None
    assert (taken.result.ranks, taken.result.reason, taken.result.by_tally) == ((1, 2), "goal", ())
    huffed = stand(SIRIUS, "Sd3", "me4").play("d3-d2").play("!d2")
    assert huffed.result is not None
    assert huffed.result.ranks == (2, 1)
    for over in (taken, huffed):
        assert over.steps() == []
        assert over.choices() == []
        assert SIRIUS.parse(str(over)) == over


# -- for boards --------------------------------------------------------------------------------------------------------


def test_choices_are_sequences_of_clicked_cells() -> None:
    state = stand(SIRIUS, "Sd3", "me4 sj9", rest="- j9")
    assert state.choices()[0] == Choice("huff", "!j9", ("j9",))
    assert Choice("move", "d3xe4", ("d3", "e4"), takes=("e4",)) in state.choices()
    assert Choice("move", "d3-d4", ("d3", "d4")) in state.choices()
    assert [choice.text for choice in state.choices()] == state.steps()
    assert state.path("!j9") == ("j9",)


def test_after_a_huff_no_piece_is_huffable() -> None:
    board = str(stand(SIRIUS, "Cd10", "me4 sj9")).removesuffix("- -")
    assert text_refusal(SIRIUS, board + "! j9") == {"code": "memory_after_huff"}
    assert text_refusal(SIRIUS, board + "+ -") == {"code": "unknown_status", "status": "+"}
