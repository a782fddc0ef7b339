"""What Celery runs for tournaments: hints from receivers, and a sweep over rows. Each may be lost, late or doubled."""

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from tournaments.services.advance import advance_all
from tournaments.services.departure import finish_departures, leave_everything
from tournaments.services.overdue import look_after_overdue
from tournaments.services.pairing import give_up_pairing, work_out_forgotten, work_out_round
from tournaments.services.results import count_finished_games, count_game
from tournaments.services.webhooks import deliver, due_deliveries, forget_old_deliveries


@shared_task(name="tournaments.count_game")
def count_result(game_id: int) -> bool:
    return count_game(game_id=game_id)


@shared_task(name="long.pair_round")
def pair(round_id: int, attempt: int) -> None:
    try:
        work_out_round(round_id=round_id, attempt=attempt)
    except SoftTimeLimitExceeded:
        give_up_pairing(round_id=round_id, attempt=attempt)


@shared_task(name="long.leave_everything")
def depart(user_id: int) -> None:
    leave_everything(user_id=user_id)


@shared_task(name="long.finish_leaving_clubs")
def finish_lost_departures() -> int:
    return finish_departures()


@shared_task(name="tournaments.sweep")
def sweep() -> dict[str, int]:
    return {
        "counted": count_finished_games(),
        "overdue": look_after_overdue(),
        "asked_again": work_out_forgotten(),
        "advanced": advance_all(),
    }


@shared_task(name="tournaments.go_on")
def go_on() -> int:
    return advance_all()


@shared_task(name="mail.deliver_webhook")
def deliver_webhook(delivery_id: int) -> bool:
    return deliver(delivery_id=delivery_id)


@shared_task(name="tournaments.deliver_webhooks")
def deliver_webhooks() -> int:
    """The sweep: whatever is due is asked for again, each by itself, so that a slow receiver holds up nobody."""
    due = due_deliveries()
    for delivery_id in due:
        deliver_webhook.delay(delivery_id)
    forget_old_deliveries()
    return len(due)
