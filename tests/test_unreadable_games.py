"""Games with an unreadable record don't stop sweeps, vacations or withdrawals of others."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from accounts.services.account_closure import close_account
from config.celery import app
from games import tasks
from games.enums import GameStatus
from games.models import AiTurn, Game, GameEvent, GameFault, Notice, Step, SweepHeartbeat
from games.selectors.ai import MAX_ATTEMPTS
from games.services.faults import BACKOFF
from games.timing import DAY, HOUR, TimeControl
from tests.config.lines import written
from tests.games.playing import make_people, play, start
from tests.games.test_clocks import NOON
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import EntryStatus, Venue
from tournaments.models import Entry, Table
from tournaments.services.withdrawal import withdraw_player

pytestmark = pytest.mark.slow

# Searches for new puzzles, which takes longer than all the rest; it reads no game.
NO_GAMES = {"long.prepare_puzzles"}


def spoil(game: Game) -> Game:
    """Make position and record of a game unreadable."""
    Game.objects.filter(pk=game.pk).update(snapshot={"position": "nonsense"})
    Step.objects.filter(game=game).update(text="nonsense")
    return game


def sweep_everything() -> None:
    SweepHeartbeat.objects.update(beaten_at=timezone.now())
    for name in sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} - NO_GAMES):
        app.tasks[name].run()


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Run tasks that sweeps enqueue at once; exceptions are caught, as a worker logs them."""
    failed: list[int] = []

    def serve(arguments: tuple[int], **_options: Any) -> None:
        try:
            tasks.run_next_ai_turn(*arguments)
        except Exception:
            failed.append(arguments[0])

    monkeypatch.setattr(tasks.run_next_ai_turn, "apply_async", serve)
    return failed


def test_two_days_of_sweeps_over_unreadable_games(db: None, tries: list[int]) -> None:
    app.loader.import_default_modules()
    with time_machine.travel(NOON, tick=False) as clock, written("text", level="WARNING") as log:
        ada, ben, leaver = make_people("ada", "ben", "leaver")
        meteor = User.objects.get(username="meteor")
        due, bad_due = (start("lyra-2", [ada, ben], control=TimeControl.days(1)) for _ in range(2))
        left, bad_left = (play(start("nonaga", [ben, leaver]), 2) for _ in range(2))
        for_ai, bad_for_ai = (start("lyra-2", [meteor, ada]) for _ in range(2))
        for game in (bad_due, bad_left, bad_for_ai):
            spoil(game)
        close_account(user=leaver)
        Notice.objects.create(user=leaver, kind="turn", key="1", game=left, delivery="now")
        for _ in range(49):
            clock.shift(HOUR)
            sweep_everything()
        for game in (due, left, for_ai, bad_left, bad_for_ai):
            game.refresh_from_db()
        assert (due.reason, left.reason, for_ai.ply) == ("timeout", "resignation", 1)
        assert not Notice.objects.filter(user=leaver).exists(), "data of the closed account was not erased"
        assert len(tries) == MAX_ATTEMPTS
        assert AiTurn.objects.get(game=bad_for_ai).is_stuck
        assert GameEvent.objects.filter(game=bad_for_ai, kind="ai_stuck").count() == 1
        # The first is due after a day and has one attempt left; the second was due at once and has been given up.
        faults = dict(GameFault.objects.values_list("game", "tries"))
        assert faults == {bad_due.pk: len(BACKOFF), bad_left.pk: len(BACKOFF) + 1}
        assert log().count("Failed to settle game") == log().count("Traceback") == 2


def test_an_unreadable_game_does_not_prevent_withdrawal_from_a_tournament(db: None) -> None:
    (secretary,) = make_people("secretary")
    tournament = running_tournament(make_club(secretary), secretary, 4, rounds=2, venue=Venue.CORRESPONDENCE)
    next_round(tournament, secretary)
    game = spoil(Table.objects.select_related("game").get(number=1).game)
    loser = Entry.objects.get(tournament=tournament, user=game.seats.get(index=0).user)
    with written("text", level="WARNING") as log:
        assert withdraw_player(entry_id=loser.pk, user=loser.user).status == EntryStatus.WITHDRAWN
    game.refresh_from_db()
    assert (game.status, GameFault.objects.get().game_id) == (GameStatus.RUNNING, game.pk)
    assert log().count("Failed to settle game") == 1


def test_retry_delays_add_up_to_a_day() -> None:
    """As documented: four more attempts within little more than a day."""
    assert DAY < sum(BACKOFF, timedelta()) < DAY + 2 * HOUR
