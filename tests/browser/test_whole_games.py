"""Two browsers play a game of each family, three a bataille: one by keyboard and screen reader, the others by mouse.
One of them is reloaded, disconnected and reconnected."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seed, Sit
from tests.browser.keyboard_player import KeyboardPlayer
from tests.browser.player import Player
from tests.frontend.handles import cells_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TURNS = 3


def mover(players: list[Player]) -> Player:
    return players[players[0].game()["to_move"]]


def all_see_the_same(players: list[Player]) -> None:
    """Check that each browser shows the same record and the same pieces."""
    first, *others = players
    plies = first.game()["ply"]
    for player in players:
        expect(player.part("record").locator(f'[data-ply="{plies}"]')).to_have_count(1)
    for other in others:
        assert other.record() == first.record()
        other.await_pieces(first.pieces())


def play_on(players: list[Player], rng: random.Random, turns: int) -> None:
    for _ in range(turns):
        if players[0].game()["status"] == "running":
            player = mover(players)
            player.play_turn(rng)
            if not isinstance(player, KeyboardPlayer):
                [cell, *_] = [*cells_in(player.record()[-1]), ""]
                listener(players).hears(re.compile(rf"\b{player.name.title()} .*{re.escape(cell)}"))


def listener(players: list[Player]) -> KeyboardPlayer:
    return next(player for player in players if isinstance(player, KeyboardPlayer))


def disconnect_and_reconnect(players: list[Player], rng: random.Random) -> None:
    """Disconnect a waiting player while the game goes on; after reconnecting, nothing is missing."""
    to_move = mover(players)
    waiting = next(player for player in players if player is not to_move)
    waiting.page.context.set_offline(True)
    expect(waiting.part("connection")).to_be_visible()
    to_move.play_turn(rng)
    waiting.page.context.set_offline(False)
    expect(waiting.part("connection")).to_be_hidden()


@pytest.mark.parametrize("variant", ["lyra-2", "vaeva", "galax", "sirius", "nonaga", "bataille-3"])
def test_a_whole_game(seed: Seed, sit: Sit, variant: str) -> None:
    names = [f"{name}-{variant}" for name in (["ada", "ben", "cleo"] if variant.endswith("3") else ["ada", "ben"])]
    table = seed(variant, names, turn_limit=TURNS)
    kinds = [KeyboardPlayer, Player, Player]
    players = [
        sit(name, table["sessions"][name], f"/games/{table['game']}/", by=kind)
        for name, kind in zip(names, kinds, strict=False)
    ]
    rng = random.Random(variant)

    if players[0].game()["status"] == "setup":
        for player in players:
            player.hand_in_setup()
        for player in players:
            expect(player.page.locator(".arranger")).to_be_hidden()

    play_on(players, rng, 2)
    all_see_the_same(players)
    disconnect_and_reconnect(players, rng)
    all_see_the_same(players)
    players[0].page.reload()
    all_see_the_same(players)
    play_on(players, rng, TURNS * len(players))

    listener(players).hears(listener(players).end())
    for player in players:
        expect(player.status).to_have_text(player.end())
        expect(player.part("action-rematch")).to_be_visible()
    all_see_the_same(players)
