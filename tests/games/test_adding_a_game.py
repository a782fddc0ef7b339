"""Adding a game takes its rules and its declaration: a made-up one (`tests/games/breakthrough`) is tried throughout.

It runs in its own process, so that no other test sees it, and interpreted: compiled classes can't be subclassed.
"""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from config.env import BASE_DIR
from games.rules import families, get_family
from games.rules.family import OptionValue
from games.rules.registry import options, register
from games.views.forms import NewGameForm

ADD_AND_TEST = """
import sys
import pytest
from games.rules.registry import register
from tests.games.breakthrough.family import BREAKTHROUGH
register(BREAKTHROUGH)
sys.exit(pytest.main(["-p", "no:cacheprovider", "-p", "no:xdist", *sys.argv[1:]]))
"""
# Tests that every registered game must pass, except those of files written per game.
COMMON = [
    "tests/games/rules/test_contract.py",
    "tests/games/ai/test_player.py",
    "tests/games/pictures/test_drawing.py",
    "tests/frontend/test_learn.py",
    "tests/frontend/test_family_positions.py",
]


@pytest.mark.slow
@pytest.mark.once
def test_a_game_of_two_files_works_throughout_the_site() -> None:
    tests = ["tests/games/breakthrough/checks.py", *COMMON, "-k", "breakthrough or portraits or TestPages"]
    run = subprocess.run(
        [sys.executable, "-c", ADD_AND_TEST, *tests],
        cwd=BASE_DIR,
        env={**os.environ, "ASTERISM_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_ids_and_names_of_options_are_unique() -> None:
    before = families()
    galax, nonaga = get_family("galax"), get_family("nonaga")
    option = galax.variants[0].options[0]
    other = replace(option, values=(*option.values, OptionValue("none", "none")))
    variants = (replace(galax.variants[0], id="galax-2", options=(other,)),)
    for clashing in (nonaga, replace(nonaga, id="other"), replace(galax, id="other", variants=variants)):
        with pytest.raises(RuntimeError, match="already registered"):
            register(clashing)
    assert families() == before


def test_no_option_is_named_like_a_field_of_its_form() -> None:
    assert {option.name for option in options()}.isdisjoint(NewGameForm.base_fields)
