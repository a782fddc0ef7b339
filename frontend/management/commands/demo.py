"""`manage.py demo`: fill an empty site with demo data."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from frontend.demo import people, play, puzzles, tournaments
from tournaments.models import Club


@contextmanager
def quiet_tasks() -> Iterator[None]:
    """Silence the log messages of thousands of enqueued tasks, and restore the log level afterwards."""
    logger = logging.getLogger("django_structlog")
    level = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(level)


class Command(BaseCommand):
    help = "Fill the site with a demo club: members, games in every variant, and three tournaments."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(username=people.MEMBERS[0][0]).exists():
            raise CommandError("The demo club already exists. Use an empty data directory to create a new one.")
        with quiet_tasks():
            club, members = self._fill()
        self.stdout.write(self.style.SUCCESS(f"{club.name} is ready: {len(members)} members."))
        self.stdout.write(f"Log in as {members[0].username}, the secretary, with the password {people.PASSWORD}")

    def _fill(self) -> tuple[Club, list[User]]:
        members = people.make_members()
        club = tournaments.found_club(members)
        self._work("games in every variant", lambda: play.finished_and_running_games(members))
        self._work("games waiting for the secretary", lambda: play.games_that_wait(members))
        self._work("a vacation and conditional moves", lambda: play.people_who_are_away(members))
        self._work("today's puzzle, solved by some", lambda: puzzles.solitaire(members))
        self._work("tactics and their ratings", lambda: puzzles.tactics(members))
        self._work("open seeks", lambda: play.seeks(members))
        self._work("a Swiss in progress", lambda: tournaments.running_swiss(club, members))
        self._work("a finished round robin", lambda: tournaments.finished_round_robin(club, members))
        self._work("a tournament at tables", lambda: tournaments.tournament_at_tables(club, members))
        return club, members

    def _work(self, what: str, do: Callable[[], None]) -> None:
        self.stdout.write(f"… {what}")
        self.stdout.flush()
        do()
