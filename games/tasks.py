"""What Celery runs for games: sweeps over rows. Each can be lost, late or doubled without harm."""

from celery import shared_task

from games.services.clock import settle_overdue
from games.services.join import expire_proposals


@shared_task(name="clock.settle_live")
def settle_live() -> int:
    return settle_overdue(is_live=True)


@shared_task(name="clock.settle_correspondence")
def settle_correspondence() -> int:
    return settle_overdue(is_live=False)


@shared_task(name="games.expire_proposals")
def close_expired_proposals() -> int:
    return expire_proposals()
