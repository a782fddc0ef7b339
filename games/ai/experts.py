"""The registry of experts (evaluation functions): one line per game."""

from games.ai.expert import Expert
from games.ai.nonaga_expert import NonagaExpert
from games.ai.suits_experts import GalaxExpert, SiriusExpert
from games.ai.vaeva_expert import VaevaExpert
from games.ai.vega_experts import BatailleExpert, LigneExpert, LyraExpert
from games.rules.bataille import Bataille
from games.rules.core import Game
from games.rules.galax import Galax
from games.rules.ligne import Ligne
from games.rules.lyra import Lyra
from games.rules.nonaga import Nonaga
from games.rules.sirius import Sirius
from games.rules.vaeva import Vaeva

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
