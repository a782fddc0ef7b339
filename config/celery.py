"""The Celery application that workers and beat run."""

import os
import warnings
from contextlib import suppress
from pathlib import Path

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import celeryd_init, worker_process_init
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.embedded.processes import die_with_parent
from config.workers import WORKERS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery warns of pickled messages run by root; ours are JSON, which runs nothing.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("asterism")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


# How far the workers for AIs and long tasks yield to pages, clocks and mail.
NICENESS = 10


@celeryd_init.connect
def compute_in_the_background(sender: str, **_: object) -> None:
    """Lower the priority of a worker that computes for long; its children inherit that."""
    if sender.partition("@")[0] in {worker.name for worker in WORKERS if worker.is_nice}:
        os.nice(NICENESS)
        _give_way_as_a_session()


def _give_way_as_a_session() -> None:
    """Lower the session's priority too: with autogroup, Linux applies niceness only within a session.

    The launcher gives each worker a session; in a terminal the session belongs to the shell and isn't slowed down.
    """
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(NICENESS))


@worker_process_init.connect
def die_with_worker(**_: object) -> None:
    die_with_parent()
