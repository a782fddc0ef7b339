"""The registry of experts (evaluation functions): one line per game."""

from games.ai.expert import Expert
from games.ai.experts.nonaga import NonagaExpert
from games.ai.experts.suits import GalaxExpert, SiriusExpert
from games.ai.experts.vaeva import VaevaExpert
from games.ai.experts.vega import BatailleExpert, LigneExpert, LyraExpert
from games.rules.core import Game
from games.rules.nonaga.game import Nonaga
from games.rules.suits.galax import Galax
from games.rules.suits.sirius import Sirius
from games.rules.vaeva.game import Vaeva
from games.rules.vega.bataille import Bataille
from games.rules.vega.ligne import Ligne
from games.rules.vega.lyra import Lyra

_KNOWN: dict[tuple[str, str], Expert] = {}


def expert_for(game: Game) -> Expert:
    """The expert for a variant with its options; cached, since its tables take time to build."""
    known = (game.id, str(sorted(game.options.items())))
    if known not in _KNOWN:
        _KNOWN[known] = _make(game)
    return _KNOWN[known]


def _make(game: Game) -> Expert:  # noqa: PLR0911 - one line a game
    if isinstance(game, Lyra):
        return LyraExpert(game)
    if isinstance(game, Ligne):
        return LigneExpert(game)
    if isinstance(game, Bataille):
        return BatailleExpert(game)
    if isinstance(game, Vaeva):
        return VaevaExpert(game)
    if isinstance(game, Galax):
        return GalaxExpert(game)
    if isinstance(game, Sirius):
        return SiriusExpert(game)
    if isinstance(game, Nonaga):
        return NonagaExpert(game)
    raise ValueError(f"no expert knows {game.id}")
