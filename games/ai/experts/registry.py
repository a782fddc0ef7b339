"""The registry of experts (evaluation functions); games without one get the generic `Expert`."""

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

_EXPERTS: dict[type[Game], type[Expert]] = {
    Lyra: LyraExpert,
    Ligne: LigneExpert,
    Bataille: BatailleExpert,
    Vaeva: VaevaExpert,
    Galax: GalaxExpert,
    Sirius: SiriusExpert,
    Nonaga: NonagaExpert,
}
_KNOWN: dict[tuple[str, str], Expert] = {}


def expert_for(game: Game) -> Expert:
    """The expert for a variant with its options, or one that knows only its rules; made once, for its tables take a
    moment.
    """
    known = (game.id, str(sorted(game.options.items())))
    if known not in _KNOWN:
        _KNOWN[known] = _EXPERTS.get(type(game), Expert)(game)
    return _KNOWN[known]
