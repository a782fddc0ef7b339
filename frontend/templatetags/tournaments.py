"""Template tags of tournaments: the one that a game belongs to, the colour of a status."""

from django import template

from tournaments.enums import Status
from tournaments.models import Tournament
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
