"""Base of the model-based tests: random scenarios that are rolled back, a controlled clock, and expected refusals.

A scenario begins with a method marked by `begin`, continues with methods marked by `rule`, each with arguments drawn
from the values in the mark, and checks every `invariant` after each. A scenario has those of its base classes, too.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, ClassVar

import time_machine
from django.core.cache import cache
from django.db import transaction

from accounts.errors import Refused
from games.models import SweepHeartbeat
from games.services.clock import HEARTBEATS

SCENARIOS = int(os.environ.get("ASTERISM_MODEL_EXAMPLES", "0"))
SEED = int(os.environ.get("ASTERISM_MODEL_SEED", "1"))
MIN_SUCCESSES = 2
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)

Function = Callable[..., Any]


def begin(**choices: Sequence[Any]) -> Callable[[Function], Function]:
    return _marked("begin", choices)


def rule(**choices: Sequence[Any]) -> Callable[[Function], Function]:
    return _marked("rule", choices)


def invariant(function: Function) -> Function:
    return _marked("invariant", {})(function)


def _marked(kind: str, choices: dict[str, Sequence[Any]]) -> Callable[[Function], Function]:
    def mark(function: Function) -> Function:
        function.scenario = (kind, choices)  # type: ignore[attr-defined]
        return function

    return mark


class Scenario:
    """One scenario: its rows are rolled back when it ends, and its clock is set by hand."""

    marked: ClassVar[dict[str, dict[str, dict[str, Sequence[Any]]]]]
    """By kind, the names of the methods and the values of their arguments."""
    successes: ClassVar[Counter[str]]
    """By the name of each service, over all scenarios of a run."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.marked, cls.successes = {"begin": {}, "rule": {}, "invariant": {}}, Counter()
        for part in reversed(cls.__mro__):
            for name, member in vars(part).items():
                if hasattr(member, "scenario"):
                    kind, choices = member.scenario
                    cls.marked[kind][name] = choices

    def __init__(self) -> None:
        cache.clear()  # the rows of the scenario before, which had the same keys, are rolled back
        self.saved = transaction.savepoint()
        self.traveller = time_machine.travel(MONDAY, tick=False)
        self.clock = self.traveller.start()
        self.pass_time(timedelta(0))

    def roll_back(self) -> None:
        self.traveller.stop()
        transaction.savepoint_rollback(self.saved)

    def apply(self, name: str, arguments: dict[str, Any]) -> None:
        """Apply one rule, then check all invariants."""
        getattr(self, name)(**arguments)
        for holds in self.marked["invariant"]:
            getattr(self, holds)()

    def pass_time(self, duration: timedelta) -> None:
        """Advance the clock with heartbeats of the sweeps: without them it would count as an outage and be credited."""
        self.clock.shift(duration)
        for name in HEARTBEATS.values():
            SweepHeartbeat.objects.update_or_create(name=name, defaults={"beaten_at": datetime.now(UTC)})

    def expect(self, service: Function, *, legal: bool | None, refusals: Collection[str], **arguments: Any) -> Any:
        """Call a service and return its result, None if it refuses.

        A legal action must succeed and an illegal one be refused with one of these codes; None allows either.
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


def run_scenarios(machine: type[Scenario], *, scenarios: int, steps: int, services: Collection[Function]) -> None:
    """Run random scenarios, and check that every service succeeded: one that is always refused proves nothing."""
    machine.successes.clear()
    for number in range(SCENARIOS or scenarios):
        _run_scenario(machine, Random(f"{SEED} {number}"), steps, f"scenario {number} of ASTERISM_MODEL_SEED={SEED}")
    rare = {service.__name__: machine.successes[service.__name__] for service in services}
    rare = {name: count for name, count in rare.items() if count < MIN_SUCCESSES}
    assert not rare, f"these succeeded fewer than {MIN_SUCCESSES} times: {rare}"


def _run_scenario(machine: type[Scenario], dice: Random, steps: int, label: str) -> None:
    actions: list[str] = []
    scenario = machine()
    try:
        for kind in ("begin", *["rule"] * steps):
            name, choices = dice.choice(list(machine.marked[kind].items()))
            arguments = {key: dice.choice(values) for key, values in choices.items()}
            actions.append(f"{name}({arguments})")
            scenario.apply(name, arguments)
    except Exception as error:
        error.add_note("\n".join([label, *actions]))
        raise
    finally:
        scenario.roll_back()
