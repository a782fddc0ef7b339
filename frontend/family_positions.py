"""One characteristic position per family, for lists of games; its last turn shows how the game is played.

Galax and Sirius share pieces and board, so their last turns differ: capture by touch, capture by replacement.
"""

from dataclasses import dataclass
from functools import cached_property

from frontend.learn.diagrams import windowed
from frontend.learn.positions import suits, vaeva
from games.pictures.svg import lone_svg, page_svg
from games.pictures.view import View
from games.rules import Family, Game, variant
from games.rules.match import Match
from games.rules.scene import Board, Scene


@dataclass(frozen=True)
class Portrait:
    """A position, the turn played from it, and the visible part of the board (lower left and upper right cell)."""

    variant: str
    position: str = ""
    turn: tuple[str, ...] = ()
    window: tuple[str, str] | None = None

    @property
    def game(self) -> Game:
        return variant(self.variant)

    @cached_property
    def board(self) -> Board:
        board = self.game.board()
        return board if self.window is None else windowed(board, *self.window)

    @cached_property
    def scene(self) -> Scene:
        game = self.game
        match = Match.begin_from(game, game.parse(self.position) if self.position else game.start())
        return match.enter_all(self.turn).scene()

    def lone_picture(self, look: str) -> str:
        return lone_svg(self._view(is_small=True), self.scene, look=look)

    def page_picture(self, label: str) -> str:
        return page_svg(self._view(), self.scene, label=label)

    def _view(self, *, is_small: bool = False) -> View:
        return View(self.board, self.game.family, self.game.colours, is_small=is_small)


MIDDLE = ("c2", "h7")
PORTRAITS = {
    "vega": Portrait("lyra-4"),
    "vaeva": Portrait("vaeva", vaeva("J10 K11 H8 L7 N9 G6", "L10 N12 H12 K14"), ("P-",), window=("E5", "P16")),
    "galax": Portrait(
        "galax",
        suits("Td3 Mc3 Sg3 Sd2 Mf2 Th2 Mh4", "Sd5 Sf5 Te6 Mg6 Sc7 Mf7 Th7"),
        ("d3-e4xd5xf5",),
        window=MIDDLE,
    ),
    "sirius": Portrait(
        "sirius",
        suits("Md3 Sc4 Tg3 Ch5 Se2 Mg2", "Te4 Sd6 Mf6 Tc7 Sg7 Me7 Th3"),
        ("d3xe4",),
        window=MIDDLE,
    ),
    "nonaga": Portrait("nonaga", turn=("(2,0)-(-1,0)", "o(2,0)-(-3,1)")),
}


def portrait_of(family: Family) -> Portrait:
    """The portrait of a family; where none was chosen, the start of its first variant."""
    return PORTRAITS.get(family.id) or Portrait(family.first)
