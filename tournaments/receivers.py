"""Signal receivers of tournaments: they enqueue tasks; sweeps recover what gets lost."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed, personal_data_exporting
from games.signals import game_dropped, game_finished
from tournaments import tasks
from tournaments.models import Table
from tournaments.selectors.personal_data import export_clubs, export_tournaments
from tournaments.signals import delivery_queued, pairing_asked, round_finished, tournament_changed


@receiver([game_finished, game_dropped])
def enqueue_result(game_id: int, **_: Any) -> None:
    if Table.objects.filter(game_id=game_id).exists():
        tasks.count_game.delay(game_id)


@receiver(pairing_asked)
def enqueue_pairing(round_id: int, attempt: int, **_: Any) -> None:
    tasks.compute_pairing.delay(round_id, attempt)


@receiver([round_finished, tournament_changed])
def enqueue_advance(**_: Any) -> None:
    tasks.advance_tournaments.delay()


@receiver(personal_data_exporting)
def export_personal_data(user: User, **_: Any) -> dict[str, Any]:
    return {"clubs": export_clubs(user), "tournaments": export_tournaments(user)}


@receiver(account_closed)
def enqueue_withdrawals(user_id: int, **_: Any) -> None:
    tasks.withdraw_everywhere.delay(user_id)


@receiver(delivery_queued)
def enqueue_delivery(delivery_id: int, **_: Any) -> None:
    tasks.deliver_webhook.delay(delivery_id)
