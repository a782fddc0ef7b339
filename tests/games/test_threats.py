"""Threatened pieces of both seats, whichever is to move."""

from games.rules import variant
from tests.games.test_variants_api import ask

# White's sun on e4 and brown's moon on e6, white's moon on a1 and brown's sun on c2; a star without a target.
BOARD = "10/10/10/10/4m5/10/4S5/10/2s7/M8T"


def in_galax(position: str) -> dict[str, list[str]]:
    engine = variant("galax")
    return engine.threats(engine.parse(position))


def test_galax_threatens_pieces_adjacent_after_a_move() -> None:
    assert in_galax(f"{BOARD} w - -") == {"c2": ["a1"], "e4": ["e6"]}


def test_threats_do_not_depend_on_the_seat_to_move() -> None:
    assert in_galax(f"{BOARD} b - -") == in_galax(f"{BOARD} w - -")


def test_sirius_threatens_pieces_in_reach() -> None:
    engine = variant("sirius")
    apart, beside = f"{BOARD} b - -", "10/10/10/10/10/4m5/4S5/10/10/10 b - -"
    assert engine.threats(engine.parse(apart)) == {}
    assert engine.threats(engine.parse(beside)) == {"e4": ["e5"]}


def test_other_families_and_games_not_started_have_no_threats() -> None:
    for name in ("lyra-2", "vaeva", "galax", "nonaga"):
        engine = variant(name)
        assert engine.threats(engine.start()) == {}
        assert engine.has_threats == (name == "galax")


def test_finished_games_have_no_threats() -> None:
    assert in_galax("10/10/10/10/10/10/4S5/10/10/10 b - -") == {}


def test_the_positions_api_lists_threats(db: None) -> None:
    assert ask("galax", position=f"{BOARD} b - -").json()["threats"] == {"c2": ["a1"], "e4": ["e6"]}
    assert ask("nonaga").json()["threats"] == {}
