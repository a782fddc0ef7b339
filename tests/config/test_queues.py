"""Every task has a queue and every queue a worker, the same in the launcher, in Compose and in the docs."""

import re
import shlex

import yaml

from config.celery import app
from config.embedded.launcher import children_of
from config.env import BASE_DIR, read_environment
from config.workers import CLOCK, LONG, WORKERS

# The only tasks that may share a worker with the clocks: each is short, whatever the load elsewhere.
CLOCK_TASKS = {"clock.settle_live", "clock.settle_correspondence", "clock.call_waiting_ais"}
LONG_TASKS = {
    "long.compute_pairing",
    "long.erase_player_data",
    "long.withdraw_everywhere",
    "long.finish_erasures",
    "long.finish_withdrawals",
    "long.forget_guests",
    "long.prepare_puzzles",
}


def queue_of(task: str) -> str:
    return str(app.amqp.router.route({}, task)["queue"].name)


def tasks_of(queue: str) -> set[str]:
    app.loader.import_default_modules()
    return {name for name in app.tasks if ".test_" not in name and queue_of(name) == queue}


def test_a_task_is_named_after_its_queue_and_its_function() -> None:
    app.loader.import_default_modules()
    ours = {name: task for name, task in app.tasks.items() if not name.startswith("celery.") and ".test_" not in name}
    assert {name.partition(".")[2]: name for name in ours} == {task.run.__name__: name for name, task in ours.items()}


def test_every_queue_has_one_worker() -> None:
    app.loader.import_default_modules()
    queues = [worker.queue for worker in WORKERS]
    assert {queue_of(name) for name in app.tasks} <= set(queues)
    assert len(set(queues)) == len(queues)


def test_no_long_task_shares_a_worker_with_the_clocks() -> None:
    assert tasks_of(CLOCK.queue) == CLOCK_TASKS
    assert tasks_of(LONG.queue) == LONG_TASKS


def test_launcher_compose_and_docs_run_the_same_workers() -> None:
    wanted = {tuple(worker.options()) for worker in WORKERS}
    launched = [list(child.command) for child in children_of(read_environment())]
    services = yaml.safe_load((BASE_DIR / "compose.yaml").read_text())["services"].values()
    composed = [service.get("command", []) for service in services]
    documented = map(
        shlex.split, re.findall(r"^\.venv/bin/celery .*$", (BASE_DIR / "docs/deploy.md").read_text(), re.M)
    )
    for commands in (launched, composed, documented):
        assert {_worker_options(command) for command in commands if "worker" in command} == wanted


def _worker_options(command: list[str]) -> tuple[str, ...]:
    """Return the options of `celery worker`, without the log level."""
    after = command[command.index("worker") + 1 :]
    return tuple(
        word.replace("${AI_CONCURRENCY:-2}", "2") for word in after if not word.startswith(("--without-", "--loglevel"))
    )
