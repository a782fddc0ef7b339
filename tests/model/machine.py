"""What both machines stand on: a database that forgets each story, a clock set by hand, refusals that are fine."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine

from accounts.errors import Refused
from games.models import SweepHeartbeat
from games.services.clock import HEARTBEATS

EXAMPLES = int(os.environ.get("ASTERISM_MODEL_EXAMPLES", "0"))
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


def bounded(examples: int, steps: int) -> settings:
    return settings(
        max_examples=EXAMPLES or examples,
        stateful_step_count=steps,
        derandomize=not EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink] if EXAMPLES else [Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


class Story(RuleBasedStateMachine):
    """One story: its rows are undone when it ends, and the time is what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.saved = transaction.savepoint()
        self.traveller = time_machine.travel(MONDAY, tick=False)
        self.clock = self.traveller.start()
        self.pass_time(timedelta(0))

    def teardown(self) -> None:
        self.traveller.stop()
        transaction.savepoint_rollback(self.saved)

    def pass_time(self, duration: timedelta) -> None:
        """Time goes by under the sweep's eyes: unwatched, it would be an outage and given back."""
        self.clock.shift(duration)
        for name in HEARTBEATS.values():
            SweepHeartbeat.objects.update_or_create(name=name, defaults={"beaten_at": datetime.now(UTC)})

    def attempt(self, service: Callable[..., Any], **arguments: Any) -> Any:
        """What the service answers, or None where it refuses: both may be; what must hold is asked afterwards."""
        try:
            return service(**arguments)
        except Refused:
            return None
