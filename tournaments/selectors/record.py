"""Builds the values that pairing and standings are computed from out of rows, in a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Prefetch, QuerySet

from games.translation import in_words
from tournaments.check_in.selectors import absent_ids
from tournaments.enums import EntryStatus, Outcome
from tournaments.models import AskedBye, Bye, Entry, ForbiddenPair, Round, Seat, Table, Tournament
from tournaments.pairing import values
from tournaments.pairing.edits import Objection, objections
from tournaments.pairing.results import forfeited_game, played_table, points_at_table
from tournaments.pairing.stored import from_json
from tournaments.pairing.values import ByeKind, Format, RoundToPair, Scoring
from tournaments.selectors.names import with_names


def tournament_data(tournament: Tournament, *, with_running: bool = False) -> values.TournamentData:
    """The tournament as a value for pairing and standings. `with_running` counts games in progress, without points."""
    scoring = tournament.points
    entrants = tuple(_entrant(entry) for entry in numbered_entries(tournament))
    tables = [list(rows) for _, rows in groupby(_published_seats(tournament), key=attrgetter("table_id"))]
    byes = tuple(_bye(bye) for bye in _published_byes(tournament))
    if tournament.pairing_format.is_open:
        byes += tuple(_absences(entrants, tables, byes))
    known: _KnownPoints = {}
    return values.TournamentData(
        format=tournament.pairing_format,
        rounds=tournament.rounds,
        entrants=entrants,
        played=tuple(_played(rows, scoring, known) for rows in tables if with_running or rows[0].table__outcome),
        byes=(*byes, *_struck_rounds(tournament)),
        scoring=scoring,
        forbidden=tuple(_forbidden(pair) for pair in ForbiddenPair.objects.filter(tournament=tournament)),
        top_moves_first=tournament.top_moves_first,
        games_per_match=tournament.games_per_match,
        third_place=tournament.third_place,
    )


def numbered_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that started the tournament, withdrawn ones included."""
    return Entry.objects.filter(tournament=tournament, number__isnull=False).order_by("number")


def published_tables(tournament: Tournament) -> QuerySet[Table]:
    seats = Prefetch("seats", _in_turn_order())
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    return tables.select_related("round").defer("round__task").prefetch_related(seats)


def played_value(table: Table, scoring: Scoring) -> values.PlayedTable:
    """A decided table with the points of its outcome."""
    seats = list(table.seats.all())
    entrants = [seat.entry_id for seat in seats]
    number = table.round.number
    if table.outcome == Outcome.FORFEIT:
        absent = [seat.entry_id for seat in seats if seat.rank != 1]
        return forfeited_game(number, *entrants, absent=absent, scoring=scoring, replay=table.replay)
    return played_table(
        number,
        entrants,
        ranks=[seat.rank or 1 for seat in seats],
        scoring=scoring,
        by_tally=[seat.index for seat in seats if seat.by_tally],
        tallies=[seat.tally or 0 for seat in seats],
        absent=[seat.index for seat in seats if seat.is_absent],
        replay=table.replay,
    )


def round_to_pair(tournament: Tournament, number: int, *, seed: int) -> RoundToPair:
    """The input of a round's pairing, without names: who is not checked in is absent, if check-in is required.

    The AI that fills in for byes sits out where it isn't needed.
    """
    data = tournament_data(tournament, with_running=tournament.is_predetermined)
    data = replace(data, entrants=tuple(replace(entrant, name="") for entrant in data.entrants))
    asked = AskedBye.objects.filter(entry__tournament=tournament, entry__number__isnull=False, round_number=number)
    byes = [values.AskedBye(bye.entry_id, ByeKind(bye.kind)) for bye in asked]
    taking_part = {entrant.id for entrant in data.entrants if entrant.takes_part(number)}
    byes = [bye for bye in byes if bye.entrant in taking_part]
    byes += [
        values.AskedBye(entry_id, ByeKind.ABSENT)
        for entry_id in sorted(absent_ids(tournament) & taking_part - {bye.entrant for bye in byes})
    ]
    bye_ai = Entry.objects.filter(tournament=tournament, is_bye_ai=True, number__isnull=False).first()
    if bye_ai is not None and bye_ai.pk in taking_part and not tournament.pairing_format.is_round_robin:
        people = len(taking_part) - 1 - len(byes)
        if not needs_bye_ai(tournament.pairing_format, people):
            byes.append(values.AskedBye(bye_ai.pk, ByeKind.ABSENT))
    return RoundToPair(data, number, tuple(byes), seed)


def draw_of(round_: Round) -> values.Draw:
    """The draw stored in a round's rows, with the organiser's changes."""
    tables = Table.objects.filter(round=round_, replay=0).prefetch_related(Prefetch("seats", _in_turn_order()))
    return values.Draw(
        round=round_.number,
        tables=tuple(_drawn(table) for table in tables.order_by("number")),
        byes=tuple(
            values.Bye(bye.entry_id, ByeKind(bye.kind), bye.points, bye.reason)
            for bye in Bye.objects.filter(round=round_).order_by("id")
        ),
        engine=values.Engine(round_.engine, round_.engine_version),
        seed=round_.seed,
        input_digest=round_.input_digest,
    )


def objections_to(round_: Round) -> tuple[Objection, ...]:
    """Objections to a draft, for the organiser to weigh."""
    task = Round.objects.values_list("task", flat=True).get(pk=round_.pk)
    found = objections(from_json(RoundToPair, task), draw_of(round_))
    sentences = with_names(one.sentence for one in found)
    return tuple(replace(one, sentence=in_words(text)) for one, text in zip(found, sentences, strict=True))


