"""Players who withdraw and are reinstated: the rounds they missed are absences in all standings."""

from fractions import Fraction
from random import Random

import pytest
from django.db.models import Q

from accounts.models import User
from tests.tournaments.playing import decide, entry, next_round, running_tournament
from tests.tournaments.simulation import CHESS, tournaments
from tests.tournaments.standings.gacrux_tie_breaks import scores_of_trf
from tests.tournaments.standings.slow_definitions import SlowTournament
from tournaments.enums import EntryStatus
from tournaments.models import Bye, Club, Entry, Seat, Tournament
from tournaments.pairing.values import ByeKind, Format
from tournaments.selectors.record import tournament_data
from tournaments.selectors.standings import crosstable_json, player_json, standings_json, trf_text
from tournaments.services.withdrawal import reinstate_player, withdraw_player
from tournaments.standings.possible import possible_ranks
from tournaments.standings.ranking import standings
from tournaments.standings.tie_breaks import TieBreak

pytestmark = pytest.mark.slow

TIE_BREAKS = (
    TieBreak.BUCHHOLZ,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.PROGRESSIVE,
    TieBreak.WINS,
)
ROUNDS = 5


def random_tournament(club: Club, organiser: User, seed: int, format: Format, **more: object) -> tuple[Tournament, int]:
    """A tournament with random withdrawals and reinstatements, and the rounds that reinstated players missed."""
    random = Random(f"reinstated {seed}")
    players = random.randint(8, 12)
    more |= {"name": f"Open {seed}", "rounds": ROUNDS, "tie_breaks": TIE_BREAKS}
    tournament = running_tournament(club, organiser, players, format, accounts=False, **more)
    for _ in range(ROUNDS):
        _come_and_go(tournament, organiser, random)
        next_round(tournament, organiser)
        decide(tournament, organiser, random, ("goal", "draw"))  # a TRF has no wins by tally
    tournament.refresh_from_db()
    return tournament, sum(len(missed_rounds(one)) for one in _staying(tournament))


def _come_and_go(tournament: Tournament, organiser: User, random: Random) -> None:
    for one in Entry.objects.filter(tournament=tournament).order_by("pk"):
        if one.status == EntryStatus.WITHDRAWN and random.random() < 0.6:
            reinstate_player(entry_id=one.pk, user=organiser)
        elif one.status == EntryStatus.ENTERED and random.random() < 0.12 and _staying(tournament).count() > 6:
            withdraw_player(entry_id=one.pk, user=organiser)


def _staying(tournament: Tournament):
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED)


def missed_rounds(one: Entry) -> list[int]:
    there = {*Seat.objects.filter(entry=one).values_list("round__number", flat=True)}
    there |= {*Bye.objects.filter(entry=one).values_list("round__number", flat=True)}
    return [number for number in range(1, ROUNDS + 1) if number not in there]


@pytest.mark.once
def test_the_standings_agree_with_gacrux(club: Club, secretary: User) -> None:
    missed = 0
    for seed in tournaments(5):
        tournament, rounds = random_tournament(club, secretary, seed, Format.SWISS, scoring=CHESS)
        missed += rounds
        theirs = scores_of_trf(trf_text(tournament), ROUNDS, list(TIE_BREAKS))
        there = Entry.objects.filter(Q(seats__isnull=False) | Q(byes__isnull=False), tournament=tournament).distinct()
        ids = list(there.order_by("number").values_list("pk", flat=True))
        expected = {
            ids[number - 1]: (rank, [Fraction(value) for value in values]) for number, (rank, values) in theirs.items()
        }
        table = {
            row["player"]["id"]: (row["rank"], [Fraction(row["points"]), *map(Fraction, row["tie_breaks"])])
            for row in standings_json(tournament)["rows"]
        }
        assert table == expected, seed
    assert missed >= len(tournaments(5))


@pytest.mark.once
@pytest.mark.parametrize("format", [Format.SWISS, Format.SWISS_TABLES, Format.FIXED_TABLES])
def test_tie_breaks_agree_with_their_reference(club: Club, secretary: User, format: Format) -> None:
    missed = 0
    for seed in tournaments(4):
        tournament, rounds = random_tournament(club, secretary, seed, format)
        missed += rounds
        data = tournament_data(tournament)
        slow = SlowTournament(data, ROUNDS)
        # Reinstated players have no running game: a round without table or bye was missed.
        slow.is_running = lambda who, number: False
        for row in standings(data, after_round=ROUNDS, tie_breaks=TIE_BREAKS).rows:
            slowly = [slow.value(row.entrant, tie_break) for tie_break in TIE_BREAKS]
            assert [row.points, *row.values] == [slow.total(row.entrant), *slowly], (seed, row.entrant)
    assert missed


def test_a_missed_round_is_an_absence_on_card_and_crosstable_and_in_possible_ranks(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, rounds=4, accounts=False)
    away = entry(tournament, "player003")
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    withdraw_player(entry_id=away.pk, user=secretary)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(2))
    reinstate_player(entry_id=away.pk, user=secretary)
    next_round(tournament, secretary)
    tournament.refresh_from_db()

    (missed,) = (one for one in player_json(tournament, away.pk)["rounds"] if one["round"] == 2)
    assert (missed["bye"], missed["points"], missed["opponents"], missed["is_played"]) == ("absent", "0", [], False)
    (row,) = (row for row in crosstable_json(tournament)["rows"] if row["player"]["id"] == away.pk)
    assert [len(cells) for cells in row["rounds"]] == [1, 1, 0]  # the third game is still running
    data = tournament_data(tournament)
    assert [(bye.entrant, bye.kind, bye.points) for bye in data.byes if bye.entrant == away.pk] == [
        (away.pk, ByeKind.ABSENT, 0)
    ]
    # Two rounds are left: at most a win in each.
    own = standings(data, after_round=3).row_of(away.pk).points
    leader = max(row.points for row in standings(data, after_round=3).rows if row.entrant != away.pk)
    best = {one.entrant: one.best for one in possible_ranks(data, tie_breaks=())}[away.pk]
    assert (best == 1) == (own + 12 >= leader)
