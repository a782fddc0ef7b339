"""Tactics from play: the AI plays against itself, and every win it sees coming is looked at."""

from collections.abc import Iterator
from random import Random
from typing import Final

from games.ai import Budget, choose_setup, choose_turn, level
from games.ai.player import Clock
from games.puzzles.tactics import Tactic, find_tactic
from games.rules.core import Game, State
from games.rules.match import Match

THINKING: Final = Budget(nodes=4_000)
# Turns played at random before the AI begins to think, so that no two games are alike.
OPENING_TURNS: Final = 6
# A win in two is three turns ahead, the answer counted.
SOON: Final = 3


def hunt(game: Game, *, seed: int, node_limit: int, now: Clock) -> Iterator[Tactic]:
    """The tactics of one game of the AI against itself; the same seed finds the same."""
    chance = Random(f"hunt {game.id} {seed}")  # noqa: S311 - play, no secret
    match = Match.begin(game, game.turn_limit)
    strong = level("pulsar")
    played = 0
    while match.result is None:
        if match.state.awaits_setup():
            match = match.play(choose_setup(game, int(match.state.seat), level=level("nova"), seed=seed))
            continue
        if played < OPENING_TURNS:
            steps = random_turn(match.state, chance)
        else:
            thought = choose_turn(
                game, match.state, level=strong, seed=chance.randrange(2**40), now=now, budget=THINKING
            )
            steps = thought.steps
            if thought.proven == "win" and thought.turns is not None and thought.turns <= SOON:
                tactic = find_tactic(game, match.state, node_limit=node_limit)
                if tactic is not None:
                    yield tactic
        for step in steps:
            match = match.play(step)
        played += 1


def random_turn(state: State, chance: Random) -> tuple[str, ...]:
    steps: list[str] = []
    while not state.is_over() and not (steps and state.turn_begins()):
        steps.append(chance.choice(state.steps()))
        state = state.play(steps[-1])
    return tuple(steps)
