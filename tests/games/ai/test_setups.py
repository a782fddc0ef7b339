"""Set-ups are legal for either seat, differ from seed to seed, and are the same for the same seed."""

from dataclasses import replace
from random import Random

import pytest

from games.ai import LEVELS, Level, choose_setup
from games.rules import get_family, registry, variant

GAMES = ["vaeva", "galax", "sirius"]


@pytest.mark.parametrize("variant_id", GAMES)
@pytest.mark.parametrize("player", LEVELS, ids=lambda player: player.slug)
def test_setups_are_legal_and_varied(variant_id: str, player: Level) -> None:
    game = variant(variant_id)
    texts = {choose_setup(game, seed % 2, level=player, seed=seed) for seed in range(60)}
    for text in texts:
        game.check_setup(0, text)
    assert len(texts) > 15


@pytest.mark.parametrize("variant_id", GAMES)
def test_the_same_seed_gives_the_same_set_up(variant_id: str) -> None:
    game = variant(variant_id)
    assert choose_setup(game, 1, level=LEVELS[4], seed=8) == choose_setup(game, 1, level=LEVELS[4], seed=8)
    game.check_setup(0, get_family(game.family).setups.random(Random(4)))


def test_a_game_without_patterns_uses_a_predefined_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = variant("vaeva")
    monkeypatch.setitem(registry._FAMILIES, "vaeva", replace(get_family("vaeva"), setups=None))
    ready_made = {text for _, text in game.setup_form(0).arrangements}
    assert {choose_setup(game, 0, level=LEVELS[2], seed=seed) for seed in range(60)} == ready_made


def test_a_game_without_set_ups_raises() -> None:
    with pytest.raises(ValueError, match="no set-up"):
        choose_setup(variant("nonaga"), 0, level=LEVELS[4], seed=8)
