"""What other rooms and our own services tell, turned into tasks. The sweep finds whatever gets lost here.

Only names are forgotten at once: whoever departs has them no longer a moment later.
"""

from typing import Any

from django.dispatch import receiver

from accounts.events import account_departed, account_departing
from accounts.models import User
from games.events import game_dropped, game_finished
from tournaments import tasks
from tournaments.events import delivery_queued, pairing_asked, round_finished, tournament_changed
from tournaments.models import Table
from tournaments.services.forgetting import forget_names


@receiver([game_finished, game_dropped])
def count_when_over(game_id: int, **_: Any) -> None:
    if Table.objects.filter(game_id=game_id).exists():
        tasks.count_result.delay(game_id)


@receiver(pairing_asked)
def enqueue_pairing(round_id: int, attempt: int, **_: Any) -> None:
    tasks.pair.delay(round_id, attempt)


@receiver([round_finished, tournament_changed])
def go_on(**_: Any) -> None:
    tasks.go_on.delay()


@receiver(account_departing)
def forget_the_names(user: User, left: str, **_: Any) -> None:
    forget_names(user=user, left=left)


@receiver(account_departed)
def leave_with_the_account(user_id: int, **_: Any) -> None:
    tasks.depart.delay(user_id)


@receiver(delivery_queued)
def have_it_delivered(delivery_id: int, **_: Any) -> None:
    tasks.deliver_webhook.delay(delivery_id)
