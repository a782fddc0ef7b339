"""What a lost message would lose is found again by a sweep over rows: every task that a receiver enqueues has its
sweep here, and every sweep is in the beat schedule.
"""

import ast
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from config.env import BASE_DIR

# Each task that receivers enqueue, and the sweep that finds what it would have done.
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


def enqueued_tasks(source: Path) -> set[str]:
    """Return the tasks that a module enqueues with `.delay` or `.apply_async`."""
    asked = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Attribute) and node.attr in ("delay", "apply_async"):
            task = node.value
            asked.add(task.attr if isinstance(task, ast.Attribute) else ast.unparse(task))
    return asked


def test_every_task_enqueued_by_a_receiver_has_a_sweep() -> None:
    found = {name: enqueued_tasks(BASE_DIR / name / "receivers.py") for name in SWEEPS}
    assert found == {name: set(tasks) for name, tasks in SWEEPS.items()}


@pytest.mark.slow
def test_no_other_module_enqueues_tasks() -> None:
    """Services never do: they send signals. Tasks may: sweeps, and analyses in several steps."""
    apps = ("accounts", "games", "tournaments", "frontend")
    asking = {
        str(source.relative_to(BASE_DIR))
        for name in apps
        for source in (BASE_DIR / name).rglob("*.py")
        if enqueued_tasks(source)
    }
    rooms = {f"{name}/{module}.py" for name in SWEEPS for module in ("receivers", "tasks")}
    assert asking == rooms


def test_every_sweep_is_in_the_beat_schedule() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    named = {sweep for tasks in SWEEPS.values() for sweep in tasks.values() if sweep is not None}
    assert named <= scheduled
    assert scheduled <= set(app.tasks)
