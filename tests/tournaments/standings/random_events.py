"""Events thrown together by dice, with no pairing engine asked: thousands of them in a few seconds.

They hold more mischief than any real event: meetings repeated, rounds nobody was drawn in, games still running, late
comers and leavers, unrated players, draws at the top of a table.
"""

from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.tournaments.simulation import CHESS, STANDARD, Mishaps, entrants, play
from tournaments.pairing.values import ByeKind, ByeTaken, Entrant, Event, Format, PlayedTable, Scoring, Table

WILD = Mishaps(forfeit=0.15, by_tally=0.4)
ODD_POINTS = Scoring(*map(Fraction, ("5", "3", "3/2", "0", "3", "1", "1/2")))
BYES = (ByeKind.PAIRING, ByeKind.REQUESTED, ByeKind.ABSENT)


def random_event(seed: int) -> Event:
    random = Random(f"event {seed}")
    kind = random.choice((Format.SWISS, Format.ROUND_ROBIN, Format.SWISS_TABLES))
    scoring = random.choice((STANDARD, STANDARD, CHESS, ODD_POINTS))
    rounds = random.randint(1, 5)
    field = tuple(_wayward(one, rounds, random) for one in entrants(random.randint(3, 8), random))
    event = Event(kind, rounds, field, scoring=scoring)
    for number in range(1, rounds + 1):
        event = _with_round(event, number, random)
    return event


def _wayward(entrant: Entrant, rounds: int, random: Random) -> Entrant:
    entered = random.randint(2, rounds) if rounds > 1 and random.random() < 0.15 else 1
    left = random.randint(entered + 1, rounds + 1) if random.random() < 0.15 else None
    rating = None if random.random() < 0.2 else random.randint(1000, 2400)
    return replace(entrant, rating=rating, entered=entered, left=left)


def _with_round(event: Event, number: int, random: Random) -> Event:
    there = [entrant.id for entrant in event.entrants if entrant.takes_part(number)]
    random.shuffle(there)
    played: list[PlayedTable] = []
    byes: list[ByeTaken] = []
    while there:
        seats = tuple(there.pop() for _ in range(min(_seats(event, random), len(there))))
        if len(seats) == 1 or (random.random() < 0.08 and event.format != Format.ROUND_ROBIN):
            byes += [_bye(event, number, entrant, random) for entrant in seats]
        elif random.random() < 0.93:  # else the game still runs
            played.append(play(Table(1, seats, ""), number, event, random, WILD))
    return replace(event, played=event.played + tuple(played), byes=event.byes + tuple(byes))


def _seats(event: Event, random: Random) -> int:
    return random.choice((3, 4)) if event.format.has_tables else 2


def _bye(event: Event, number: int, entrant: int, random: Random) -> ByeTaken:
    kind = random.choice(BYES)
    return ByeTaken(number, entrant, kind, event.scoring.bye(kind))
