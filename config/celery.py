"""The Celery application that workers and beat run."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("asterism")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
