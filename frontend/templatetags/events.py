"""`{% event_of game_id as event %}`: the tournament that a game belongs to."""

from django import template

from tournaments.models import Tournament
from tournaments.selectors.tournaments import event_of_game

register = template.Library()


@register.simple_tag
def event_of(game_id: int) -> Tournament | None:
    return event_of_game(game_id)
