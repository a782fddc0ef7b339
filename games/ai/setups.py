"""Set-ups that an AI chooses, varied with the seed: its family's, or any ready-made arrangement where it has none."""

from random import Random

from games.ai.levels import Level
from games.rules.core import Game
from games.rules.registry import get_family


def choose_setup(game: Game, seat: int, *, level: Level, seed: int) -> str:
    """A set-up for a seat; the weakest level's is random."""
    chance = Random(f"setup {seed} {seat}")  # noqa: S311 - play, no secret
    form, setups = game.setup_form(seat), get_family(game.family).setups
    if form is None:
        raise ValueError(f"{game.id} has no set-up")
    if setups is None:
        return chance.choice(form.arrangements)[1]
    return setups.random(chance) if level.number == 1 else setups.sensible(chance)
