"""What both machines stand on: stories by dice, a database that forgets each, a clock set by hand, what may be refused.

A story begins with the rule marked by `begin`, goes on with rules marked by `rule`, each with arguments drawn from what
the mark names, and asks every `invariant` after each.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, ClassVar

import time_machine
from django.db import transaction

from accounts.errors import Refused
from games.models import SweepHeartbeat
from games.services.clock import HEARTBEATS

STORIES = int(os.environ.get("ASTERISM_MODEL_EXAMPLES", "0"))
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
        function.story = (kind, choices)  # type: ignore[attr-defined]
        return function

    return mark


class Story:
    """One story: its rows are undone when it ends, and the time is what it says."""

    marked: ClassVar[dict[str, dict[str, dict[str, Sequence[Any]]]]]
    """By kind, the names of the methods and what their arguments are drawn from."""
    successes: ClassVar[Counter[str]]
    """By the name of each service, over all stories of a run."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.marked, cls.successes = {"begin": {}, "rule": {}, "invariant": {}}, Counter()
        for name, member in vars(cls).items():
            if hasattr(member, "story"):
                kind, choices = member.story
                cls.marked[kind][name] = choices

    def __init__(self) -> None:
        self.saved = transaction.savepoint()
        self.traveller = time_machine.travel(MONDAY, tick=False)
        self.clock = self.traveller.start()
        self.pass_time(timedelta(0))

    def undo(self) -> None:
        self.traveller.stop()
        transaction.savepoint_rollback(self.saved)

    def go_on(self, name: str, arguments: dict[str, Any]) -> None:
        """One rule, then everything that must hold."""
        getattr(self, name)(**arguments)
        for holds in self.marked["invariant"]:
            getattr(self, holds)()

    def pass_time(self, duration: timedelta) -> None:
        """Time goes by under the sweep's eyes: unwatched, it would be an outage and given back."""
        self.clock.shift(duration)
        for name in HEARTBEATS.values():
            SweepHeartbeat.objects.update_or_create(name=name, defaults={"beaten_at": datetime.now(UTC)})

    def expect(self, service: Function, *, legal: bool | None, refusals: Collection[str], **arguments: Any) -> Any:
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


def run_stories(machine: type[Story], *, stories: int, steps: int, services: Collection[Function]) -> None:
    """Tell stories by dice, and check that every service succeeded: one that is always refused proves nothing."""
    machine.successes.clear()
    for number in range(STORIES or stories):
        _run_story(machine, Random(f"{SEED} {number}"), steps, f"story {number} of ASTERISM_MODEL_SEED={SEED}")
    rare = {service.__name__: machine.successes[service.__name__] for service in services}
    rare = {name: count for name, count in rare.items() if count < MIN_SUCCESSES}
    assert not rare, f"these succeeded fewer than {MIN_SUCCESSES} times: {rare}"


def _run_story(machine: type[Story], dice: Random, steps: int, label: str) -> None:
    told: list[str] = []
    story = machine()
    try:
        for kind in ("begin", *["rule"] * steps):
            name, choices = dice.choice(list(machine.marked[kind].items()))
            arguments = {key: dice.choice(values) for key, values in choices.items()}
            told.append(f"{name}({arguments})")
            story.go_on(name, arguments)
    except Exception as error:
        error.add_note("\n".join([label, *told]))
        raise
    finally:
        story.undo()
