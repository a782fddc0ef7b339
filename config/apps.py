from django.apps import AppConfig

from config.celery import app


class ConfigConfig(AppConfig):
    """Whoever has the apps has Celery's application too, so that a task finds its broker; and the site's commands."""

    name = "config"
    celery = app
