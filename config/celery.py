"""The Celery application that workers and beat run."""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import worker_process_init
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.processes import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery fears pickled messages run by root; ours are JSON, in which nothing can be run.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("asterism")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@worker_process_init.connect
def die_with_worker(**_: object) -> None:
    die_with_parent()
