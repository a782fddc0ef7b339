"""Whatever a lost message would lose is found again by a sweep over rows: every task that a receiver leaves word for
names its sweep here, and every sweep is in the beat's schedule.
"""

import ast
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from config.env import BASE_DIR

# A task by the name it is called by in its receivers, and the sweep that finds what it would have done.
SWEEPS = {
    "games": {
        "run_next_ai_turn": "clock.call_waiting_ais",
        "continue_analysis": "clock.call_waiting_ais",
        "rate_game": "games.rate_finished_games",
        "notify_turn": "games.catch_up_on_notices",
        "notify_end": "games.catch_up_on_notices",
        "notify_challenge": "games.catch_up_on_notices",
        "deliver_push": "games.deliver_due_pushes",
        "redate_games": "games.redate_after_moves",
        "erase_player_data": "long.finish_erasures",
    },
    "tournaments": {
        "count_game": "tournaments.sweep_tournaments",
        "compute_pairing": "tournaments.sweep_tournaments",
        "advance_tournaments": "tournaments.sweep_tournaments",
        "withdraw_everywhere": "long.finish_withdrawals",
        "deliver_webhook": "tournaments.deliver_due_webhooks",
    },
}


def left_word_for(source: Path) -> set[str]:
    """The tasks that a module asks for, by `.delay` or `.apply_async`."""
    asked = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Attribute) and node.attr in ("delay", "apply_async"):
            task = node.value
            asked.add(task.attr if isinstance(task, ast.Attribute) else ast.unparse(task))
    return asked


def test_every_receiver_that_leaves_word_names_its_sweep() -> None:
    found = {name: left_word_for(BASE_DIR / name / "receivers.py") for name in SWEEPS}
    assert found == {name: set(tasks) for name, tasks in SWEEPS.items()}


@pytest.mark.slow
def test_no_other_module_leaves_word() -> None:
    """Services never do: they publish what happened. A task may, as a sweep does and an analysis that goes on."""
    apps = ("accounts", "games", "tournaments", "frontend")
    asking = {
        str(source.relative_to(BASE_DIR))
        for name in apps
        for source in (BASE_DIR / name).rglob("*.py")
        if left_word_for(source)
    }
    rooms = {f"{name}/{module}.py" for name in SWEEPS for module in ("receivers", "tasks")}
    assert asking == rooms


def test_every_sweep_is_in_the_schedule() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    named = {sweep for tasks in SWEEPS.values() for sweep in tasks.values() if sweep is not None}
    assert named <= scheduled
    assert scheduled <= set(app.tasks)
