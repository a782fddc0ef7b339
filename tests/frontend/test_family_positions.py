"""The positions that represent the families show the differences between the games."""

import pytest

from frontend.family_positions import PORTRAITS, portrait_of
from games.rules import families
from games.rules.scene import Cell, Trail


def last_step(family: str) -> Trail:
    return PORTRAITS[family].scene.last_turn[-1]


def test_every_family_has_a_position_and_no_two_are_alike() -> None:
    pictures = [portrait_of(family).lone_picture("") for family in families()]
    assert len(set(pictures)) == len(families())


def test_galax_captures_by_contact_and_sirius_by_replacement() -> None:
    touch, replacing = last_step("galax"), last_step("sirius")
    board = {cell.name: cell for cell in PORTRAITS["galax"].game.board().cells}
    end = board[touch.path[-1]]
    assert len(touch.taken) == 2
    assert all(are_neighbours(end, board[name]) for name in touch.taken)
    assert replacing.taken == replacing.path[-1:]


def are_neighbours(one: Cell, other: Cell) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) == 1


@pytest.mark.parametrize("family", ["galax", "sirius", "vaeva"])
def test_the_last_turn_is_visible_in_the_window(family: str) -> None:
    portrait, trail = PORTRAITS[family], last_step(family)
    platform = portrait.scene.platform
    shown = {cell.name for cell in portrait.board.cells}
    assert {*trail.path, *trail.taken, *(platform.cells if platform else ())} <= shown
