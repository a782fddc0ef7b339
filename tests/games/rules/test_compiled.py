"""The compiled engines play exactly the same games as the interpreted sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.compiled import is_current

ROOT = Path(__file__).parents[3]
PLAY = """
import hashlib, random
import config.compiled
config.compiled.prefer_compiled()
from games.rules import core
from tests.games.rules.random_games import all_games, name_of, walk

print(core.__file__.endswith(".py"))
for game in all_games():
    digest = hashlib.sha256()
    for seed in range(12):
        for state in walk(game, random.Random(seed), 150):
            digest.update(f"{state} {state.steps()} {state.tally} {state.result} {hash(state)}".encode())
    print(name_of(game), digest.hexdigest())
"""


COUNT = """
import config.compiled
config.compiled.prefer_compiled()
from games.rules import variant
from games.rules.core import perft
print(perft(variant("nonaga").start(), 6))
"""
needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="there is no C compiler, so there is no compiled twin"
)


def printed_by(script: str, *, interpreted: bool) -> list[str]:
    environment = {**os.environ, "ASTERISM_INTERPRETED": "1" if interpreted else "0", "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


@needs_compiler
@pytest.mark.slow
def test_compiled_and_interpreted_play_the_same_games() -> None:
    assert is_current(), "the compiled engines are not built from these sources: run python -m config.compiler"
    from_sources, from_compiled = printed_by(PLAY, interpreted=True), printed_by(PLAY, interpreted=False)
    assert (from_sources[0], from_compiled[0]) == ("True", "False")
    assert from_sources[1:] == from_compiled[1:]


@needs_compiler
@pytest.mark.slow
def test_perft_of_nonaga_three_turns_deep() -> None:
    """Seventy million leaves: only the compiled engines count them in seconds."""
    assert is_current(), "the compiled engines are not built from these sources: run python -m config.compiler"
    assert printed_by(COUNT, interpreted=False) == ["73397796"]
