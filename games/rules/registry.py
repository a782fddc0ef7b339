"""The registry of variants: one line each."""

from collections.abc import Callable

from games.rules.core import Game
from games.rules.nonaga.game import Nonaga
from games.rules.sentences import say
from games.rules.suits.galax import Galax
from games.rules.suits.sirius import Sirius
from games.rules.vaeva.game import Vaeva
from games.rules.vega.bataille import Bataille
from games.rules.vega.ligne import Ligne
from games.rules.vega.lyra import Lyra

# id -> (constructor taking the chosen options, options with their allowed values, the default first)
Maker = Callable[[dict[str, str]], Game]
OptionValues = dict[str, tuple[str, ...]]

VARIANTS: dict[str, tuple[Maker, OptionValues]] = {
    "lyra-2": (lambda _: Lyra(2), {}),
    "lyra-3": (lambda _: Lyra(3), {}),
    "lyra-4": (lambda _: Lyra(4), {}),
    "ligne-2": (lambda _: Ligne(2), {}),
    "ligne-3": (lambda _: Ligne(3), {}),
    "ligne-4": (lambda _: Ligne(4), {}),
    "bataille-2": (lambda _: Bataille(2), {}),
    "bataille-3": (lambda _: Bataille(3), {}),
    "bataille-4": (lambda _: Bataille(4), {}),
    "galax": (Galax, {"captures": ("chosen", "all")}),
    "sirius": (Sirius, {"champion_takes": ("everything", "champions")}),
    "vaeva": (Vaeva, {}),
    "nonaga": (Nonaga, {}),
}

# Turn limits per seat, after which a game ends by tally, where measurements replaced the default: about one game in ten
# between strong AIs reaches them (docs/performance.md; Bataille for two can't be brought there).
TURN_LIMITS = {
    "lyra-2": 180,
    "lyra-3": 90,
    "ligne-2": 90,
    "ligne-3": 90,
    "bataille-3": 270,
    "bataille-4": 270,
    "vaeva": 200,
}


def variant_ids() -> tuple[str, ...]:
    return tuple(VARIANTS)


def option_values(variant_id: str) -> OptionValues:
    return _entry(variant_id)[1]


def variant(variant_id: str, **options: str) -> Game:
    """The game with this id and these options; raises KeyError for an unknown id, ValueError for a bad option."""
    make, allowed = _entry(variant_id)
    for name, value in options.items():
        if name not in allowed:
            known = ", ".join(allowed) or "none"
            raise ValueError(
                say(
                    "{variant} has no option {name!r}; its options are: {known}",
                    code="unknown_option",
                    variant=variant_id,
                    name=name,
                    known=known,
                )
            )
        if value not in allowed[name]:
            raise ValueError(
                say(
                    "{name} of {variant} must be one of {known}, not {value!r}",
                    code="unknown_value",
                    name=name,
                    variant=variant_id,
                    known=", ".join(allowed[name]),
                    value=value,
                )
            )
    defaults = {name: values[0] for name, values in allowed.items()}
    game = make({**defaults, **options})
    game.turn_limit = TURN_LIMITS.get(variant_id, game.turn_limit)
    return game


def _entry(variant_id: str) -> tuple[Maker, OptionValues]:
    if variant_id not in VARIANTS:
        raise KeyError(
            say(
                "unknown variant {variant!r}; the variants are {known}",
                code="unknown_variant",
                variant=variant_id,
                known=", ".join(VARIANTS),
            )
        )
    return VARIANTS[variant_id]
