"""Solitaire and its solver: the same moves as in Lyra, and a par that brute force confirms."""

from collections.abc import Iterable
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.puzzles.engine.boards import BETWEEN, BLOCKERS, draw_blockers, image, make_board, open_board
from games.puzzles.engine.solitaire_rules import GOAL, START, solitaire_game
from games.puzzles.engine.solver import Solver
from games.rules import IllegalStep, variant
from games.rules.vega.board import CELLS, INDEX, mask_of, triples

cells = st.sampled_from(range(CELLS))


def mask(names: str) -> int:
    return mask_of(tuple(INDEX[name] for name in names.split()))


def play(position: str, steps: Iterable[str]) -> str:
    state = solitaire_game().parse(position)
    for step in steps:
        state = state.play(step)
    return str(state)


def breadth_first(start: int, goal: int, blockers: int) -> int | None:
    """The fewest turns, found by breadth-first search."""
    seen, layer, turns = {start}, [start], 0
    while layer:
        if goal in layer:
            return turns
        following = set()
        for pieces in layer:
            for code in triples(pieces, pieces | blockers):
                following.add(pieces ^ (1 << code // 64) | (1 << code % 64))
        layer = sorted(following - seen)
        seen.update(layer)
        turns += 1
    return None


class TestRules:
    def test_a_piece_moves_as_in_lyra_on_an_empty_board(self) -> None:
        alone = solitaire_game().begin(0)
        lyra = variant("lyra-2").parse("bbbbbbb/9/11/11/9/rrrrrrr r - 00")
        assert alone.steps() == lyra.steps()
        assert str(alone.play("a1-b4")) == "7/9/11/11/3r5/1rrrrrr r - 02"

    def test_the_player_always_moves_and_blockers_stay(self) -> None:
        state = solitaire_game().begin(mask("b3 c6"))
        with pytest.raises(IllegalStep):
            state.play("a1-a2")
        for _ in range(20):
            assert state.seat == 0
            assert not any(step.startswith("~") for step in state.steps())
            state = state.play(state.steps()[0])
        assert {piece.cell for piece in state.scene().pieces if piece.seat == 1} == {"b3", "c6"}

    def test_a_player_without_a_move_can_only_pass(self) -> None:
        walled = solitaire_game().begin(mask("b2 b4 b6 b8"))
        assert walled.steps() == ["pass"]

    def test_the_puzzle_is_over_when_all_pieces_have_arrived(self) -> None:
        puzzle = open_board()
        assert play(puzzle.position, puzzle.steps) == "rrrrrrr/9/11/11/9/7 r - 12"
        assert solitaire_game().parse("rrrrrrr/9/11/11/9/7 r - 12").is_over() is True

    @pytest.mark.parametrize(
        "text",
        [
            "7/9/11/11/9/rrrrrr1 r - 02",
            "b6/9/11/11/9/rrrrrrr r - 02",
            "7/9/11/11/9/rrrrrrr r - 00",
            "7/9/11/11/9/rrrrrrr r - 12",
            "7/9/11/11/9/rrrrrrr b - 02",
        ],
    )
    def test_an_impossible_position_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"\w"):
            solitaire_game().parse(text)


class TestSolver:
    @settings(max_examples=40, deadline=None)
    @given(
        start=st.sets(cells, min_size=2, max_size=2),
        goal=st.sets(cells, min_size=2, max_size=2),
        blocked=st.sets(cells, max_size=12),
    )
    def test_the_solution_is_as_short_as_brute_force(self, start: set[int], goal: set[int], blocked: set[int]) -> None:
        own, end = mask_of(tuple(start)), mask_of(tuple(goal))
        blockers = mask_of(tuple(blocked - start - goal))
        fewest = breadth_first(own, end, blockers)
        found = Solver(blockers, end).solve(own)
        assert (None if found is None else len(found)) == fewest

    def test_three_pieces_through_a_narrow_gate(self) -> None:
        """Where the pieces block each other the lower bound is not reached, and the tree is searched."""
        blockers = mask("c1 c2 c3 c4 c7 c8 c9 c10 c11")
        start, goal = mask("a3 a4 a5"), mask("f3 f4 f5")
        found = Solver(blockers, goal).solve(start)
        assert found is not None
        assert len(found) == breadth_first(start, goal, blockers)

    def test_a_closed_board_has_no_solution(self) -> None:
        wall = mask("c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11")
        assert Solver(wall).solve(START) is None

    def test_the_solver_stops_at_its_limit(self) -> None:
        solver = Solver(0, node_limit=3)
        assert solver.solve(START) is None
        assert solver.nodes == 3

    def test_the_open_board_takes_27_turns(self) -> None:
        """Four pieces take three turns and three take five, as the page says: lower bound and solution agree."""
        assert Solver(0).at_least(START) == 27
        assert open_board().par == 27


class TestBoards:
    @pytest.mark.slow
    def test_a_week_of_boards_is_solvable_and_reproducible(self) -> None:
        monday = date(2026, 3, 2)
        for offset in range(7):
            day = monday + timedelta(days=offset)
            puzzle = make_board(day.isoformat(), blockers=BLOCKERS[day.weekday()])
            assert puzzle == make_board(day.isoformat(), blockers=BLOCKERS[day.weekday()])
            state = solitaire_game().parse(puzzle.position)
            assert play(puzzle.position, puzzle.steps).startswith("rrrrrrr/")
            assert puzzle.par >= Solver(int(state.pieces[1])).at_least(START)
            assert bin(int(state.pieces[1])).count("1") in (BLOCKERS[offset], BLOCKERS[offset] + 1)

    def test_edge_rows_are_free_and_applying_a_symmetry_twice_is_the_identity(self) -> None:
        for number in range(50):
            assert draw_blockers(f"{number}", 9) & (START | GOAL) == 0
        for symmetry in ("mirror", "half turn", "none"):
            assert [image(image(cell, symmetry), symmetry) for cell in BETWEEN] == list(BETWEEN)
