"""Pair a round: requested under the tournament's lock, computed without it, stored unless superseded.

A worker killed half-way leaves a round in status PAIRING; the sweep enqueues it again.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Unprocessable
from accounts.models import User
from accounts.services.checks import lock_person
from games.rules.sentences import Sentence, Value
from games.translation import in_words
from tournaments.check_in.selectors import count_present, needs_check_in
from tournaments.check_in.services import check_someone_present
from tournaments.enums import LogKind, RoundStatus
from tournaments.log_texts import LogText
from tournaments.models import Entry, Round, Tournament
from tournaments.pairing import rounds
from tournaments.pairing.stored import from_json, to_json
from tournaments.pairing.values import Draw, EngineFailure, NoPairing, Remedy, RoundToPair
from tournaments.selectors.record import round_to_pair
from tournaments.selectors.remedies import remedies_of
from tournaments.selectors.tournaments import may_pair_next, next_round_number, tournaments_run_by
from tournaments.services.locking import (
    Seen,
    check_draft,
    delete_draft_tables,
    lock_running,
    lock_tournament,
    record_change,
    renew_attempt,
)
from tournaments.services.notices import notify_stuck_pairing
from tournaments.services.tables import lay_byes, lay_tables
from tournaments.signals import pairing_asked, publish

logger = logging.getLogger("asterism.tournaments")

PAIRED_AT_ONCE = 200
GIVEN_UP_AFTER = timedelta(minutes=4)
STARTED, WORKED_OUT = 10, 90
WITHOUT_THE_ENGINE = (Remedy.PAIR_AGAIN, Remedy.FINISH)


def pair_round(*, tournament_id: int, user: User | None, number: int | None = None) -> Round:
    """Pair the next round as a draft; raises Conflict if `number` is another one.

    A large round is left to a worker. Without a user: automatically.
    """
    with transaction.atomic():
        if user is not None:
            lock_person(user)  # before the tournament's lock: serialises the user's own requests
        tournament = lock_running(tournament_id, user)
        _check_no_other_large_draw(tournament, user or tournament.created_by)
        check_someone_present(tournament)
        round_ = _ask(tournament, number)
    return _work_out_soon(round_)


def pair_again(*, tournament_id: int, user: User, seen: Seen) -> Round:
    """Discard the draft that was seen and pair the round again, from current data."""
    with transaction.atomic():
        lock_person(user)
        tournament = lock_running(tournament_id, user)
        _check_no_other_large_draw(tournament, user)
        draft = check_draft(tournament, seen)
        delete_draft_tables(draft)
        _restart(tournament, draft)
        text = LogText.PAIRED_AGAIN(round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=draft.number)
    return _work_out_soon(draft)


def discard_draft(*, tournament_id: int, user: User, seen: Seen) -> None:
    """Discard the draft that was seen, without pairing the round again."""
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        draft = check_draft(tournament, seen)
        text = LogText.DRAFT_DISCARDED(round=draft.number)
        record_change(tournament, LogKind.PAIRING, text, actor=user, round_number=draft.number)
        delete_draft_tables(draft)
        draft.delete()


def compute_pairing(*, round_id: int, attempt: int) -> Round | None:
    """Compute the pairing of this attempt and store it as a draft, unless a newer attempt was asked for."""
    wanted = Round.objects.filter(pk=round_id, status=RoundStatus.PAIRING, attempt=attempt)
    round_ = wanted.select_related("tournament").first()
    # Claimed by its progress: of two deliveries of one task, one computes the draw.
    if round_ is None or not wanted.filter(progress=0).update(progress=STARTED, asked_at=timezone.now()):
        return None
    try:
        draw = rounds.pair_round(from_json(RoundToPair, round_.task))
    except NoPairing as error:
        return _store_problem(round_, error.message, error.remedies)
    except (EngineFailure, TimeoutError) as error:
        problem = LogText.ENGINE_FAILED(error=str(error))
        return _store_problem(round_, problem, WITHOUT_THE_ENGINE)
    except SoftTimeLimitExceeded:
        raise  # the worker's time limit, whatever the engine was doing: the task handles it
    except Exception:  # Retried, it would fail again every few minutes, unseen.
        logger.exception("Failed to pair round %s of tournament %s.", round_.number, round_.tournament_id)
        problem = LogText.ENGINE_CRASHED()
        return _store_problem(round_, problem, WITHOUT_THE_ENGINE)
    wanted.update(progress=WORKED_OUT)
    return _store(round_, draw)


def give_up_pairing(*, round_id: int, attempt: int) -> None:
    """Store that the worker's time limit was reached, with remedies."""
    round_ = Round.objects.filter(pk=round_id, attempt=attempt).first()
    if round_ is not None:
        _store_problem(round_, LogText.ENGINE_STOPPED(), WITHOUT_THE_ENGINE)


def requeue_lost_pairings(*, now: datetime | None = None) -> int:
    """The sweep: enqueue again rounds whose worker was lost."""
    late = Round.objects.filter(status=RoundStatus.PAIRING, asked_at__lt=(now or timezone.now()) - GIVEN_UP_AFTER)
    count = 0
    for round_id in list(late.values_list("pk", flat=True)):
        with transaction.atomic():
            claimed = late.filter(pk=round_id).update(asked_at=now or timezone.now(), progress=0)
            if claimed:
                attempt = Round.objects.values_list("attempt", flat=True).get(pk=round_id)
                publish(pairing_asked, round_id=round_id, attempt=attempt)
                count += 1
    return count


