from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Holds the commands that run a site as a whole: backup and restore."""

    name = "config"
