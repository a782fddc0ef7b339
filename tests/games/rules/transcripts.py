"""One readable game per variant, as the engines play it: `python -m tests.games.rules.transcripts` regenerates them.

A difference in these files is a difference in the rules: review it before you commit it.
"""

import random
from pathlib import Path

from games.management.terminal import draw
from games.rules import Game, variant, variant_ids
from games.rules.match import Match
from games.rules.points import points

FOLDER = Path(__file__).parent / "transcripts"
TURNS = 12


def transcript(game: Game) -> str:
    """A short random game with every position's text, and the last one drawn."""
    chance = random.Random(game.id)
    match = Match.begin(game, turn_limit=TURNS)
    lines = [f"{game.name}, {game.seats} seats, {TURNS} turns a seat", "", str(match.state)]
    while match.result is None:
        colour = game.colours[match.state.seat]
        step = _next_step(match, chance)
        match = match.play(step)
        lines.append(f"{colour:<7} {step:<34} {match.state}")
    shares = ", ".join(str(share) for share in points(match.result))
    lines += ["", draw(game, match.state), "", f"{match.result.reason}: ranks {match.result.ranks}, points {shares}"]
    return "\n".join(lines) + "\n"


def _next_step(match: Match, chance: random.Random) -> str:
    if match.state.awaits_setup():
        form = match.game.setup_form(match.state.seat)
        assert form is not None
        return chance.choice(form.arrangements)[1]
    return chance.choice(match.state.steps())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for variant_id in variant_ids():
        (FOLDER / f"{variant_id}.txt").write_text(transcript(variant(variant_id)), encoding="utf-8")
