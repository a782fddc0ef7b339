"""Deadlines of tables over the board, where no position decides the result.

One report, uncontested by the deadline, counts. A table of two without a report is a forfeit by both. Differing
reports, and a table of three or four without a report, need an organiser, who is notified.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User
from accounts.services.sweeps import sum_for_each
from tournaments.enums import LogKind, Source
from tournaments.log_texts import LogText
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.selectors.tournaments import closable_tables, overdue_rounds, overdue_tables
from tournaments.services.completion import complete_if_done
from tournaments.services.locking import lock_running, record_change
from tournaments.services.notices import forget_claim, notify_overdue_tables
from tournaments.services.stream import result_event
from tournaments.services.table_results import describe_result, forfeit_result, names_at, verdict_from_json
from tournaments.services.tables import write_verdict


def close_overdue_tables(*, tournament_id: int, user: User | None, now: datetime | None = None) -> int:
    """Decide overdue tables over the board where a result follows; returns how many. Without a user: automatically."""
    moment = now or timezone.now()
    with transaction.atomic():
        tournament = lock_running(tournament_id, user)
        tables = list(overdue_tables(tournament, moment))
        if not tables:
            raise Conflict(_("No over-the-board table is past its deadline."), code="nothing_overdue")
        closable = list(closable_tables(tournament, moment))
        for table in closable:
            _close(tournament, table, user)
        for round_ in {table.round_id: table.round for table in tables}.values():
            complete_if_done(tournament, round_)
    return len(closable)


def look_after_overdue(*, now: datetime | None = None) -> int:
    """The sweep: close overdue tables where rounds advance automatically; notify organisers of the rest once."""
    moment = now or timezone.now()
    return sum_for_each(
        overdue_rounds(moment),
        lambda round_: _look_after(round_, moment),
        failed="Failed to handle overdue tables of %s",
    )


def _look_after(round_: Round, now: datetime) -> bool:
    try:
        tournament = round_.tournament
        if tournament.auto_advance:
            close_overdue_tables(tournament_id=tournament.pk, user=None, now=now)
        return _notify_open_tables(tournament, round_, now)
    except Conflict:
        return False  # another process was faster


def _notify_open_tables(tournament: Tournament, round_: Round, now: datetime) -> bool:
    left = overdue_tables(tournament, now).filter(round=round_).count()
    if left:
        with transaction.atomic():
            notify_overdue_tables(tournament, round_, tables=left)
    return bool(left)


def _close(tournament: Tournament, table: Table, user: User | None) -> None:
    seats = list(Seat.objects.filter(table=table).select_related("entry").order_by("index"))
    if table.claim is not None:
        verdict, source = verdict_from_json(table.claim), Source.PLAYERS
        why = LogText.ONE_REPORT()
    else:
        verdict, source = forfeit_result(len(seats), absent=range(len(seats))), Source.ORGANISER
        why = LogText.NO_REPORT()
    write_verdict(table, seats, verdict, source=source, by_id=None if user is None else user.pk)
    forget_claim(table)
    text = LogText.RESULT_OVERDUE(names=names_at(seats), result=describe_result(verdict, seats), why=why)
    event = result_event(tournament, table)
    record_change(tournament, LogKind.RESULT, text, actor=user, round_number=table.round.number, event=event)
