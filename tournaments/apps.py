from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        import_module("tournaments.receivers")
        import_module("tournaments.registrations")
