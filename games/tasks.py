"""What Celery runs for games. Each can be lost, late or doubled without harm: the rows say what is to be done."""

from celery import shared_task

from games.services.ai import serve_ai, waiting_games
from games.services.clock import settle_overdue
from games.services.join import expire_proposals
from games.services.ratings import count_all, count_game


@shared_task(name="clock.settle_live")
def settle_live() -> int:
    return settle_overdue(is_live=True)


@shared_task(name="clock.settle_correspondence")
def settle_correspondence() -> int:
    return settle_overdue(is_live=False)


@shared_task(name="games.expire_proposals")
def close_expired_proposals() -> int:
    return expire_proposals()


@shared_task(name="ai.serve")
def serve_ai_of(game_id: int) -> bool:
    return serve_ai(game_id=game_id)


@shared_task(name="clock.call_ais")
def call_waiting_ais() -> int:
    """Not on the AIs' own queue: a sweep must not wait behind the thoughts it is to bring about."""
    waiting = waiting_games()
    for game_id in waiting:
        serve_ai_of.delay(game_id)
    return len(waiting)


@shared_task(name="games.count_game")
def count_rated_game(game_id: int) -> int:
    return count_game(game_id=game_id)


@shared_task(name="games.count_ratings")
def count_ratings() -> int:
    return count_all()
