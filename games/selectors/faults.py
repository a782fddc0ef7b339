"""Failures of sweeps that an administrator should look at."""

from django.db.models import QuerySet

from games.enums import IN_PROGRESS
from games.models import GameFault, MailFault


def open_game_faults() -> QuerySet[GameFault]:
    return GameFault.objects.filter(game__status__in=IN_PROGRESS)


def fault_counts() -> dict[str, int]:
    """How many games can't be settled, and to how many people mail fails."""
    return {"games": open_game_faults().count(), "mails": MailFault.objects.count()}
