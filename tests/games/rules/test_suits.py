"""What Galax and Sirius share: board, set-ups, which pieces capture which, position text."""

from pathlib import Path

import pytest

from games.rules import Game, IllegalStep, variant
from games.rules.scene import Label
from tests.games.rules.refusals import facts_of, refusal, text_refusal
from tests.games.rules.suit_positions import play, stand

STAGGERED = "=SMTSMTSMTS/MTSMTSMTSM/TSMTSMTSMT"
ROWS = "=SSSSSSSSSS/MMMMMMMMMM/TTTTTTTTTT"
EMPTY = "10/10/10/10/10/10/10/10/10/10"
both_games = pytest.mark.parametrize("game", [variant("galax"), variant("sirius")], ids=["galax", "sirius"])


@both_games
def test_set_ups_are_placed_back_row_first_from_column_a(game: Game) -> None:
    begun = game.start().play(STAGGERED)
    assert begun.awaits_setup()
    assert begun.steps() == []
    assert begun.seat == 1
    assert begun.tally == (30, 0)
    ready = begun.play(ROWS)
    assert not ready.awaits_setup()
    assert ready.seat == 0
    assert ready.turn_begins()
    assert ready.tally == (30, 30)
    assert str(ready) == ("ssssssssss/mmmmmmmmmm/tttttttttt/10/10/10/10/TSMTSMTSMT/MTSMTSMTSM/SMTSMTSMTS w - -")


@both_games
@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", {"code": "unreadable_setup", "example": STAGGERED}),
        ("=SMT", {"code": "unreadable_setup", "example": STAGGERED}),
        (STAGGERED.lower(), {"code": "unreadable_setup", "example": STAGGERED}),
        (STAGGERED + "\n", {"code": "unreadable_setup", "example": STAGGERED}),
        (STAGGERED.replace("/", ""), {"code": "unreadable_setup", "example": STAGGERED}),
        (STAGGERED.replace("S", "C"), {"code": "unreadable_setup", "example": STAGGERED}),
        (STAGGERED.replace("S", "M", 1), {"code": "wrong_kinds", "suns": 9, "moons": 11, "stars": 10}),
    ],
)
def test_bad_set_ups_are_refused(game: Game, text: str, facts: dict[str, object]) -> None:
    assert refusal(game.start(), text) == facts
    for seat in (1, 0):
        with pytest.raises(IllegalStep) as refused:
            game.check_setup(seat, text)
        assert facts_of(refused.value) == facts


@both_games
def test_predefined_set_ups_match_the_set_up_form(game: Game) -> None:
    for seat, (first, last) in enumerate((("a1", "j3"), ("a10", "j8"))):
        form = game.setup_form(seat)
        assert form is not None
        assert (form.cells[0], form.cells[-1], len(set(form.cells))) == (first, last, 30)
        assert set(form.cells) == set(game.board().homes[seat])
        assert form.symbols == (("S", "sun", 10), ("M", "moon", 10), ("T", "star", 10))
        assert len({text for _, text in form.arrangements}) >= 5
        for _, text in form.arrangements:
            game.check_setup(seat, text)
        assert form.example in [text for _, text in form.arrangements]


@both_games
def test_steps_are_refused_before_the_set_ups_and_after_the_end(game: Game) -> None:
    assert refusal(game.start(), "d3-d4") == {"code": "unreadable_setup", "example": STAGGERED}
    over = game.parse("10/10/10/10/10/3S6/10/10/10/10 b - -")
    assert over.result is not None
    assert over.result.ranks == (1, 2)
    assert over.placed == (1, 2)
    assert refusal(over, "d5-d6") == {"code": "game_over"}


@both_games
def test_board_is_ten_by_ten_with_row_one_at_the_bottom(game: Game) -> None:
    board = game.board()
    places = {cell.name: (cell.x, cell.y) for cell in board.cells}
    assert len(places) == 100
    assert places["a1"] == (0.5, 9.5)
    assert places["j10"] == (9.5, 0.5)
    assert {label.text for label in board.labels} == {*"abcdefghij", *map(str, range(1, 11))}
    assert Label("a", 0.5, 10.35) in board.labels
    assert board.turns == (0.0, 180.0)
    for cell in board.cells:
        assert board.x < min(x for x, _ in cell.outline)
        assert max(y for _, y in cell.outline) < board.y + board.height


@both_games
def test_the_scene_shows_kinds_and_huffable_pieces(game: Game) -> None:
    state = stand(game, "Sa1 Mb1 Tc1 Cd1", "mj10", rest="- j10")
    pieces = {piece.cell: (piece.seat, piece.kind, piece.marks) for piece in state.scene().pieces}
    assert pieces == {
        "a1": (0, "sun", ()),
        "b1": (0, "moon", ()),
        "c1": (0, "star", ()),
        "d1": (0, "champion", ()),
        "j10": (1, "moon", ("huffable",)),
    }
    assert state.scene().marked == (("huffable", ("j10",)),)


