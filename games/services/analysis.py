"""Analyses and hints: asked for here, worked on by the AIs' workers a slice at a time.

The row (`Analysis`: lease, attempts) is the truth. Every position judged is kept at once, so a worker that is killed
costs the one it was thinking about; a lost task is found by the sweep, a doubled one finds the lease taken.
"""

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, TooMany
from accounts.models import User
from accounts.services.standing import lock_person
from games.ai import Budget, analyse
from games.events import analysis_asked, publish
from games.models import Analysis, Game, Judgement
from games.selectors.ai import MOST_ATTEMPTS
from games.selectors.analysis import (
    Standing,
    analysis_json,
    analysis_of,
    hint_json,
    judged_position,
    judged_turns,
    require_finished,
    require_hints,
    standing_of,
    standings_to_judge,
)
from games.selectors.game_json import Viewer, get_game, match_of
from games.selectors.position_json import Json
from games.services.locked_game import lock_games
from games.services.settled_reads import get_settled_game
from games.timing import DAY, NO_TIME

LEASE = timedelta(seconds=20)
# Nodes make a judgement the same on every machine; the seconds are for one without the compiled engines.
JUDGEMENT_BUDGET = Budget(nodes=40_000, seconds=1.5)
# After so long an analysis queues up again, so that no AI's turn waits for a whole one.
SLICE_SECONDS = 1.5
MOST_WAITING = 3
MOST_A_DAY, MOST_HINTS_A_DAY = 50, 200


def request_analysis(*, game_id: int, user: User) -> Json:
    """Have a finished game judged turn by turn; one analysis serves everybody, and asking again finds it."""
    game, _ = get_settled_game(game_id, user)
    require_finished(game)
    return analysis_json(game, _ask(game, user, ply=None, is_known=False))


def request_hint(*, game_id: int, user: User, ply: int) -> Json:
    """Have the position judged that a player of a casual game against AIs has to move in."""
    game, seats = get_settled_game(game_id, user)
    require_hints(game, seats, user)
    if game.ply != ply:
        raise Conflict(_("The game has changed. Reload it and try again."), code="stale")
    is_known = Judgement.objects.filter(pk=standing_of(match_of(game)).digest).exists()
    return hint_json(game, _ask(game, user, ply=ply, is_known=is_known))


def read_analysis(*, game_id: int, viewer: Viewer) -> Json:
    game, _ = get_settled_game(game_id, viewer)
    return analysis_json(game, analysis_of(game))


def read_hint(*, game_id: int, user: User) -> Json:
    game, seats = get_game(game_id, user)
    require_hints(game, seats, user)
    return hint_json(game, analysis_of(game, game.ply))


def waiting_analyses(*, now: datetime | None = None, waited: timedelta = NO_TIME) -> list[int]:
    """Analyses that no worker has touched for so long, in the order of request; failing ones are given up."""
    moment = now or timezone.now()
    waiting = Analysis.objects.filter(finished_at=None, is_failed=False, lease_until__lte=moment - waited)
    waiting.filter(attempts__gte=MOST_ATTEMPTS).update(is_failed=True)
    return list(waiting.order_by("asked_at").values_list("pk", flat=True))


def continue_analysis(*, analysis_id: int) -> bool:
    """Judge positions for a while; True if there are more."""
    if not _claim(analysis_id):
        return False
    analysis = Analysis.objects.select_related("game").get(pk=analysis_id)
    row = Analysis.objects.filter(pk=analysis_id)
    try:
        is_whole = _judge_some(analysis)
        if is_whole:
            row.update(turns=_findings(analysis), finished_at=timezone.now())
    except Exception:
        row.update(lease_until=timezone.now())
        raise
    row.update(lease_until=timezone.now(), attempts=0)
    return not is_whole


# -- asking -------------------------------------------------------------------------------------------------------


