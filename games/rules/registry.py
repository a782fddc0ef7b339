"""The registry of families, and of their variants by id."""

from games.rules.core import Game, invalid
from games.rules.family import Family, Option, Variant
from games.rules.nonaga.family import NONAGA
from games.rules.sentences import say
from games.rules.suits.family import GALAX, SIRIUS
from games.rules.vaeva.family import VAEVA
from games.rules.vega.family import VEGA

_FAMILIES: dict[str, Family] = {}
_VARIANTS: dict[str, Variant] = {}


def register(family: Family) -> None:
    """Add a family and its variants; RuntimeError if an id is taken, or the name of an option with other values."""
    taken = {family.id} & set(_FAMILIES) | {each.id for each in family.variants} & set(_VARIANTS)
    known = {option.name: option for option in options()}
    clashing = {o.name for each in family.variants for o in each.options if known.get(o.name, o) != o}
    if taken or clashing:
        raise RuntimeError(f"already registered: {', '.join(sorted(taken | clashing))}")
    _FAMILIES[family.id] = family
    _VARIANTS.update({each.id: each for each in family.variants})


def families() -> tuple[Family, ...]:
    return tuple(_FAMILIES.values())


def get_family(family_id: str) -> Family:
    """The family with this id; KeyError if there is none."""
    return _FAMILIES[family_id]


def variant_ids() -> tuple[str, ...]:
    return tuple(_VARIANTS)


def options() -> tuple[Option, ...]:
    """The options of all variants, each once."""
    return tuple(dict.fromkeys(option for each in _VARIANTS.values() for option in each.options))


def variants_with(option: Option) -> tuple[str, ...]:
    """The ids of the variants that take an option."""
    return tuple(each.id for each in _VARIANTS.values() if option in each.options)


def options_of(variant_id: str) -> tuple[Option, ...]:
    return _entry(variant_id).options


def goal_of(variant_id: str) -> str:
    """How a game of a variant is won by its aim, as a sentence."""
    return _entry(variant_id).goal


def option_values(variant_id: str) -> dict[str, tuple[str, ...]]:
    """The allowed values of each option of a variant, the default first."""
    return {option.name: tuple(value.id for value in option.values) for option in options_of(variant_id)}


def variant(variant_id: str, **options: str) -> Game:
    """The game with this id and these options; KeyError names the known ids, ValueError a bad option."""
    entry, allowed = _entry(variant_id), option_values(variant_id)
    for name, value in options.items():
        if name not in allowed:
            known = ", ".join(allowed) or "none"
            raise invalid(
                "{variant} has no option {name!r}; its options are: {known}",
                code="unknown_option",
                variant=variant_id,
                name=name,
                known=known,
            )
        if value not in allowed[name]:
            raise invalid(
                "{name} of {variant} must be one of {known}, not {value!r}",
                code="unknown_value",
                name=name,
                variant=variant_id,
                known=", ".join(allowed[name]),
                value=value,
            )
    defaults = {name: values[0] for name, values in allowed.items()}
    game = entry.make({**defaults, **options})
    game.turn_limit = entry.turn_limit
    return game


def _entry(variant_id: str) -> Variant:
    if variant_id not in _VARIANTS:
        raise KeyError(
            say(
                "unknown variant {variant!r}; the variants are {known}",
                code="unknown_variant",
                variant=variant_id,
                known=", ".join(_VARIANTS),
            )
        )
    return _VARIANTS[variant_id]


for _family in (VEGA, VAEVA, GALAX, SIRIUS, NONAGA):
    register(_family)
