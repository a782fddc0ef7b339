"""Find tactics: in games of a strong AI against a weak one, and in random endings."""

from collections.abc import Iterator
from random import Random
from typing import Final

from games.ai import Budget, Thought, choose_setup, choose_turn, level
from games.ai.player import Clock, random_turn
from games.puzzles.engine.tactics import Tactic, find_tactic
from games.rules.core import Game, State
from games.rules.match import Match
from games.rules.rows import row_text

THINKING, DREAMING = Budget(nodes=1_500), Budget(nodes=60)
# Random turns before the AI begins to think, so that no two games are alike.
OPENING_TURNS: Final = 4
# Random endings: so many per seed, within a window of the board, with so many pieces of white and of brown.
ENDINGS, WIDTH, WINDOW = 400, 10, 5
ENDING_SIZES: Final = ((2, 2), (3, 2), (3, 3), (4, 3), (2, 1), (3, 1))
WHITE_PIECES: Final = "SMTSMTSMTC"


def hunt(game: Game, *, seed: int, node_limit: int, now: Clock) -> Iterator[Tactic]:
    """Yield the tactics of one game of a strong AI against a weaker one. Deterministic for a seed."""
    chance = Random(f"hunt {game.id} {seed}")  # noqa: S311 - play, no secret
    match = Match.begin(game, game.turn_limit)
    strong_seat, played = seed % game.seats, 0
    while match.result is None:
        if match.state.awaits_setup():
            match = match.play(choose_setup(game, int(match.state.seat), level=level("nova"), seed=seed))
            continue
        if played < OPENING_TURNS:
            steps = random_turn(match.state, chance)
        else:
            tactic = find_tactic(game, match.state, node_limit=node_limit)
            if tactic is not None:
                yield tactic
            steps = think(game, match.state, is_strong=match.state.seat == strong_seat, chance=chance, now=now).steps
        match = match.enter_all(steps)
        played += 1


def compose(game: Game, *, seed: int, node_limit: int) -> Iterator[Tactic]:
    """Yield tactics of small random endings of Galax or Sirius: in played games champions win in too many ways."""
    chance = Random(f"compose {game.id} {seed}")  # noqa: S311 - play, no secret
    for _ in range(ENDINGS):
        tactic = find_tactic(game, game.parse(drawn_ending(chance)), node_limit=node_limit)
        if tactic is not None:
            yield tactic


def drawn_ending(chance: Random) -> str:
    """A few pieces of both colours close together, white to move."""
    left, bottom = chance.randrange(WIDTH - WINDOW + 1), chance.randrange(1, WIDTH - WINDOW)
    window = [(left + across, bottom + up) for across in range(WINDOW) for up in range(WINDOW)]
    white, brown = chance.choice(ENDING_SIZES)
    letters = [chance.choice(WHITE_PIECES) for _ in range(white)]
    letters += [chance.choice(WHITE_PIECES).lower() for _ in range(brown)]
    pieces = dict(zip(chance.sample(window, white + brown), letters, strict=True))
    rows = ["".join(pieces.get((column, row), ".") for column in range(WIDTH)) for row in reversed(range(WIDTH))]
    return "/".join(row_text(row) for row in rows) + " w - -"


def think(game: Game, state: State, *, is_strong: bool, chance: Random, now: Clock) -> Thought:
    player, budget = ("pulsar", THINKING) if is_strong else ("meteor", DREAMING)
    return choose_turn(game, state, level=level(player), seed=chance.randrange(2**40), now=now, budget=budget)
