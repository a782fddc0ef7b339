"""A tournament of a thousand players with some rounds played: neighbours in the standings met, results are random."""

from datetime import datetime
from random import Random

from django.utils import timezone

from accounts.models import User
from tests.tournaments.playing import make_club, open_tournament
from tournaments.enums import Outcome, RoundStatus, Source, Venue
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.pairing import values
from tournaments.services.lifecycle import start_tournament
from tournaments.services.tables import lay_tables
from tournaments.standings.tie_breaks import TieBreak

PLAYERS, ROUNDS = 1000, 9
FIVE_TIE_BREAKS = (
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.FULL_WINS,
)


def make_large_tournament(
    organiser: User, *, played: int, players: int = PLAYERS, club: str = "Vega Circle"
) -> Tournament:
    tournament = open_tournament(make_club(organiser, club), organiser, rounds=ROUNDS, tie_breaks=FIVE_TIE_BREAKS)
    Entry.objects.bulk_create(
        Entry(tournament=tournament, name=f"Player {number}", rating=2800 - number) for number in range(1, players + 1)
    )
    tournament = start_tournament(tournament_id=tournament.pk, user=organiser)
    random, now = Random(1), timezone.now()
    scores = dict.fromkeys(Entry.objects.filter(tournament=tournament).values_list("pk", flat=True), 0.0)
    for number in range(1, played + 1):
        _play_round(tournament, number, scores, random, now)
    return tournament


def _play_round(tournament: Tournament, number: int, scores: dict[int, float], random: Random, now: datetime) -> None:
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        status=RoundStatus.FINISHED,
        asked_at=now,
        published_at=now,
        finished_at=now,
    )
    order = sorted(scores, key=lambda entry: scores[entry] + random.random(), reverse=True)
    drawn = [
        values.Table(at // 2 + 1, (order[at], order[at + 1]), "neighbours in the table")
        for at in range(0, len(order), 2)
    ]
    tables = lay_tables(round_, drawn, venue=Venue.BOARD)
    by_table = {table.pk: random.choice((1, 2)) for table in tables}
    for table in tables:
        table.outcome, table.source, table.decided_at = Outcome.GOAL, Source.ORGANISER, now
    Table.objects.bulk_update(tables, ["outcome", "source", "decided_at"], batch_size=200)
    seats = list(Seat.objects.filter(round=round_))
    for seat in seats:
        seat.rank = 1 if seat.index + 1 == by_table[seat.table_id] else 2
        scores[seat.entry_id] += 6 if seat.rank == 1 else 0
    Seat.objects.bulk_update(seats, ["rank"], batch_size=200)
