"""Every level in every variant plays legal whole turns, keeps its budget and is deterministic for a seed."""

import itertools
from dataclasses import replace

import pytest

from games.ai import LEVELS, Budget, Level, analyse, choose_turn, level
from games.rules import Game
from tests.games.ai.positions import games_with_options, opening, random_positions, turn_ends

GAMES = games_with_options()
NAMES = [f"{game.id} {' '.join(game.options.values())}".strip() for game in GAMES]


def frozen_clock() -> float:
    return 0.0


class Ticking:
    """A clock that advances by a millisecond each time it is read."""

    def __init__(self) -> None:
        self.ticks = itertools.count()

    def __call__(self) -> float:
        return next(self.ticks) / 1000


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("player", LEVELS, ids=lambda player: player.slug)
def test_every_level_plays_a_whole_legal_turn(game: Game, player: Level) -> None:
    state = opening(game)
    thought = choose_turn(game, state, level=player, seed=5, now=frozen_clock, budget=Budget(nodes=60))
    turn_ends(state, thought.steps)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_same_seed_gives_the_same_turn(game: Game) -> None:
    state = opening(game)
    thoughts = {
        choose_turn(game, state, level=LEVELS[4], seed=77, now=frozen_clock, budget=Budget(nodes=150)) for _ in range(2)
    }
    assert len(thoughts) == 1


def test_different_seeds_give_different_games() -> None:
    game = next(game for game in GAMES if game.id == "lyra-2")
    turns = {
        choose_turn(game, opening(game), level=LEVELS[4], seed=seed, now=frozen_clock, budget=Budget(nodes=150)).steps
        for seed in range(12)
    }
    assert len(turns) > 1


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("budget", [Budget(seconds=0.0), Budget(nodes=0)], ids=["no time", "no nodes"])
def test_a_zero_budget_still_gives_a_legal_turn(game: Game, budget: Budget) -> None:
    for state in random_positions(game, seed=3, plies=12):
        thought = choose_turn(game, state, level=LEVELS[4], seed=1, now=Ticking(), budget=budget)
        turn_ends(state, thought.steps)
        assert thought.nodes < 16


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_node_budget_is_kept(game: Game) -> None:
    thought = choose_turn(game, opening(game), level=LEVELS[4], seed=1, now=frozen_clock, budget=Budget(nodes=200))
    assert 150 < thought.nodes <= 220


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_time_budget_is_exceeded_by_at_most_a_tenth(game: Game) -> None:
    """Each reading of the clock takes a millisecond; the search reads it only every few nodes."""
    clock = Ticking()
    choose_turn(game, opening(game), level=LEVELS[4], seed=1, now=clock, budget=Budget(seconds=0.04))
    assert clock() <= 0.044


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_no_position_of_a_random_game_raises(game: Game) -> None:
    for seed in range(2):
        for number, state in enumerate(random_positions(game, seed=seed, plies=90)):
            if number % 6 == 0:
                thought = choose_turn(
                    game, state, level=LEVELS[3], seed=seed, now=frozen_clock, budget=Budget(nodes=25)
                )
                turn_ends(state, thought.steps)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_an_analysis_has_one_score_per_seat_and_a_turn(game: Game) -> None:
    state = opening(game)
    analysis = analyse(game, state, budget=Budget(nodes=80), now=frozen_clock)
    assert len(analysis.scores) == game.seats
    assert analysis.scores[state.seat] == analysis.best.score
    turn_ends(state, analysis.best.steps)


def test_a_finished_game_has_no_turn_to_choose() -> None:
    game = next(game for game in GAMES if game.id == "nonaga")
    state = opening(game)
    while not state.is_over():
        thought = choose_turn(game, state, level=LEVELS[1], seed=2, now=frozen_clock, budget=Budget(nodes=300))
        state = turn_ends(state, thought.steps)
    with pytest.raises(ValueError, match="over"):
        choose_turn(game, state, level=LEVELS[1], seed=2, now=frozen_clock)


def test_a_pending_set_up_is_chosen_as_the_turn() -> None:
    game = next(game for game in GAMES if game.id == "vaeva")
    thought = choose_turn(game, game.start(), level=LEVELS[2], seed=9, now=frozen_clock)
    game.check_setup(0, thought.steps[0])


def test_nonaga_is_searched_three_turns_deep_within_40_000_nodes() -> None:
    """Pawn and disc steps are searched separately so that pruning works: a turn has about 600 variations."""
    game = next(game for game in GAMES if game.id == "nonaga")
    steady = replace(LEVELS[4], depth=3, wobble=0)
    thought = choose_turn(game, opening(game), level=steady, seed=1, now=frozen_clock, budget=Budget(nodes=40_000))
    assert thought.depth == 3


def test_levels_are_found_by_name_and_number() -> None:
    assert [level(number) for number in range(1, 6)] == list(LEVELS)
    assert level("quasar") is LEVELS[4]
    with pytest.raises(KeyError, match="meteor, comet"):
        level("sun")
