"""What follows from the last result of a round. For services; the tournament is locked."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.enums import EventKind, LogKind, RoundStatus, Status
from tournaments.log_texts import LogText
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.pairing import values
from tournaments.pairing.knockout import replays_due
from tournaments.pairing.values import Format
from tournaments.selectors.record import tournament_data
from tournaments.selectors.tournaments import finished_rounds
from tournaments.services.locking import record_change, set_status
from tournaments.services.notices import notify_life, notify_round
from tournaments.services.stream import StreamEvent
from tournaments.services.tables import entries_by_id, lay_tables, start_table
from tournaments.signals import publish, round_finished


def complete_if_done(tournament: Tournament, round_: Round) -> None:
    """Close a round whose tables are all decided; after the last round the standings are provisional.

    The replay of a drawn knockout match starts at once, whatever is still played at other tables.
    """
    if tournament.pairing_format == Format.KNOCKOUT:
        _start_replays(tournament, round_)
    if _open_tables(round_).exists():
        return
    if round_.status == RoundStatus.FINISHED:
        return
    round_.status, round_.finished_at = RoundStatus.FINISHED, timezone.now()
    round_.save(update_fields=["status", "finished_at"])
    event = StreamEvent(EventKind.ROUND_FINISHED)
    record_change(
        tournament,
        LogKind.PAIRING,
        LogText.FINISHED(round=round_.number),
        round_number=round_.number,
        event=event,
    )
    publish(round_finished, round_id=round_.pk)
    if tournament.status == Status.RUNNING and finished_rounds(tournament) >= tournament.rounds:
        set_status(tournament, Status.PROVISIONAL, LogText.ALL_ROUNDS_PLAYED())
        notify_life(tournament, "event_provisional")


def _open_tables(round_: Round) -> QuerySet[Table]:
    return Table.objects.filter(round=round_, outcome="", is_void=False)


def _start_replays(tournament: Tournament, round_: Round) -> None:
    """Start replays of drawn knockout matches, with sides swapped and as much time as the round had.

    A match corrected to a draw reopens its round, and the tournament if it was the final.
    """
    being_played = set(Seat.objects.filter(round=round_, replay=1).values_list("entry_id", flat=True))
    drawn = replays_due(tournament_data(tournament), round_.number)
    due = [replay for replay in drawn if replay.seats[0] not in being_played]
    if not due:
        return
    if tournament.status == Status.PROVISIONAL:
        set_status(tournament, Status.RUNNING, LogText.CONTINUED())
    now = timezone.now()
    if round_.deadline is not None and round_.starts_at is not None:
        round_.deadline += now - round_.starts_at
    round_.starts_at = now
    round_.status, round_.finished_at = RoundStatus.PUBLISHED, None
    round_.save(update_fields=["starts_at", "deadline", "status", "finished_at"])
    entries = entries_by_id(tournament)
    replays = lay_tables(round_, _numbered_as_drawn(round_, due), venue=tournament.venue)
    for table in replays:
        start_table(tournament, round_, table, entries)
        record_change(tournament, LogKind.PAIRING, table.reason, round_number=round_.number)
    notify_round(tournament, round_, replays)


def _numbered_as_drawn(round_: Round, replays: Iterable[values.Table]) -> list[values.Table]:
    """Give each replay the number of its match's table: replays of a round may begin at different times."""
    numbers = dict(Seat.objects.filter(round=round_, replay=0).values_list("entry_id", "table__number"))
    return [replace(replay, number=numbers[replay.seats[0]]) for replay in replays]