def _check_no_other_large_draw(tournament: Tournament, user: User) -> None:
    """Refuse a second large draw in the tournaments that a user runs: organisers share the worker."""
    if not _is_large(tournament):
        return
    if Round.objects.filter(status=RoundStatus.PAIRING, tournament__in=tournaments_run_by(user)).exists():
        raise Conflict(
            _("Another of your tournaments is still being paired. Wait until it is done, then pair this round."),
            code="draw_in_progress",
        )


def _ask(tournament: Tournament, wanted: int | None) -> Round:
    number = next_round_number(tournament)
    if wanted not in (None, number):
        message = _("The next round to pair is round %(number)s. Reload the page.") % {"number": number}
        raise Conflict(message, code="stale")
    if number > tournament.rounds:
        raise Conflict(
            _("All rounds are paired. Wait for the results, then confirm the final standings."), code="no_round_left"
        )
    if Round.objects.filter(tournament=tournament, number=number).exists():
        raise Conflict(
            _("Round %(number)s is already paired. Review its draft.") % {"number": number}, code="already_paired"
        )
    if not may_pair_next(tournament):
        raise Conflict(_("A round is still in progress. Wait for its results, or enter them."), code="round_in_play")
    round_ = Round(tournament=tournament, number=number, attempt=0, starts_at=tournament.start_of_round(number))
    _restart(tournament, round_)
    return round_


def _restart(tournament: Tournament, round_: Round) -> None:
    renew_attempt(tournament, round_)
    round_.seed = (tournament.seed + 1000 * round_.number + round_.attempt) % 2**31
    round_.task = to_json(round_to_pair(tournament, round_.number, seed=round_.seed))
    round_.status, round_.asked_at, round_.progress = RoundStatus.PAIRING, timezone.now(), 0
    round_.problem, round_.remedies, round_.edited_by_hand = "", [], False
    round_.save()
    if _is_large(tournament):
        publish(pairing_asked, round_id=round_.pk, attempt=round_.attempt)


def _work_out_soon(round_: Round) -> Round:
    if _is_large(round_.tournament):
        return round_
    found = compute_pairing(round_id=round_.pk, attempt=round_.attempt)
    if found is None:
        raise Conflict(_("The draft has changed in the meantime. Review it again."), code="stale")
    if found.status == RoundStatus.STUCK:
        remedies = list(remedies_of(found))
        message = _("%(problem)s What you can do: %(remedies)s") % {
            "problem": in_words(found.problem),
            "remedies": " ".join(remedies),
        }
        raise Unprocessable(message, code="no_pairing", payload={"remedies": remedies})
    return found


def _is_large(tournament: Tournament) -> bool:
    """Whether its pairing is left to a worker."""
    players = Entry.objects.filter(tournament=tournament, number__isnull=False, left_round=None)
    return players.count() > PAIRED_AT_ONCE


def _store(round_: Round, draw: Draw) -> Round | None:
    with transaction.atomic():
        tournament = lock_tournament(round_.tournament_id)
        columns = {
            "status": RoundStatus.DRAFT,
            "progress": 100,
            "engine": draw.engine.name,
            "engine_version": draw.engine.version,
            "input_digest": draw.input_digest,
        }
        if not _claim(round_, columns):
            return None
        lay_tables(round_, draw.tables, venue=tournament.venue)
        lay_byes(round_, draw.byes)
        record_change(tournament, LogKind.PAIRING, _paired_words(tournament, draw), round_number=round_.number)
    return Round.objects.get(pk=round_.pk)


def _paired_words(tournament: Tournament, draw: Draw) -> Sentence:
    facts: dict[str, Value] = {
        "round": draw.round,
        "engine": draw.engine.name,
        "version": draw.engine.version,
        "seed": draw.seed,
        "tables": len(draw.tables),
        "byes": len(draw.byes),
    }
    if not needs_check_in(tournament):
        return LogText.PAIRED(**facts)
    return LogText.PAIRED_PRESENT(**facts, **count_present(tournament)._asdict())


def _store_problem(round_: Round, problem: str, remedies: Sequence[Remedy]) -> Round | None:
    with transaction.atomic():
        tournament = lock_tournament(round_.tournament_id)
        if not _claim(
            round_,
            {"status": RoundStatus.STUCK, "problem": problem, "remedies": [remedy.value for remedy in remedies]},
        ):
            return None
        record_change(tournament, LogKind.PAIRING, problem, round_number=round_.number)
        stuck = Round.objects.get(pk=round_.pk)
        notify_stuck_pairing(tournament, stuck)
    return stuck


def _claim(round_: Round, columns: dict[str, object]) -> bool:
    """Compare-and-set: only the result of the latest attempt is stored."""
    wanted = Round.objects.filter(pk=round_.pk, status=RoundStatus.PAIRING, attempt=round_.attempt)
    return bool(wanted.update(**columns))
