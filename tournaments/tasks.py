"""Celery tasks of tournaments. Each is idempotent: it may run late or twice, and the sweeps recover what was lost."""

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from tournaments.services import account_closure, advance, copies, overdue, pairing, results
from tournaments.webhooks import services as webhooks

count_game = shared_task(name="tournaments.count_game")(results.count_game)
advance_tournaments = shared_task(name="tournaments.advance_tournaments")(advance.advance_tournaments)
deliver_webhook = shared_task(name="mail.deliver_webhook")(webhooks.deliver_webhook)
withdraw_everywhere = shared_task(name="long.withdraw_everywhere")(account_closure.withdraw_everywhere)


@shared_task(name="long.compute_pairing")
def compute_pairing(round_id: int, attempt: int) -> None:
    try:
        pairing.compute_pairing(round_id=round_id, attempt=attempt)
    except SoftTimeLimitExceeded:
        pairing.give_up_pairing(round_id=round_id, attempt=attempt)


# -- sweeps -----------------------------------------------------------------------------------------------------------

finish_withdrawals = shared_task(name="long.finish_withdrawals")(account_closure.finish_withdrawals)


@shared_task(name="tournaments.sweep_tournaments")
def sweep_tournaments() -> dict[str, int]:
    return {
        "counted": results.count_finished_games(),
        "overdue": overdue.look_after_overdue(),
        "asked_again": pairing.requeue_lost_pairings(),
        "advanced": advance.advance_tournaments(),
        "repeated": copies.repeat_tournaments(),
    }


@shared_task(name="tournaments.deliver_due_webhooks")
def deliver_due_webhooks() -> int:
    """Enqueue each due delivery by itself, so that a slow receiver delays no other."""
    due = webhooks.due_deliveries()
    for delivery_id in due:
        deliver_webhook.delay(delivery_id)
    webhooks.forget_old_deliveries()
    return len(due)
