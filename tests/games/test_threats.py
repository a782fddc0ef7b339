"""What stands in danger, for the pieces of both seats, whoever is to move."""

from games.rules import variant
from tests.games.test_variants_api import ask

# White's sun on e4 and brown's moon on e6, white's moon on a1 and brown's sun on c2; a star that reaches nobody.
BOARD = "10/10/10/10/4m5/10/4S5/10/2s7/M8T"


def in_galax(position: str) -> dict[str, list[str]]:
    engine = variant("galax")
    return engine.threats(engine.parse(position))


def test_galax_takes_what_it_touches_after_a_move() -> None:
    assert in_galax(f"{BOARD} w - -") == {"c2": ["a1"], "e4": ["e6"]}


def test_it_is_the_same_whoever_is_to_move() -> None:
    assert in_galax(f"{BOARD} b - -") == in_galax(f"{BOARD} w - -")


def test_sirius_takes_by_replacing() -> None:
    engine = variant("sirius")
    apart, beside = f"{BOARD} b - -", "10/10/10/10/10/4m5/4S5/10/10/10 b - -"
    assert engine.threats(engine.parse(apart)) == {}
    assert engine.threats(engine.parse(beside)) == {"e4": ["e5"]}


def test_other_families_and_games_not_begun_have_none() -> None:
    for name in ("lyra-2", "vaeva", "galax", "nonaga"):
        engine = variant(name)
        assert engine.threats(engine.start()) == {}
        assert engine.has_threats == (name == "galax")


def test_a_game_that_is_over_has_none() -> None:
    assert in_galax("10/10/10/10/10/10/4S5/10/10/10 b - -") == {}


def test_positions_tell_it(db: None) -> None:
    assert ask("galax", position=f"{BOARD} b - -").json()["threats"] == {"c2": ["a1"], "e4": ["e6"]}
    assert ask("nonaga").json()["threats"] == {}
