"""Every Celery task, run twice on a site with work to do: the second run changes nothing.

The tasks are found in the registry, so that a new one can't be forgotten.
"""

import inspect
import json
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.account_closure import close_account
from accounts.services.guests import KEPT_FOR, create_guest
from config.celery import app
from games.enums import EventKind
from games.lobby.services.create import create_challenge, create_seek, play_ai
from games.lobby.services.terms import read_terms
from games.models import Game, NoticeSettings, Proposal, Push, SweepHeartbeat
from games.notifications.services.notices import choose_deliveries, notify_turn
from games.services.endings import resign
from tests.games.browsers import make_subscription
from tests.games.playing import THREE_DAYS, make_people, play, start
from tests.games.rated import won_by
from tests.tournaments.playing import make_club, next_round, running_tournament
from tournaments.enums import Venue
from tournaments.models import Membership, Round, Table

pytestmark = pytest.mark.slow

# Celery's own, and those of the tests' workers.
NOT_OURS = ("celery.", "ai.test_", "clock.test_", "long.test_")
# These have work to do on the site below, and must be seen doing it, or the test would prove nothing.
BUSY = {
    "ai.run_next_ai_turn",
    "clock.settle_correspondence",
    "games.catch_up_on_notices",
    "games.rate_game",
    "games.rate_finished_games",
    "games.expire_proposals",
    "games.notify_challenge",
    "games.notify_end",
    "games.notify_turn",
    "long.finish_erasures",
    "long.finish_withdrawals",
    "long.forget_guests",
    "long.erase_player_data",
    "long.prepare_puzzles",
    "mail.deliver_push",
    "mail.send_due_digests",
    "mail.send_due_mails",
    "tournaments.count_game",
    "tournaments.sweep_tournaments",
}
# A sweep writes its heartbeat each time; nothing else may change.
BEATS = SweepHeartbeat._meta.label


class Site:
    """Games that wait, expired, ended; expired proposals; a closed account; a running tournament; mails to send."""

    def __init__(self) -> None:
        ada, ben, cleo, leaver = make_people("ada", "ben", "cleo", "leaver")
        terms = read_terms(variant="nonaga", control=THREE_DAYS)
        notified = [play(start("nonaga", [ada, ben]), 2), play(start("nonaga", [ada, ben]), 2)]
        self.waiting = play(start("nonaga", [cleo, ben]), 2)
        self.for_ai = start("lyra-2", [User.objects.get(username="meteor"), ada])
        self.over = won_by(ada, ben)
        self.challenge = create_challenge(user=ben, terms=terms, opponents=[cleo])
        play(start("nonaga", [leaver, cleo]), 2)
        self.leaver = leaver
        self._expire(create_seek(user=cleo, terms=terms), play(start("lyra-2", [ada, ben]), 2))
        choose_deliveries(user=ada, deliveries={"turn": "now"})
        make_subscription(cleo, None)
        for game in notified:
            notify_turn(game_id=game.pk)
        notify_turn(game_id=start("nonaga", [ben, ada]).pk)
        notify_turn(game_id=self.waiting.pk)
        self.push = Push.objects.get()
        play(self.waiting, 2)  # the turn of the push notice is over: it must not be sent
        close_account(user=leaver)
        self._expire_guest()
        self._run_tournament(ada)
        NoticeSettings.objects.update(last_digest_on=None, digest_hour=0)

    def _expire(self, seek: Proposal, game: Game) -> None:
        past = timezone.now() - timedelta(days=1)
        Proposal.objects.filter(pk=seek.pk).update(expires_at=past)
        Game.objects.filter(pk=game.pk).update(since=past - timedelta(days=3), deadline=past)

    def _expire_guest(self) -> None:
        guest = create_guest()
        play_ai(user=guest, ai=User.objects.get(username="meteor"), variant="nonaga", seat=0)
        User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - KEPT_FOR - timedelta(days=1))

    def _run_tournament(self, organiser: User) -> None:
        club = make_club(organiser)
        Membership.objects.create(club=club, user=self.leaver)
        tournament = running_tournament(club, organiser, 4, venue=Venue.CORRESPONDENCE)
        self.round = next_round(tournament, organiser)
        self.table = Table.objects.filter(round=self.round).select_related("game").first()
        loser = self.table.game.seats.select_related("user").first().user
        resign(game_id=self.table.game_id, user=loser)

    def arguments(self, name: str) -> dict[str, int]:
        """Return the arguments of a task; an unknown row id stands for a deleted row."""
        games = {
            "ai.run_next_ai_turn": self.for_ai.pk,
            "games.rate_game": self.over.pk,
            "games.notify_end": self.over.pk,
        }
        games["tournaments.count_game"] = self.table.game_id
        known = {
            "game_id": games.get(name, self.waiting.pk),
            "proposal_id": self.challenge.pk,
            "push_id": self.push.pk,
            "user_id": self.leaver.pk,
            "round_id": self.round.pk,
            "attempt": Round.objects.get(pk=self.round.pk).attempt,
        }
        wanted = inspect.signature(app.tasks[name].run).parameters
        return {parameter: known.get(parameter, 0) for parameter in wanted}


def our_tasks() -> list[str]:
    app.loader.import_default_modules()
    return sorted(name for name in app.tasks if not name.startswith(NOT_OURS))


def everything() -> dict[str, Any]:
    """Return all rows and all mails: everything that a task could change."""
    rows = {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.app_label in ("accounts", "games", "tournaments") and model._meta.label != BEATS
    }
    state: dict[str, Any] = json.loads(json.dumps(rows, cls=DjangoJSONEncoder))
    # Repeated clock events say the same: only their latest state counts.
    state["games.GameEvent"] = [event for event in state["games.GameEvent"] if event["kind"] != EventKind.CLOCK]
    for game in state["games.Game"]:
        del game["event_seq"]
    for event in state["games.GameEvent"]:
        del event["seq"], event["id"]
    return {**state, "mails": [(message.to, message.subject, message.body) for message in mail.outbox]}


def changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [name for name in after if before[name] != after[name]]


def test_every_task_is_idempotent(db: None) -> None:
    site = Site()
    names, busy, again = our_tasks(), set(), {}
    assert names, "the registry is empty"
    for name in names:
        with transaction.atomic():
            mail.outbox.clear()
            before = everything()
            app.tasks[name].run(**site.arguments(name))
            once = everything()
            app.tasks[name].run(**site.arguments(name))
            if changed(before, once):
                busy.add(name)
            if more := changed(once, everything()):
                again[name] = more
            transaction.set_rollback(True)
    assert again == {}
    assert BUSY - busy == set()
