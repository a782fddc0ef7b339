"""Template tags of tournaments: the one that a game belongs to, the colour of a status, points as decimals."""

from fractions import Fraction

from django import template
from django.utils.formats import number_format

from tournaments.enums import Status
from tournaments.models import Tournament
from tournaments.pairing.values import decimal_text
from tournaments.selectors.tournaments import tournament_of_game

register = template.Library()

STATUS_TONES: dict[str, str] = {Status.REGISTRATION: "good", Status.RUNNING: "info", Status.FINAL: "brass"}


@register.simple_tag
def tournament_of(game_id: int) -> Tournament | None:
    """`{% tournament_of game_id as tournament %}`"""
    return tournament_of_game(game_id)


@register.filter
def status_tone(status: str) -> str:
    """Return the class that colours the badge of a status."""
    return STATUS_TONES.get(status, "")


@register.filter
def points(value: str | Fraction | None) -> str:
    """Write exact points ("7/3") as a decimal of at most two places, in the language of the page ("2.33")."""
    if value is None or value == "":
        return ""
    text = decimal_text(Fraction(value))
    return number_format(text, decimal_pos=len(text.partition(".")[2]))