@both_games
@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("", {"code": "wrong_fields"}),
        (f"{EMPTY} w - - -", {"code": "wrong_fields"}),
        (f"10/{EMPTY} w - -", {"code": "wrong_rows", "count": 11}),
        ("9/10/10/10/10/10/10/10/10/10 w - -", {"code": "wrong_width", "number": 10, "count": 9}),
        ("10/10/10/10/10/10/10/10/10/91S w - -", {"code": "unreadable_row", "number": 1, "text": "91S"}),
        ("10/10/10/10/10/10/10/10/10/x9 w - -", {"code": "unreadable_row", "number": 1, "text": "x9"}),
        ("10/10/10/10/10/10/10/10/10//10 w - -", {"code": "wrong_rows", "count": 11}),
        (f"{EMPTY} x - -", {"code": "unknown_seat", "text": "x"}),
        (f"{EMPTY} w - -", {"code": "empty_board"}),
        ("S9/10/10/10/10/10/10/10/10/9c w - -", {"code": "pawn_on_last_row", "cell": "a10"}),
        ("C9/10/10/10/10/10/10/10/10/9s w - -", {"code": "pawn_on_last_row", "cell": "j1"}),
        ("10/SSSSSSSSSS/S9/10/10/10/10/10/10/9c w - -", {"code": "too_many_pieces"}),
        ("CCCCCCCCCC/CCCCCCCCCC/CCCCCCCCCC/C9/10/10/10/10/10/9c w - -", {"code": "too_many_pieces"}),
        ("10/S9/10/10/10/10/10/10/10/10 w ! -", {"code": "status_after_end"}),
        ("10/S9/10/10/10/10/10/10/10/10 w = -", {"code": "pieces_before_setup"}),
        (f"{EMPTY} b = -", {"code": "pieces_before_setup"}),
        (f"{EMPTY} w = a1", {"code": "memory_before_setup"}),
        ("10/S8s/10/10/10/10/10/10/10/10 w ? -", {"code": "unknown_status", "status": "?"}),
        ("10/S8s/10/10/10/10/10/10/10/10 w - k1", {"code": "no_cell", "cell": "k1"}),
        ("10/S8s/10/10/10/10/10/10/10/10 w - j9,j9", {"code": "huffed_twice"}),
        ("10/S8s/10/10/10/10/10/10/10/10 w - a9", {"code": "nothing_to_huff", "cell": "a9"}),
        ("10/S8s/10/10/10/10/10/10/10/10 w - a1", {"code": "nothing_to_huff", "cell": "a1"}),
    ],
)
def test_bad_position_text_says_what_is_wrong(game: Game, text: str, facts: dict[str, object]) -> None:
    assert text_refusal(game, text) == facts


@both_games
def test_set_up_positions_round_trip(game: Game) -> None:
    for state in (game.start(), game.start().play(ROWS), play(game.start(), ROWS, STAGGERED)):
        assert game.parse(str(state)) == state


@both_games
def test_huffable_pieces_are_part_of_the_position(game: Game) -> None:
    calm = stand(game, "Sa1 Tc1", "mj10 sj8")
    wary = stand(game, "Sa1 Tc1", "mj10 sj8", rest="- j8,j10")
    assert calm != wary
    assert calm.repetition_key() != wary.repetition_key()
    assert wary == stand(game, "Sa1 Tc1", "mj10 sj8", rest="- j10,j8")
    assert str(wary).endswith(" w - j8,j10")


def test_the_examples_of_the_notation_are_valid_positions() -> None:
    notation = (Path(__file__).parents[3] / "docs" / "notation" / "suits.md").read_text(encoding="utf-8")
    blocks = [block.strip().splitlines() for block in notation.split("```")[1::2]]
    assert [len(block) for block in blocks] == [3, 2, 2]
    for number, block in enumerate(blocks):
        games = [variant("galax")] if number == 2 else [variant("galax"), variant("sirius")]
        assert [[str(game.parse(line)) for line in block] for game in games] == [block] * len(games)


def test_positions_of_other_games_and_options_differ() -> None:
    states = [
        stand(game, "Sa1", "mj10")
        for game in (
            variant("galax"),
            variant("galax", captures="all"),
            variant("sirius"),
            variant("sirius", champion_takes="champions"),
        )
    ]
    assert [[one == other for other in states] for one in states] == [[i == j for j in range(4)] for i in range(4)]
