"""Random tournaments made without a pairing engine: thousands of them in a few seconds.

They have more irregularities than real ones: repeated meetings, rounds without pairings, games still running, late
entries and withdrawals, unrated players, draws at the top of a table.
"""

from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.tournaments.simulation import CHESS, STANDARD, Mishaps, entrants, play
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, Format, PlayedTable, Scoring, Table, TournamentData

WILD = Mishaps(forfeit=0.15, by_tally=0.4, no_show=0.15)
ODD_POINTS = Scoring(*map(Fraction, ("5", "3", "3/2", "0", "3", "1", "1/2")))
BYES = (ByeKind.PAIRING, ByeKind.REQUESTED, ByeKind.ABSENT)


def random_tournament(seed: int) -> TournamentData:
    random = Random(f"event {seed}")
    kind = random.choice((Format.SWISS, Format.ROUND_ROBIN, Format.SWISS_TABLES))
    scoring = random.choice((STANDARD, STANDARD, CHESS, ODD_POINTS))
    rounds = random.randint(1, 5)
    field = tuple(_wayward(one, rounds, random) for one in entrants(random.randint(3, 8), random))
    tournament = TournamentData(kind, rounds, field, scoring=scoring)
    for number in range(1, rounds + 1):
        tournament = _with_round(tournament, number, random)
    return tournament


def _wayward(entrant: Entrant, rounds: int, random: Random) -> Entrant:
    entered = random.randint(2, rounds) if rounds > 1 and random.random() < 0.15 else 1
    left = random.randint(entered + 1, rounds + 1) if random.random() < 0.15 else None
    rating = None if random.random() < 0.2 else random.randint(1000, 2400)
    return replace(entrant, rating=rating, entered=entered, left=left)


def _with_round(tournament: TournamentData, number: int, random: Random) -> TournamentData:
    there = [entrant.id for entrant in tournament.entrants if entrant.takes_part(number)]
    random.shuffle(there)
    played: list[PlayedTable] = []
    byes: list[ByeTaken] = []
    while there:
        seats = tuple(there.pop() for _ in range(min(_seats(tournament, random), len(there))))
        if len(seats) == 1 or (random.random() < 0.08 and tournament.format != Format.ROUND_ROBIN):
            byes += [_bye(tournament, number, entrant, random) for entrant in seats]
        elif random.random() < 0.93:  # otherwise the game is still running
            played.append(play(Table(1, seats, ""), number, tournament, random, WILD))
    return replace(tournament, played=tournament.played + tuple(played), byes=tournament.byes + tuple(byes))


def _seats(tournament: TournamentData, random: Random) -> int:
    return random.choice((3, 4)) if tournament.format.has_tables else 2


def _bye(tournament: TournamentData, number: int, entrant: int, random: Random) -> ByeTaken:
    kind = random.choice(BYES)
    return ByeTaken(number, entrant, kind, tournament.scoring.bye(kind))
