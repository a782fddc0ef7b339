"""Game clocks: apply expired ones on moves, reads and sweeps; an outage is given back before any clock is flagged."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Refused
from games.enums import IN_PROGRESS, EventKind, GameStatus, LeftReason
from games.models import Game, GameEvent, SweepHeartbeat
from games.selectors.game_json import seats_of
from games.services.faults import not_backing_off, note_fault
from games.services.locked_game import FEED, LockedGame, lock_game, lock_games
from games.services.request_times import arrived_by, request_time
from games.services.turns import remove_seat
from games.streams.listen_notify import wake_listeners
from games.timing import MINUTE, SECOND, Due, Ticking, deadline_after, due, time_spent_since, without_gap
from games.vacations.time_off import allowance_of, awaited_of, deadline_of, may_rest, times_off

logger = logging.getLogger("asterism.clock")

HEARTBEATS = {True: "clock.live", False: "clock.correspondence"}
# How old a heartbeat may be before it counts as an outage: several times the sweep's interval.
TOLERANCE = {True: 10 * SECOND, False: 150 * SECOND}
# A heartbeat is written at most so often, to spare an idle site its disk.
GRAIN = {True: 3 * SECOND, False: 20 * SECOND}

# Clocks are flagged this much later: by then, another process has marked a slow request (`request_times`).
SWEEP_GRACE = SECOND / 2

# A heartbeat further in the future than machines differ was written by a wrong clock that has been corrected since.
SET_RIGHT = 5 * MINUTE


@contextmanager
def lock_settled_game(game_id: int) -> Iterator[LockedGame]:
    """A transaction with the game locked, after its expired clocks were applied.

    Usually no clock has expired, which the locked row shows. Otherwise it is applied in a transaction of its own, so
    that it stays even if the caller's request is refused. Clocks are compared with the time at which the request
    arrived.
    """
    arrived_at = request_time()
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now(), arrived_at=arrived_at)
        if _verdict(locked) is None:
            yield locked
            return
    settle_if_due(game_id=game_id, now=arrived_at)
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=timezone.now(), arrived_at=arrived_at)
        # Never ask again which requests are in progress: that may have changed since the clock was settled.
        if _verdict(locked) and due(fair_ticking(locked), arrived_at) and _is_retry_due(game_id, arrived_at):
            raise Conflict(_("A move that arrived in time is being played. Reload the game."), code="stale")
        yield locked


def _verdict(locked: LockedGame) -> Due | None:
    return None if locked.game.ticking is None else due(locked.game.ticking, locked.judged_at)


def _is_retry_due(game_id: int, now: datetime) -> bool:
    return Game.objects.filter(not_backing_off(now), pk=game_id).exists()


def settle_if_due(*, game_id: int, now: datetime) -> bool:
    """Settle a game whose clock has expired; one cheap query if it has not."""
    running = Game.objects.filter(pk=game_id, status__in=IN_PROGRESS)
    game = running.only("since", "deadline", "ends_at").first()
    if game is None or game.ticking is None or due(game.ticking, now - SWEEP_GRACE) is None:
        return False
    return _is_retry_due(game_id, now) and _settle_safely(game_id, now)


def settle_game(*, game_id: int, now: datetime) -> bool:
    """Flag the seats whose time is up and end the game at its limit; returns whether anything changed. Idempotent.

    `now` may be in the past, as when a slow request arrived: clocks are compared with it, but new turns and records are
    dated with the current time.
    """
    with transaction.atomic():
        locked = lock_game(game_id=game_id, now=max(now, timezone.now()), arrived_at=now - SWEEP_GRACE)
        if not locked.game.is_in_progress:
            return False
        ticking = fair_ticking(locked)
        verdict = due(ticking, locked.judged_at)
        if verdict is None:
            return _redate(locked)
        if arrived_by(game_id, min(ticking.deadline, ticking.ends_at or ticking.deadline)):
            return False
        if locked.game.status == GameStatus.SETUP:
            _end_setup(locked, ticking, is_over=verdict == Due.LIMIT)
        elif verdict == Due.LIMIT:
            locked.record_entries(locked.match.reach_limit(), [(None, "#limit")])
            locked.add_position_event(EventKind.OVER)
        else:
            assert locked.game.to_move is not None
            remove_seat(locked, locked.seats[locked.game.to_move], LeftReason.TIMEOUT)
        locked.save()
    return True


def fair_ticking(locked: LockedGame) -> Ticking:
    """The game's clock by the rows as they are under the lock.

    Time off counts even if the stored deadline doesn't include it yet, and so does an outage that the sweep has not
    given back.
    """
    ticking = _shifted(locked)
    if not _has_time_off(locked):
        return ticking
    return replace(ticking, deadline=deadline_of(locked.game, locked.seats, since=ticking.since))


def _has_time_off(locked: LockedGame) -> bool:
    assert locked.game.since is not None
    return any(times_off(awaited_of(locked.game, locked.seats), since=locked.game.since))


def _shifted(locked: LockedGame) -> Ticking:
    ticking = locked.game.ticking
    assert ticking is not None, "a game in progress has a running clock"
    is_live = locked.game.is_live
    beaten_at = SweepHeartbeat.objects.filter(name=HEARTBEATS[is_live]).values_list("beaten_at", flat=True).first()
    if beaten_at is None or locked.judged_at - beaten_at <= TOLERANCE[is_live]:
        return ticking
    return without_gap(ticking, beaten_at, locked.judged_at)


def time_spent(locked: LockedGame) -> timedelta:
    """How long the current turn has taken so far, without time off.

    Outages matter only to a time bank, which is charged; other controls skip that query.
    """
    since = _shifted(locked).since if locked.game.control.has_bank else locked.game.since
    assert since is not None, "a game in progress has a running clock"
    [off] = times_off(awaited_of(locked.game, locked.seats), since=since)
    return time_spent_since(since, locked.judged_at, off)


def settle_overdue(*, is_live: bool, now: datetime | None = None) -> int:
    """Sweep: write the heartbeat, then settle every overdue game; returns how many. A failing game stops no other."""
    now = now or timezone.now()
    beat(is_live=is_live, now=now)
    return sum(_settle_safely(game_id, now) for game_id in _overdue_ids(is_live, now - SWEEP_GRACE))


def beat(*, is_live: bool, now: datetime) -> None:
    """Write the heartbeat; if the last one is too old, first give the outage back to every clock of this pace."""
    with transaction.atomic():
        SweepHeartbeat.objects.get_or_create(name=HEARTBEATS[is_live], defaults={"beaten_at": now})
        heartbeat = SweepHeartbeat.objects.select_for_update(no_key=True).get(name=HEARTBEATS[is_live])
        if -SET_RIGHT < now - heartbeat.beaten_at < GRAIN[is_live]:
            return
        if now - heartbeat.beaten_at > TOLERANCE[is_live]:
            _give_back(is_live, heartbeat.beaten_at, now)
        SweepHeartbeat.objects.filter(pk=heartbeat.pk, beaten_at=heartbeat.beaten_at).update(beaten_at=now)


def _overdue_ids(is_live: bool, now: datetime) -> list[int]:
    overdue = Q(deadline__lte=now) | Q(ends_at__lte=now)
    games = Game.objects.filter(overdue, not_backing_off(now), is_live=is_live, status__in=IN_PROGRESS)
    return list(games.order_by("deadline").values_list("pk", flat=True))


def _settle_safely(game_id: int, now: datetime) -> bool:
    try:
        return settle_game(game_id=game_id, now=now)
    except Refused:
        return False  # it is gone, or another process was faster
    except Exception as error:
        note_fault(game_id=game_id, error=error, now=now)
        return False


def _redate(locked: LockedGame) -> bool:
    """Update a stale deadline: it has passed by its column, but time off has moved it since."""
    if locked.game.deadline is None or locked.game.deadline > locked.judged_at or not _has_time_off(locked):
        return False
    locked.set_deadline()
    locked.add_event(EventKind.CLOCK)
    locked.save()
    return True


def _end_setup(locked: LockedGame, ticking: Ticking, *, is_over: bool) -> None:
    """Flag the seats whose time for a set-up is up; at the end of the whole game, all without one.

    If no seat has a set-up, the game is annulled.
    """
    missing = awaited_of(locked.game, locked.seats)
    if len(missing) == len(locked.seats):
        locked.close_without_result(GameStatus.ANNULLED)
        return
    for seat, off in zip(missing, times_off(missing, since=ticking.since), strict=True):
        if (
            is_over
            or not off
            or deadline_after(ticking.since, allowance_of(locked.game, seat), off) <= locked.judged_at
        ):
            remove_seat(locked, seat, LeftReason.TIMEOUT)


def _give_back(is_live: bool, beaten_at: datetime, now: datetime) -> None:
    """Shift the clocks over the outage; turns that began in it (the web was up, the sweep was not) are restarted."""
    logger.warning("Clock sweeps did not run from %s to %s; extending deadlines by the gap.", beaten_at, now)
    running = Game.objects.filter(is_live=is_live, status__in=IN_PROGRESS)
    games = Game.objects.filter(pk__in=lock_games(running))
    gap = now - beaten_at
    apart = Q(since__gt=beaten_at) | may_rest(since=beaten_at)
    # Both are read before either is written: a shifted clock looks like one that started in the outage.
    alike = list(games.exclude(apart).values_list("pk", flat=True))
    others = list(games.filter(apart, since__lt=now))
    Game.objects.filter(pk__in=alike).update(
        since=F("since") + gap,
        deadline=F("deadline") + gap,
        ends_at=F("ends_at") + gap,
        event_seq=F("event_seq") + 1,
    )
    for game in others:
        _begin_anew(game, beaten_at, now)
    notify_new_clocks([*alike, *(game.pk for game in others)], now)


def _begin_anew(game: Game, beaten_at: datetime, now: datetime) -> None:
    assert game.ticking is not None
    ticking = without_gap(game.ticking, beaten_at, now)
    deadline = deadline_of(game, seats_of(game), since=ticking.since)
    Game.objects.filter(pk=game.pk).update(
        since=ticking.since, deadline=deadline, ends_at=ticking.ends_at, event_seq=F("event_seq") + 1
    )


def notify_new_clocks(game_ids: Iterable[int], now: datetime) -> None:
    """Add the clock event to games whose clocks and event numbers were updated in bulk, and wake their listeners."""
    numbers = Game.objects.filter(pk__in=list(game_ids)).values_list("pk", "event_seq")
    events = [GameEvent(game_id=pk, seq=seq, kind=EventKind.CLOCK, payload={}, at=now) for pk, seq in numbers]
    GameEvent.objects.bulk_create(events, batch_size=500)
    for event in events:
        wake_listeners(FEED, event.game_id)
