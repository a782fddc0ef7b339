"""Gacrux's tie-breaks of a tournament with 1, 1/2 and 0 points, computed from a TRF file."""

from decimal import Decimal

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tournaments.pairing.trf_export import write_trf
from tournaments.pairing.values import TournamentData
from tournaments.standings.tie_breaks import TieBreak

NAMES = {
    TieBreak.DIRECT_ENCOUNTER: "DE",
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.BUCHHOLZ_CUT_1: "BH/C1",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.FULL_WINS: "WIN",
    TieBreak.WINS: "WIN",
    TieBreak.KOYA: "KS",
    TieBreak.PROGRESSIVE: "PS",
    TieBreak.AVERAGE_RATING: "ARO",
    TieBreak.MOVED_FIRST: "BPG",
}


Scores = dict[int, tuple[int, list[Decimal | int | None]]]


def gacrux_scores(tournament: TournamentData, after_round: int, tie_breaks: list[TieBreak]) -> Scores:
    """Rank, points and tie-break values of each entrant."""
    text = write_trf(tournament, name="Compared", after_round=after_round)
    by_number = scores_of_trf(text, after_round, tie_breaks, is_round_robin=tournament.format.is_round_robin)
    taken_part = {one for table in tournament.played for one in table.entrants} | {
        bye.entrant for bye in tournament.byes
    }
    ids = [entrant.id for entrant in tournament.by_number() if entrant.id in taken_part]
    return {ids[number - 1]: scores for number, scores in by_number.items()}


def scores_of_trf(text: str, after_round: int, tie_breaks: list[TieBreak], *, is_round_robin: bool = False) -> Scores:
    """The same from the text of a file, by the numbers that it gives the players."""
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament = reader.get_tournament(1)
    order = ["PTS", *(NAMES[one] for one in tie_breaks)]
    params = {"tiebreak": order, "check": False, "is_rr": None, "swiss": not is_round_robin}
    params["pre_determined"] = is_round_robin
    result = tiebreak(tournament, after_round, params).compute_tiebreaks(tournament, params)
    return {one["cid"]: (one["rank"], one["tiebreakScore"]) for one in result["competitors"]}
