"""What follows from what happened: each receiver only leaves word for a worker."""

from typing import Any

from django.db.models.signals import post_migrate
from django.dispatch import receiver

from games import events
from games.models import Seat
from games.services.ai import ensure_ai_players
from games.tasks import count_rated_game, serve_ai_of


@receiver(events.turn_began)
def call_ai_to_move(game_id: int, is_ai: bool, **facts: Any) -> None:
    if is_ai:
        serve_ai_of.delay(game_id)


@receiver([events.setup_awaited, events.draw_offered, events.takeback_asked])
def call_ai_to_answer(game_id: int, **facts: Any) -> None:
    if Seat.objects.filter(game_id=game_id, is_ai=True).exists():
        serve_ai_of.delay(game_id)


@receiver([events.game_finished, events.game_dropped])
def count_ratings_of(game_id: int, **facts: Any) -> None:
    count_rated_game.delay(game_id)


@receiver(post_migrate)
def seat_the_ais(sender: Any, **facts: Any) -> None:
    if sender.name == "games":
        ensure_ai_players()
