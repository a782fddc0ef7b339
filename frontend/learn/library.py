"""Diagrams and tutorial lessons per game family, and how the variants are scored at the turn limit."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from frontend.learn import galax, nonaga, sirius, vaeva, vega
from frontend.learn.diagrams import Diagram
from games.rules import Family, Game, State, variant


@dataclass(frozen=True)
class FamilyContent:
    diagrams: tuple[Diagram, ...]
    lessons: tuple[Diagram, ...]
    sample: str
    """The name of the diagram that shows all colours of the game."""

    def diagram(self, name: str) -> Diagram:
        return next(diagram for diagram in self.diagrams if diagram.name == name)


def _content(
    first_variant: str, diagrams: tuple[Diagram, ...], lessons: tuple[Diagram, ...], *, sample: str = "start"
) -> FamilyContent:
    """The diagrams of a family; those that name no variant are of its first one."""

    def named(listed: tuple[Diagram, ...]) -> tuple[Diagram, ...]:
        return tuple(replace(one, variant=one.variant or first_variant) for one in listed)

    return FamilyContent(named(diagrams), named(lessons), sample)


LIBRARY = {
    "vega": _content("lyra-2", vega.DIAGRAMS, vega.LESSONS, sample="four"),
    "vaeva": _content("vaeva", vaeva.DIAGRAMS, vaeva.LESSONS),
    "galax": _content("galax", galax.DIAGRAMS, galax.LESSONS),
    "sirius": _content("sirius", sirius.DIAGRAMS, sirius.LESSONS),
    "nonaga": _content("nonaga", nonaga.DIAGRAMS, nonaga.LESSONS),
}


def position_of(family: Family, *, in_all_colours: bool = False) -> tuple[Game, State]:
    """The position that introduces a family: a diagram's, or the start of a variant where there are no Learn pages."""
    lore = LIBRARY.get(family.id)
    if lore is None:
        game = variant(family.variants[-1 if in_all_colours else 0].id)
        return game, game.start()
    shown = lore.diagram(lore.sample if in_all_colours else "start")
    return shown.game, shown.state


@dataclass(frozen=True)
class Reckoning:
    """How a game's tally is counted, and its turn limit. `variants` differ only in the number of seats."""

    name: str | Promise
    family: str
    variants: tuple[str, ...]
    counts: Promise

    @property
    def seats(self) -> str:
        return ", ".join(str(variant(variant_id).seats) for variant_id in self.variants)

    @property
    def limit(self) -> str:
        """The turn limit per seat; several, in the order of `variants`, if they differ."""
        limits = [variant(variant_id).turn_limit for variant_id in self.variants]
        return ", ".join(str(limit) for limit in (limits if len(set(limits)) > 1 else limits[:1]))


RECKONINGS = (
    Reckoning(
        _("Lyra"),
        "vega",
        ("lyra-2", "lyra-3", "lyra-4"),
        _("your pieces in the goal row, minus those still in your own starting edge row; it may be negative"),
    ),
    Reckoning(
        _("Ligne"),
        "vega",
        ("ligne-2", "ligne-3", "ligne-4"),
        _("the length of your longest line inside your target half; a lone piece is 1"),
    ),
    Reckoning(_("Bataille"), "vega", ("bataille-2", "bataille-3", "bataille-4"), _("your pieces on the board")),
    Reckoning("Vaeva", "vaeva", ("vaeva",), _("your pawns on the platform")),
    Reckoning("Galax", "galax", ("galax",), _("your pieces on the board")),
    Reckoning("Sirius", "sirius", ("sirius",), _("your pieces on the board")),
    Reckoning("Nonaga", "nonaga", ("nonaga",), _("pairs of your pawns that stand side by side")),
)


def reckonings_of(family: str) -> list[Reckoning]:
    return [reckoning for reckoning in RECKONINGS if reckoning.family == family]
