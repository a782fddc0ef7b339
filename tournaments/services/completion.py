"""What follows from the last result of a round. For services; the tournament is locked."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.enums import EventKind, LogKind, RoundStatus, Status
from tournaments.log_texts import LogText
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.pairing import values
from tournaments.pairing.knockout import games_due
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

    The next game of a knockout match starts at once, whatever is still played at other tables.
    """
    if tournament.pairing_format == Format.KNOCKOUT:
        _start_next_games(tournament, round_)
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


def _start_next_games(tournament: Tournament, round_: Round) -> None:
    """Start the next game of undecided knockout matches, with sides swapped and as much time as the round had.

    A match that a correction leaves undecided reopens its round, and the tournament if it was the final.
    """
    begun = set(Seat.objects.filter(round=round_).values_list("entry_id", "replay"))
    found = games_due(tournament_data(tournament), round_.number)
    due = [game for game in found if (game.seats[0], game.replay) not in begun]
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
    tables = lay_tables(round_, _numbered_as_match(round_, due), venue=tournament.venue)
    for table in tables:
        start_table(tournament, round_, table, entries)
        record_change(tournament, LogKind.PAIRING, table.reason, round_number=round_.number)
    notify_round(tournament, round_, tables)


def _numbered_as_match(round_: Round, games: Iterable[values.Table]) -> list[values.Table]:
    """Give each game the number of its match's table: matches of a round go on at different times."""
    numbers = dict(Seat.objects.filter(round=round_, replay=0).values_list("entry_id", "table__number"))
    return [replace(game, number=numbers[game.seats[0]]) for game in games]
