"""`{% tournament_of game_id as tournament %}`: the tournament that a game belongs to."""

from django import template

from tournaments.models import Tournament
from tournaments.selectors.tournaments import tournament_of_game

register = template.Library()


@register.simple_tag
def tournament_of(game_id: int) -> Tournament | None:
    return tournament_of_game(game_id)
