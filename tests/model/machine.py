"""What both machines stand on: a database that forgets each story, a clock set by hand, and what may be refused."""

import os
from collections import Counter
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import time_machine
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from accounts.errors import Refused
from games.models import SweepHeartbeat
from games.services.clock import HEARTBEATS

EXAMPLES = int(os.environ.get("ASTERISM_MODEL_EXAMPLES", "0"))
MIN_SUCCESSES = 2
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


def run_stories(machine: type["Story"], *, examples: int, steps: int, services: Collection[Callable[..., Any]]) -> None:
    """Run a machine and check that every service succeeded a few times: what is always refused proves nothing."""
    machine.successes.clear()
    run_state_machine_as_test(machine, settings=bounded(examples, steps))
    rare = {service.__name__: machine.successes[service.__name__] for service in services}
    rare = {name: count for name, count in rare.items() if count < MIN_SUCCESSES}
    assert not rare, f"these succeeded fewer than {MIN_SUCCESSES} times: {rare}"


class Story(RuleBasedStateMachine):
    """One story: its rows are undone when it ends, and the time is what it says."""

    successes: ClassVar[Counter[str]]
    """By the name of each service, over all stories of a run."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.successes = Counter()

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

    def expect(
        self, service: Callable[..., Any], *, legal: bool | None, refusals: Collection[str], **arguments: Any
    ) -> Any:
        """Call a service and return its answer, None where it refuses.

        A legal action must succeed and an illegal one be refused, by one of these codes; None leaves open which.
        """
        name, answer, code = service.__name__, None, ""
        try:
            answer = service(**arguments)
        except Refused as refusal:
            code = refusal.code
        assert legal is None or legal == (not code), f"{name}: {code or 'succeeded'}, though legal is {legal}"
        assert not code or code in refusals, f"{name} was refused by {code}, not by any of {refusals}"
        self.successes[name] += not code
        return answer
