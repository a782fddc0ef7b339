"""Create the rows of a draw's tables, and start their games. For services; the tournament is locked."""

from collections.abc import Iterable

from django.utils import timezone

from games.lobby.services.create import start_game
from tournaments.enums import Source, Venue
from tournaments.models import Bye, Entry, Round, Seat, Table, Tournament
from tournaments.pairing import values
from tournaments.services.rules import terms_for
from tournaments.services.table_results import TableResult, forfeit_result


def lay_tables(round_: Round, tables: Iterable[values.Table], *, venue: str) -> list[Table]:
    drawn = list(tables)
    rows = Table.objects.bulk_create(
        Table(round=round_, number=table.number, replay=table.replay, venue=venue, reason=table.reason)
        for table in drawn
    )
    Seat.objects.bulk_create(seat for row, table in zip(rows, drawn, strict=True) for seat in _seats(row, table))
    return rows


def lay_seats(row: Table, table: values.Table) -> None:
    Seat.objects.bulk_create(_seats(row, table))


def _seats(row: Table, table: values.Table) -> list[Seat]:
    return [
        Seat(
            table=row,
            round_id=row.round_id,
            replay=table.replay,
            index=index,
            entry_id=entrant,
            is_absent=entrant in table.forfeited,
        )
        for index, entrant in enumerate(table.seats)
    ]


def lay_byes(round_: Round, byes: Iterable[values.Bye]) -> None:
    Bye.objects.bulk_create(
        Bye(round=round_, entry_id=bye.entrant, kind=bye.kind.value, points_text=str(bye.points), reason=bye.reason)
        for bye in byes
    )


def start_table(tournament: Tournament, round_: Round, table: Table, entries: dict[int, Entry]) -> None:
    """Start the table's game, if it is played online; a known absence is a forfeit at once."""
    seats = list(table.seats.order_by("index"))
    if any(seat.is_absent for seat in seats):
        absent = [seat.index for seat in seats if seat.is_absent]
        write_verdict(table, seats, forfeit_result(len(seats), absent=absent), source=Source.DRAW)
        return
    players = [user for seat in seats if (user := entries[seat.entry_id].user) is not None]
    if table.venue == Venue.BOARD or len(players) < len(seats):
        # Players without an account can only be met in person.
        Table.objects.filter(pk=table.pk).update(venue=Venue.BOARD)
        return
    table.game = start_game(
        terms=terms_for(tournament, len(seats)),
        players=players,
        arranged_by=f"tournament:{tournament.pk}:{table.pk}",
        starts_at=round_.starts_at,
        ends_at=round_.deadline,
    )
    table.save(update_fields=["game"])


def write_verdict(
    table: Table, seats: Iterable[Seat], verdict: TableResult, *, source: Source, by_id: int | None = None
) -> None:
    for seat in seats:
        seat.rank = verdict.ranks[seat.index]
        seat.by_tally = seat.index in verdict.by_tally
        seat.tally = None if verdict.tallies is None else verdict.tallies[seat.index]
        seat.is_absent = seat.index in verdict.absent
        seat.save(update_fields=["rank", "by_tally", "tally", "is_absent"])
    table.outcome, table.source = verdict.outcome, source
    table.decided_at, table.decided_by_id = timezone.now(), by_id
    _save_result(table)


def erase_verdict(table: Table) -> None:
    """Remove the table's result, so that it is open again."""
    table.seats.update(rank=None, by_tally=False, tally=None, is_absent=False)
    table.outcome = table.source = ""
    table.decided_at = table.decided_by = None
    _save_result(table)


def _save_result(table: Table) -> None:
    table.claim = table.claimed_by = None
    table.result_version += 1
    fields = ["outcome", "source", "decided_at", "decided_by", "claim", "claimed_by", "result_version"]
    table.save(update_fields=fields)


def entries_by_id(tournament: Tournament) -> dict[int, Entry]:
    entries = Entry.objects.filter(tournament=tournament, number__isnull=False).select_related("user")
    return {entry.pk: entry for entry in entries}
