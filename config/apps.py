from django.apps import AppConfig

from config.celery import app


class ConfigConfig(AppConfig):
    """Loads Celery's application with the apps, so that tasks find their broker; holds the management commands."""

    name = "config"
    celery = app
