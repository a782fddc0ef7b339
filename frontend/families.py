"""The five game families (groups of variants with shared rules): id, name, short description, variants."""

from dataclasses import dataclass

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import variant, variant_ids


@dataclass(frozen=True)
class Family:
    id: str
    name: str
    sentence: Promise
    turn: Promise
    largest: str
    """The variant with the most seats, which uses all colours."""

    @property
    def first(self) -> str:
        """The variant to begin with."""
        return next(name for name in variant_ids() if variant(name).family == self.id)

    @property
    def colours(self) -> tuple[str, ...]:
        return variant(self.largest).colours


FAMILIES = (
    Family(
        "vega",
        "Vega",
        _("Tumble pyramids three times per turn: across, into a line, or into battle."),
        _("one piece tumbles three times"),
        "lyra-4",
    ),
    Family(
        "vaeva",
        "Vaeva",
        _("Walk, jump and ride a sliding platform in the middle of the board."),
        _("one pawn, or the platform"),
        "vaeva",
    ),
    Family(
        "galax",
        "Galax",
        _("Sun takes moon, moon takes star, star takes sun, all by touch."),
        _("one piece, which takes by touch"),
        "galax",
    ),
    Family(
        "sirius",
        "Sirius",
        _("The same suns, moons and stars, where sparing a piece may cost your own."),
        _("one piece, which takes by replacing"),
        "sirius",
    ),
    Family(
        "nonaga",
        "Nonaga",
        _("Bring three pieces together while the board itself wanders."),
        _("one pawn, then one disc"),
        "nonaga",
    ),
)


def find_family(family_id: str) -> Family:
    for family in FAMILIES:
        if family.id == family_id:
            return family
    names = ", ".join(family.name for family in FAMILIES)
    raise Http404(gettext("This family of games doesn't exist. Choose from %(names)s.") % {"names": names})