def unplaced_entries(draft: Round) -> QuerySet[Entry]:
    """Players who take part in the round and have neither a table nor a bye in its draft."""
    number = draft.number
    playing = numbered_entries(draft.tournament).filter(first_round__lte=number).exclude(left_round__lte=number)
    seated = Seat.objects.filter(round=draft).values("entry_id")
    return playing.exclude(pk__in=seated).exclude(pk__in=Bye.objects.filter(round=draft).values("entry_id"))


def needs_bye_ai(kind: Format, people: int) -> bool:
    """Whether one more player would avoid a bye, or make a game possible at all."""
    return people in (2, 5) if kind.has_tables else people % 2 == 1


def counts_by_status(tournament: Tournament) -> dict[str, int]:
    statuses = list(Entry.objects.filter(tournament=tournament).values_list("status", flat=True))
    return {status.value: statuses.count(status) for status in EntryStatus}


def _entrant(entry: Entry) -> values.Entrant:
    assert entry.number is not None
    return values.Entrant(
        id=entry.pk,
        number=entry.number,
        name=entry.name,
        rating=entry.rating,
        entered=entry.first_round,
        left=entry.left_round,
        void=entry.is_void,
    )


def _in_turn_order() -> QuerySet[Seat]:
    return Seat.objects.order_by("index")


def _drawn(table: Table) -> values.Table:
    seats = list(table.seats.all())
    return values.Table(
        number=table.number,
        seats=tuple(seat.entry_id for seat in seats),
        reason=table.reason,
        forfeited=tuple(seat.entry_id for seat in seats if seat.is_absent),
    )


def _published_seats(tournament: Tournament) -> Iterable[Any]:
    """The seats of the tables that count, as columns: a tournament of a thousand players has thousands of them."""
    seats = Seat.objects.filter(round__tournament=tournament, round__published_at__isnull=False, table__is_void=False)
    return seats.order_by("round_id", "replay", "table__number", "index").values_list(*_SEAT_COLUMNS, named=True)


def _absences(
    entrants: Iterable[values.Entrant], tables: Iterable[list[Any]], byes: Iterable[values.ByeTaken]
) -> Iterable[values.ByeTaken]:
    """The rounds that players missed between withdrawal and reinstatement: they were not paired, so no row says so."""
    there = {(row.round__number, row.entry_id) for rows in tables for row in rows}
    there |= {(bye.round, bye.entrant) for bye in byes}
    published = sorted({number for number, _ in there})
    for entrant in entrants:
        for number in published:
            if entrant.takes_part(number) and (number, entrant.id) not in there:
                yield values.ByeTaken(number, entrant.id, ByeKind.ABSENT, Fraction(0))


_SEAT_COLUMNS = (
    "table_id", "round__number", "replay", "table__outcome", "entry_id", "rank", "by_tally", "tally", "is_absent",
)  # fmt: skip
_KnownPoints = dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], tuple[Fraction, ...]]


def _played(seats: list[Any], scoring: Scoring, known: _KnownPoints) -> values.PlayedTable:
    """One table. Points depend on ranks alone, so each pattern of ranks is computed once (`known`)."""
    one = seats[0]
    if not one.table__outcome:
        idle = tuple(values.Seat(seat.entry_id, Fraction(0)) for seat in seats)
        return values.PlayedTable(one.round__number, idle, replay=one.replay)
    if one.table__outcome == Outcome.FORFEIT:
        absent = [seat.entry_id for seat in seats if seat.rank != 1]
        entrants = [seat.entry_id for seat in seats]
        return forfeited_game(one.round__number, *entrants, absent=absent, scoring=scoring, replay=one.replay)
    ranks = tuple(seat.rank or 1 for seat in seats)
    by_tally = tuple(index for index, seat in enumerate(seats) if seat.by_tally)
    gone = tuple(index for index, seat in enumerate(seats) if seat.is_absent)
    if (ranks, by_tally, gone) not in known:
        known[ranks, by_tally, gone] = points_at_table(ranks, by_tally=by_tally, scoring=scoring, absent=gone)
    return values.PlayedTable(
        one.round__number,
        tuple(
            values.Seat(seat.entry_id, points, rank, seat.by_tally, seat.tally or 0, seat.is_absent)
            for seat, points, rank in zip(seats, known[ranks, by_tally, gone], ranks, strict=True)
        ),
        replay=one.replay,
    )


def _published_byes(tournament: Tournament) -> Iterable[Bye]:
    byes = Bye.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    return byes.select_related("round").defer("round__task")


def _struck_rounds(tournament: Tournament) -> Iterable[values.ByeTaken]:
    """Rounds whose result was struck, as free byes: the opponent has withdrawn from the tournament."""
    if tournament.pairing_format.is_round_robin:
        seats = Seat.objects.filter(round__tournament=tournament, table__is_void=True).order_by("id")
        for number, entry_id in seats.values_list("round__number", "entry_id"):
            yield values.ByeTaken(number, entry_id, ByeKind.FREE, Fraction(0))


def _bye(bye: Bye) -> values.ByeTaken:
    return values.ByeTaken(bye.round.number, bye.entry_id, ByeKind(bye.kind), bye.points)


def _forbidden(pair: ForbiddenPair) -> values.ForbiddenPair:
    return values.ForbiddenPair(pair.one_id, pair.other_id, pair.first_round, pair.last_round)
