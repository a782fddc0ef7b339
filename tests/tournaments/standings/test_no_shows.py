"""Standings of tables at which a player did not appear, computed by hand."""

from tournaments.pairing.results import played_table
from tournaments.pairing.values import Entrant, Format, Scoring, TournamentData
from tournaments.standings.ranking import standings
from tournaments.standings.record import record_of
from tournaments.standings.tie_breaks import TieBreak

ENTRANTS = tuple(Entrant(id=id_, number=id_, rating=1000 + 100 * id_) for id_ in (1, 2, 3))


def tournament() -> TournamentData:
    """Round 1: 3 did not appear, 2 beat 1. Round 2: all play, 1 before 2 before 3."""
    first = played_table(1, (3, 1, 2), ranks=(3, 2, 1), absent=(0,), scoring=Scoring())
    second = played_table(2, (1, 2, 3), ranks=(1, 2, 3), scoring=Scoring())
    return TournamentData(Format.SWISS_TABLES, 2, ENTRANTS, (first, second))


def test_the_record_of_a_table_played_without_one_player() -> None:
    one, absent = (record_of(tournament(), 2).rounds[entrant][0] for entrant in (1, 3))
    assert (one.points, one.is_played, one.is_voluntary, one.moved_first) == (3, True, False, True)
    assert [mate.entrant for mate in one.mates] == [2]
    assert [(mate.entrant, mate.points) for mate in one.no_shows] == [(3, 6)]
    assert (absent.points, absent.is_played, absent.is_voluntary, absent.moved_first) == (0, False, True, False)
    assert [mate.entrant for mate in absent.mates] == [1, 2]


def test_tie_breaks_count_the_opponents_who_were_there() -> None:
    rules = (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.AVERAGE_RATING, TieBreak.MOVED_FIRST)
    rows = {
        row.entrant: (row.points, *row.values) for row in standings(tournament(), after_round=2, tie_breaks=rules).rows
    }
    # 1 and 2 have 9 points each: 3 + 6 and 6 + 3; 3 has none.
    # Buchholz of 1: 9 (player 2) + (9 + 0) / 2; of 3: the lower of 0 and 9 for the missed round, then 9.
    # Sonneborn-Berger of 1: 9 x 0, then (9 x 6 + 0 x 6) / 2; of 2: 9 x 6, then (9 x 0 + 0 x 6) / 2.
    # Average rating of 1: the mean of 1200 and 1250; of 3 only round 2 counts.
    assert rows == {1: (9, 13.5, 27, 1225, 2), 2: (9, 13.5, 54, 1150, 0), 3: (0, 9, 0, 1150, 0)}
