"""Tactics: exactly one turn forces the win, checked by brute force, also for the shipped set."""

from collections.abc import Iterator

import pytest

from games.management.tactic_making import find_again
from games.puzzles.engine.find_tactics import hunt
from games.puzzles.engine.tactics import Tactic, find_tactic, is_same_turn
from games.puzzles.services.tactics import STARTING_SET, read_tactics, write_tactic
from games.rules import State, variant, variant_ids

IN_TWO = "1rrr1rr/3r5/1r3b5/11/5b3/bb2bbb r - 00"
IN_ONE = "rrr1rrr/5r3/11/11/5b3/bbbbbb1 b - 00"
SHIPPED = read_tactics(STARTING_SET.read_text().splitlines())
TWO_SEATS = [name for name in variant_ids() if variant(name).seats == 2]


def whole_turns(state: State, played: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every turn as text, by the public interface of the rules."""
    for step in state.steps():
        after = state.play(step)
        if after.result is not None or after.turn_begins():
            yield (*played, step), after
        else:
            yield from whole_turns(after, (*played, step))


def wins(state: State, seat: int) -> bool:
    return state.result is not None and state.result.ranks == ((1, 2) if seat == 0 else (2, 1))


def forcing_turns(state: State) -> set[str]:
    """The positions after the turns that win in two, by exhaustive search."""
    seat = state.seat
    found = set()
    for _, after in whole_turns(state):
        answers = [] if after.result is not None else list(whole_turns(after))
        if answers and all(any(wins(end, seat) for _, end in whole_turns(answer)) for _, answer in answers):
            found.add(str(after))
    return found


def after(state: State, steps: tuple[str, ...]) -> State:
    for step in steps:
        state = state.play(step)
    return state


def test_a_win_in_two_agrees_with_brute_force() -> None:
    game = variant("lyra-2")
    start = game.parse(IN_TWO)
    tactic = find_tactic(game, start, node_limit=1_000_000)
    assert tactic is not None
    assert (tactic.turns, tactic.theme, tactic.line[0]) == (2, "quiet", ("e4-f5",))
    assert forcing_turns(start) == {str(after(start, tactic.line[0]))}
    end = after(after(after(start, tactic.line[0]), tactic.line[1]), tactic.line[2])
    assert wins(end, 0)


def test_a_win_in_one() -> None:
    game = variant("lyra-2")
    expected = Tactic("lyra-2", IN_ONE, 1, "quiet", (("b6-a7",),))
    assert find_tactic(game, game.parse(IN_ONE), node_limit=100_000) == expected


@pytest.mark.parametrize(
    ("variant_id", "position", "why"),
    [
        ("lyra-2", "bbbbbbb/9/11/11/9/rrrrrrr r - 00", "nothing is won yet"),
        ("sirius", "10/10/10/10/4c5/4CC4/10/10/10/10 w - -", "two turns win"),
    ],
)
def test_other_positions_are_no_tactics(variant_id: str, position: str, why: str) -> None:
    game = variant(variant_id)
    assert find_tactic(game, game.parse(position), node_limit=200_000) is None, why


def test_nothing_is_found_beyond_the_node_limit() -> None:
    game = variant("lyra-2")
    assert find_tactic(game, game.parse(IN_TWO), node_limit=50) is None


def test_turns_that_lead_to_the_same_position_are_the_same() -> None:
    start = variant("nonaga").start()
    turn = ("(2,0)-(-1,0)", "o(2,0)-(3,-2)")
    assert is_same_turn(start, turn, turn)
    assert not is_same_turn(start, turn, (turn[0], "o(1,1)-(3,-2)"))


def test_a_search_is_deterministic_for_a_seed() -> None:
    game = variant("nonaga")
    found = [list(hunt(game, seed=seed, node_limit=100_000, now=lambda: 0.0)) for seed in (3, 3)]
    assert found[0] == found[1]


def test_a_file_of_tactics_survives_a_round_trip() -> None:
    assert read_tactics(map(write_tactic, SHIPPED)) == SHIPPED


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", TWO_SEATS)
def test_every_shipped_tactic_is_proved_again(variant_id: str) -> None:
    mine = [tactic for tactic in SHIPPED if tactic.variant == variant_id]
    assert len(mine) >= 4
    assert len({tactic.position for tactic in mine}) == len(mine)
    assert [find_again(tactic) for tactic in mine] == mine