def _ask(game: Game, user: User, *, ply: int | None, is_known: bool) -> Analysis:
    """The analysis that is wanted: there already, or a new one within the person's limits."""
    with transaction.atomic():
        lock_person(user)
        if not lock_games(Game.objects.filter(pk=game.pk)):  # a guest's, forgotten with them a moment ago
            raise NotFound(_("Game not found."))
        analysis = analysis_of(game, ply)
        if analysis is not None and not _is_spent(game, analysis):
            return analysis
        if not is_known:
            _require_room(user, is_hint=ply is not None)
        fresh = {"asked_by": user, "asked_at": timezone.now(), "done": 0, "total": 0, "turns": [], "attempts": 0}
        fresh |= {"is_failed": False, "finished_at": None, "lease_until": timezone.now()}
        analysis, _new = Analysis.objects.update_or_create(game=game, ply=ply, defaults=fresh)
        publish(analysis_asked, analysis_id=analysis.pk)
    return analysis


def _is_spent(game: Game, analysis: Analysis) -> bool:
    """Whether it must be computed again: it was given up, or is a hint about a position that was taken back."""
    if analysis.ply is None or not analysis.turns:
        return analysis.is_failed
    return bool(analysis.turns[0]["position"] != game.face["position"])


def _require_room(user: User, *, is_hint: bool) -> None:
    asked = Analysis.objects.filter(asked_by=user)
    if asked.filter(finished_at=None, is_failed=False).count() >= MOST_WAITING:
        message = _("You already have %(most)s analyses in progress. Try again when one is done.") % {
            "most": MOST_WAITING
        }
        raise TooMany(message, code="too_many_analyses", retry_after=10)
    today = asked.filter(asked_at__gt=timezone.now() - DAY, ply__isnull=not is_hint).count()
    most = MOST_HINTS_A_DAY if is_hint else MOST_A_DAY
    if today >= most:
        message = (
            _("You have reached the limit of %(most)s hints per day. Try again tomorrow.")
            if is_hint
            else _("You have reached the limit of %(most)s analyses per day. Try again tomorrow.")
        )
        raise TooMany(message % {"most": most}, code="too_many_analyses")


# -- working ------------------------------------------------------------------------------------------------------


def _claim(analysis_id: int) -> bool:
    """Take the lease; of several who try, one gets it."""
    now = timezone.now()
    free = Analysis.objects.filter(pk=analysis_id, finished_at=None, is_failed=False, lease_until__lte=now)
    return free.filter(attempts__lt=MOST_ATTEMPTS).update(lease_until=now + LEASE, attempts=F("attempts") + 1) == 1


def _judge_some(analysis: Analysis) -> bool:
    """Think about one position after another, until all are known or the slice is over; whether all are known."""
    wanted = standings_to_judge(analysis)
    known = set(Judgement.objects.filter(pk__in=list(wanted)).values_list("pk", flat=True))
    missing = [standing for digest, standing in wanted.items() if digest not in known]
    begun = time.monotonic()
    for number, standing in enumerate(missing, start=1):
        _judge(standing)
        done = len(wanted) - len(missing) + number
        progress = Analysis.objects.filter(pk=analysis.pk)
        progress.update(done=done, total=len(wanted), lease_until=timezone.now() + LEASE)
        if number < len(missing) and time.monotonic() - begun > SLICE_SECONDS:
            return False
    Analysis.objects.filter(pk=analysis.pk).update(done=len(wanted), total=len(wanted))
    return True


def _judge(standing: Standing) -> None:
    """Think without a lock; if somebody else thought of the same position meanwhile, the first judgement stays."""
    match = standing.match
    found = analyse(
        match.game, match.state, budget=JUDGEMENT_BUDGET, now=time.monotonic, turns_left=standing.turns_left
    )
    facts = {"scores": list(found.scores), "steps": list(found.best.steps), "depth": found.best.depth}
    Judgement.objects.get_or_create(digest=standing.digest, defaults=facts)


def _findings(analysis: Analysis) -> list[Json]:
    if analysis.ply is None:
        return judged_turns(analysis.game)
    hint = judged_position(standing_of(match_of(analysis.game)))
    return [] if hint is None else [hint]
