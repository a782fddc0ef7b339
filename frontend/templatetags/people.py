"""Template tags of a player's profile (`{% player_… %}`): vacation, recent games, clubs."""

from typing import Any

from django import template
from django.db.models import Exists

from accounts.models import User
from games.enums import GameStatus
from games.models import Vacation
from games.selectors.game_queries import seats_held_by, visible_games
from games.vacations.time_off import coming_vacation
from tournaments.clubs.selectors.clubs import clubs_of

register = template.Library()

SHOWN_GAMES = 5


@register.simple_tag
def player_vacation(person: User) -> Vacation | None:
    """Return the player's current or announced vacation."""
    return coming_vacation(person)


@register.inclusion_tag("games/of_player.html", takes_context=True)
def player_games(context: dict[str, Any], person: User) -> dict[str, Any]:
    """Render the player's last finished games that the viewer may see."""
    theirs = Exists(seats_held_by(person.pk))
    over = visible_games(context["request"].user).filter(theirs, status=GameStatus.OVER)
    return {"person": person, "games": over.order_by("-finished_at", "-id")[:SHOWN_GAMES]}


@register.inclusion_tag("clubs/of_player.html")
def player_clubs(person: User) -> dict[str, Any]:
    return {"clubs": clubs_of(person)}
