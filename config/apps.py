from django.apps import AppConfig

from config.celery import app


class ConfigConfig(AppConfig):
    """Loads Celery's application with the apps, so that a task finds its broker; and holds the site's commands."""

    name = "config"
    celery = app
