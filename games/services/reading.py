"""Reading a game that may have ended a moment ago, with nobody looking."""

from django.utils import timezone

from games.models import Game, Seat
from games.selectors.views import Viewer, get_game
from games.services.clock import settle_if_due
from games.timing import due


def get_settled_game(game_id: int, viewer: Viewer) -> tuple[Game, list[Seat]]:
    """The game, after its clock has had its say."""
    game, seats = get_game(game_id, viewer)
    now = timezone.now()
    if game.ticking is None or due(game.ticking, now) is None or not settle_if_due(game_id=game_id, now=now):
        return game, seats
    return get_game(game_id, viewer)
