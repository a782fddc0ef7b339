"""The five families of games in one sentence each, and the colours of their boxes."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Family:
    id: str
    name: str
    sentence: Promise
    colours: tuple[str, ...]


FAMILIES = (
    Family(
        "vega",
        "Vega",
        _("Tumble pyramids three times a turn: across the board, into a line, or into battle."),
        ("red", "blue", "yellow", "violet"),
    ),
    Family("vaeva", "Vaeva", _("Walk, jump and ride a sliding platform to the other side."), ("orange", "yellow")),
    Family(
        "galax",
        "Galax",
        _("Sun takes moon, moon takes star, star takes sun. Spare a capture and you may be huffed."),
        ("white", "brown"),
    ),
    Family("sirius", "Sirius", _("The same suns, moons and stars, with taking as a duty."), ("white", "brown")),
    Family("nonaga", "Nonaga", _("Bring three pieces together while the board itself wanders."), ("red", "black")),
)
