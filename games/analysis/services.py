"""Computer analyses and hints: requested here, computed in slices by the workers of the AIs.

The row (`Analysis`: lease, attempts) is the source of truth. Every evaluation is saved at once, so a killed worker
loses only the position it was evaluating; a lost task is found by the sweep, a duplicate finds the lease taken.
"""

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, TooMany
from accounts.models import User
from accounts.services.checks import lock_person
from games.ai import Budget, analyse
from games.analysis.selectors import (
    AnalysisJson,
    EvaluatedPosition,
    HintJson,
    analysis_json,
    analysis_of,
    check_finished,
    check_hints,
    evaluated_position,
    evaluated_position_of,
    hint_json,
    judged_turns,
    positions_to_evaluate,
)
from games.models import Analysis, Evaluation, Game
from games.selectors.ai import MAX_ATTEMPTS
from games.selectors.game_json import Viewer, get_game, match_of
from games.selectors.position_json import Json
from games.services.leases import release_lease, take_lease
from games.services.locked_game import lock_games
from games.services.settled_reads import get_settled_game
from games.signals import analysis_asked, publish
from games.timing import DAY, NO_TIME

LEASE = timedelta(seconds=20)
# A limit in nodes makes an evaluation the same on every machine; the seconds are for one without the compiled engines.
EVALUATION_BUDGET = Budget(nodes=40_000, seconds=1.5)
# After so long an analysis goes back to the queue, so that no AI's turn waits for a whole one.
SLICE_SECONDS = 1.5
MAX_WAITING = 3
MAX_PER_DAY, MAX_HINTS_PER_DAY = 50, 200


def request_analysis(*, game_id: int, user: User) -> AnalysisJson:
    """Request the analysis of a finished game; all viewers share one. Idempotent."""
    game, _ = get_settled_game(game_id, user)
    check_finished(game)
    return analysis_json(game, _ask(game, user, ply=None, is_known=False))


def request_hint(*, game_id: int, user: User, ply: int) -> HintJson:
    """Request an evaluation of the position in which a player of a casual game against AIs is to move."""
    game, seats = get_settled_game(game_id, user)
    check_hints(game, seats, user)
    if game.ply != ply:
        raise Conflict(_("The game has changed. Reload it and try again."), code="stale")
    is_known = Evaluation.objects.filter(pk=evaluated_position_of(match_of(game)).digest).exists()
    return hint_json(game, _ask(game, user, ply=ply, is_known=is_known))


def read_analysis(*, game_id: int, viewer: Viewer) -> AnalysisJson:
    """The analysis of a finished game as JSON; raises Forbidden while it is in progress."""
    game, _ = get_settled_game(game_id, viewer)
    return analysis_json(game, analysis_of(game))


def read_hint(*, game_id: int, user: User) -> HintJson:
    """The hint at the user's current position as JSON; raises Forbidden where hints are not allowed."""
    game, seats = get_game(game_id, user)
    check_hints(game, seats, user)
    return hint_json(game, analysis_of(game, game.ply))


def waiting_analyses(*, now: datetime | None = None, waited: timedelta = NO_TIME) -> list[int]:
    """Ids of analyses that no worker has touched for `waited`, oldest first; failing ones are given up."""
    moment = now or timezone.now()
    waiting = Analysis.objects.filter(finished_at=None, is_failed=False, lease_until__lte=moment - waited)
    waiting.filter(attempts__gte=MAX_ATTEMPTS).update(is_failed=True)
    return list(waiting.order_by("asked_at").values_list("pk", flat=True))


def continue_analysis(*, analysis_id: int) -> bool:
    """Evaluate positions for one time slice; returns whether there are more."""
    row = Analysis.objects.filter(pk=analysis_id)
    if not take_lease(row.filter(finished_at=None, is_failed=False), LEASE):
        return False
    with release_lease(row):
        analysis = row.select_related("game").get()
        is_whole = _judge_some(analysis)
        if is_whole:
            row.update(turns=_findings(analysis), finished_at=timezone.now())
    return not is_whole


# -- asking -------------------------------------------------------------------------------------------------------


def _ask(game: Game, user: User, *, ply: int | None, is_known: bool) -> Analysis:
    """The existing analysis, or a new one within the user's limits."""
    with transaction.atomic():
        lock_person(user)
        if not lock_games(Game.objects.filter(pk=game.pk)):  # deleted with its guest a moment ago
            raise NotFound(_("Game not found."))
        analysis = analysis_of(game, ply)
        if analysis is not None and not _is_spent(game, analysis):
            return analysis
        if not is_known:
            _check_limit(user, is_hint=ply is not None)
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


def _check_limit(user: User, *, is_hint: bool) -> None:
    asked = Analysis.objects.filter(asked_by=user)
    if asked.filter(finished_at=None, is_failed=False).count() >= MAX_WAITING:
        message = _("You already have %(most)s analyses in progress. Try again when one is done.") % {
            "most": MAX_WAITING
        }
        raise TooMany(message, code="too_many_analyses", retry_after=10)
    today = asked.filter(asked_at__gt=timezone.now() - DAY, ply__isnull=not is_hint).count()
    most = MAX_HINTS_PER_DAY if is_hint else MAX_PER_DAY
    if today >= most:
        message = (
            _("You have reached the limit of %(most)s hints per day. Try again tomorrow.")
            if is_hint
            else _("You have reached the limit of %(most)s analyses per day. Try again tomorrow.")
        )
        raise TooMany(message % {"most": most}, code="too_many_analyses")


# -- working ------------------------------------------------------------------------------------------------------


def _judge_some(analysis: Analysis) -> bool:
    """Evaluate missing positions until the slice is over; returns whether all are done."""
    wanted = positions_to_evaluate(analysis)
    known = set(Evaluation.objects.filter(pk__in=list(wanted)).values_list("pk", flat=True))
    missing = [evaluated for digest, evaluated in wanted.items() if digest not in known]
    begun = time.monotonic()
    for number, evaluated in enumerate(missing, start=1):
        _evaluate(evaluated)
        done = len(wanted) - len(missing) + number
        progress = Analysis.objects.filter(pk=analysis.pk)
        progress.update(done=done, total=len(wanted), lease_until=timezone.now() + LEASE)
        if number < len(missing) and time.monotonic() - begun > SLICE_SECONDS:
            return False
    Analysis.objects.filter(pk=analysis.pk).update(done=len(wanted), total=len(wanted))
    return True


def _evaluate(evaluated: EvaluatedPosition) -> None:
    """Evaluate a position without a lock; if another worker was faster, its evaluation stays."""
    match = evaluated.match
    found = analyse(
        match.game, match.state, budget=EVALUATION_BUDGET, now=time.monotonic, turns_left=evaluated.turns_left
    )
    facts = {"scores": list(found.scores), "steps": list(found.best.steps), "depth": found.best.depth}
    Evaluation.objects.get_or_create(digest=evaluated.digest, defaults=facts)


def _findings(analysis: Analysis) -> list[Json]:
    if analysis.ply is None:
        return judged_turns(analysis.game)
    hint = evaluated_position(evaluated_position_of(match_of(analysis.game)))
    return [] if hint is None else [hint]
