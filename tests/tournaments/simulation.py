"""Whole tournaments with random results, late entries, byes, forfeits and withdrawals; evenings also with check-in.

`SCALE` multiplies how many of them the property tests play (environment variable SIMULATED_EVENTS, default 1).
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from random import Random

from tournaments.pairing.knockout import games_due, pair_knockout
from tournaments.pairing.knockout import rounds_needed as knockout_rounds
from tournaments.pairing.results import forfeited_game, played_table
from tournaments.pairing.round_robin import pair_round_robin, withdrawal
from tournaments.pairing.round_robin import rounds_needed as round_robin_rounds
from tournaments.pairing.swiss import pair_swiss
from tournaments.pairing.tables import pair_tables
from tournaments.pairing.values import (
    AskedBye,
    ByeKind,
    ByeTaken,
    Draw,
    Entrant,
    Format,
    NoPairing,
    PlayedTable,
    RoundToPair,
    Scoring,
    Table,
    TournamentData,
)

SCALE = float(os.environ.get("SIMULATED_EVENTS", "1"))
STANDARD = Scoring()
CHESS = Scoring(*map(Fraction, ("1", "1", "1/2", "0", "1", "1/2", "0")))


def tournaments(count: int) -> range:
    """Seeds of that many simulated tournaments, multiplied by `SCALE`."""
    return range(max(1, round(count * SCALE)))


@dataclass(frozen=True)
class Mishaps:
    """Probabilities of absences, forfeits and withdrawals, per player and round; of mistakes, per round."""

    late: float = 0.1
    asks_bye: float = 0.05
    absent: float = 0.02
    forfeit: float = 0.04
    leaves: float = 0.03
    by_tally: float = 0.3
    no_show: float = 0.04  # at tables of three and four
    checks_in_or_out: float = 0  # presence carries over to the next rounds
    taken_back: float = 0  # the round, after which a player may leave before it is paired again
    cleared: float = 0  # an earlier result, which is entered again; the rounds paired with it stay


USUAL = Mishaps()
SMOOTH = Mishaps(0, 0, 0, 0, 0, no_show=0)
NO_TALLIES = Mishaps(by_tally=0)
EVENING = Mishaps(late=0.3, checks_in_or_out=0.15, taken_back=0.3, cleared=0.3)


@dataclass(frozen=True)
class Simulated:
    tournament: TournamentData
    draws: tuple[tuple[RoundToPair, Draw], ...]
    stopped: bool = False
    mistakes: int = 0

    @property
    def rounds_played(self) -> int:
        return len(self.draws)


def entrants(count: int, random: Random, mishaps: Mishaps = SMOOTH, rounds: int = 1) -> tuple[Entrant, ...]:
    """Entrants whose ids differ from their numbers, so that confusing the two fails."""
    ids = random.sample(range(100, 100 + 3 * count), count)
    return tuple(
        Entrant(
            id=ids[number - 1],
            number=number,
            name=f"Player {number}",
            rating=2200 - 15 * number,
            entered=random.randint(2, max(2, rounds // 2)) if rounds > 2 and random.random() < mishaps.late else 1,
        )
        for number in range(1, count + 1)
    )


def play(table: Table, round_number: int, tournament: TournamentData, random: Random, mishaps: Mishaps) -> PlayedTable:
    if table.forfeited or (len(table.seats) == 2 and random.random() < mishaps.forfeit):
        first, second = table.seats
        absent = table.forfeited or random.choice(((first,), (second,), (first, second)))
        return forfeited_game(
            round_number, first, second, absent=absent, scoring=tournament.scoring, replay=table.replay
        )
    absent = [index for index in range(len(table.seats)) if len(table.seats) > 2 and random.random() < mishaps.no_show]
    missing = [table.seats[index] for index in absent]
    if len(table.seats) - len(absent) < 2:
        return forfeited_game(round_number, *table.seats, absent=missing, scoring=tournament.scoring)
    strength = {entrant.id: -entrant.number for entrant in tournament.entrants}
    playing = [entrant for entrant in table.seats if entrant not in missing]
    order = sorted(playing, key=lambda entrant: strength[entrant] + random.gauss(0, 8), reverse=True)
    ranks = {entrant: place for place, entrant in enumerate(order, start=1)}
    if random.random() < 0.2:
        ranks[order[1]] = 1
    is_by_tally = random.random() < mishaps.by_tally
    by_tally = tuple(index for index in range(len(table.seats)) if is_by_tally and index not in absent)
    tallies = [random.randint(0, 6) for _ in table.seats]
    return played_table(
        round_number,
        table.seats,
        ranks=[ranks.get(entrant, len(playing) + 1) for entrant in table.seats],
        scoring=tournament.scoring,
        by_tally=by_tally,
        tallies=tallies,
        absent=absent,
        replay=table.replay,
    )


def after_draw(tournament: TournamentData, draw: Draw, random: Random, mishaps: Mishaps) -> TournamentData:
    played = tuple(play(table, draw.round, tournament, random, mishaps) for table in draw.tables)
    byes = tuple(ByeTaken(draw.round, bye.entrant, bye.kind, bye.points) for bye in draw.byes)
    return replace(tournament, played=tournament.played + played, byes=tournament.byes + byes)


def someone_leaves(tournament: TournamentData, round_number: int, random: Random, mishaps: Mishaps) -> TournamentData:
    def perhaps(entrant: Entrant) -> Entrant:
        goes = entrant.takes_part(round_number) and random.random() < mishaps.leaves
        return replace(entrant, left=round_number + 1) if goes else entrant

    return replace(tournament, entrants=tuple(perhaps(entrant) for entrant in tournament.entrants))


def asked(tournament: TournamentData, round_number: int, random: Random, mishaps: Mishaps) -> tuple[AskedBye, ...]:
    byes = []
    for entrant in tournament.entrants:
        if entrant.takes_part(round_number):
            dice = random.random()
            if dice < mishaps.asks_bye:
                byes.append(AskedBye(entrant.id))
            elif dice < mishaps.asks_bye + mishaps.absent:
                byes.append(AskedBye(entrant.id, ByeKind.ABSENT))
    return tuple(byes)


def change_presence(tournament: TournamentData, away: set[int], random: Random, mishaps: Mishaps) -> set[int]:
    """The players who are away, of whom some come and others go."""
    changed = {one.id for one in tournament.entrants if random.random() < mishaps.checks_in_or_out}
    return away ^ changed


def with_absences(
    tournament: TournamentData, number: int, byes: tuple[AskedBye, ...], away: set[int]
) -> tuple[AskedBye, ...]:
    """The requested byes, and an absence for all others who are away."""
    asked_for = {bye.entrant for bye in byes}
    playing = [one.id for one in tournament.entrants if one.takes_part(number)]
    return (*byes, *(AskedBye(one, ByeKind.ABSENT) for one in playing if one in away - asked_for))


def enter_anew(tournament: TournamentData, random: Random, mishaps: Mishaps) -> TournamentData:
    """Clear a result and enter another one. A forfeit stays: its players may have met since."""
    played = [table for table in tournament.played if not any(seat.absent for seat in table.seats)]
    if not played:
        return tournament
    old, without = random.choice(played), replace(mishaps, forfeit=0, no_show=0)
    new = play(Table(1, old.entrants, ""), old.round, tournament, random, without)
    return replace(tournament, played=tuple(new if table is old else table for table in tournament.played))


def run(
    tournament: TournamentData,
    pair: Callable[[RoundToPair], Draw],
    random: Random,
    mishaps: Mishaps,
    *,
    with_byes: bool = True,
) -> Simulated:
    draws: list[tuple[RoundToPair, Draw]] = []
    away: set[int] = set()
    mistakes = 0
    for round_number in range(1, tournament.rounds + 1):
        byes = asked(tournament, round_number, random, mishaps) if with_byes else ()
        if mishaps.checks_in_or_out:
            away = change_presence(tournament, away, random, mishaps)
            byes = with_absences(tournament, round_number, byes, away)
        task = RoundToPair(tournament, round_number, byes, seed=random.randrange(10**6))
        try:
            draw = pair(task)
            if mishaps.taken_back and random.random() < mishaps.taken_back:
                tournament, mistakes = someone_leaves(tournament, round_number - 1, random, mishaps), mistakes + 1
                stay = {one.id for one in tournament.entrants if one.takes_part(round_number)}
                byes = tuple(bye for bye in byes if bye.entrant in stay)
                task = RoundToPair(tournament, round_number, byes, seed=task.seed + 1)
                draw = pair(task)
        except NoPairing:
            return Simulated(tournament, tuple(draws), stopped=True, mistakes=mistakes)
        draws.append((task, draw))
        tournament = after_draw(tournament, draw, random, mishaps)
        if mishaps.cleared and random.random() < mishaps.cleared:
            tournament, mistakes = enter_anew(tournament, random, mishaps), mistakes + 1
        if tournament.format == Format.KNOCKOUT:
            tournament = play_on(tournament, round_number, random)
        tournament = someone_leaves(tournament, round_number, random, mishaps)
        if tournament.format.is_round_robin:
            tournament = void_withdrawn(tournament)
    return Simulated(tournament, tuple(draws), mistakes=mistakes)


def play_on(tournament: TournamentData, round_number: int, random: Random) -> TournamentData:
    """The other games of the matches of a knockout's round."""
    while due := games_due(tournament, round_number):
        games = tuple(play(table, round_number, tournament, random, SMOOTH) for table in due)
        tournament = replace(tournament, played=tournament.played + games)
    return tournament


def void_withdrawn(tournament: TournamentData) -> TournamentData:
    """Decide for each withdrawn player, in order of withdrawal, whether their results are void, as on the site."""
    for entrant in tournament.entrants:
        if entrant.left is not None and entrant.void is None:
            decided = replace(entrant, void=withdrawal(tournament, entrant.id).strikes_results)
            field = tuple(decided if one is entrant else one for one in tournament.entrants)
            kept = tuple(table for table in tournament.played if not (decided.void and entrant.id in table.entrants))
            tournament = replace(tournament, entrants=field, played=kept)
    return tournament


@cache
def swiss(seed: int, *, mishaps: Mishaps = USUAL, scoring: Scoring = STANDARD, most: int = 14) -> Simulated:
    random = Random(seed)
    count = random.randint(4, most)
    rounds = random.randint(3, max(3, min(9, count // 2)))
    tournament = TournamentData(
        Format.SWISS,
        rounds,
        entrants(count, random, mishaps, rounds),
        scoring=scoring,
        top_moves_first=random.random() < 0.5,
    )
    return run(tournament, pair_swiss, random, mishaps)


@cache
def round_robin(seed: int, *, mishaps: Mishaps = USUAL, scoring: Scoring = STANDARD) -> Simulated:
    random = Random(seed)
    kind = random.choice((Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN))
    count = random.randint(2, 10)
    rounds = round_robin_rounds(count, double=kind == Format.DOUBLE_ROUND_ROBIN)
    tournament = TournamentData(kind, rounds, entrants(count, random), scoring=scoring)
    return run(tournament, pair_round_robin, random, mishaps, with_byes=False)


@cache
def knockout(seed: int, *, mishaps: Mishaps = USUAL) -> Simulated:
    random = Random(seed)
    count = random.randint(2, 20)
    tournament = TournamentData(
        Format.KNOCKOUT,
        knockout_rounds(count),
        entrants(count, random),
        games_per_match=random.choice((1, 1, 2, 3, 5)),
        third_place=random.random() < 0.5,
    )
    return run(tournament, pair_knockout, random, mishaps, with_byes=False)


@cache
def tables(seed: int, *, mishaps: Mishaps = USUAL, most: int = 20) -> Simulated:
    random = Random(seed)
    count = random.randint(3, most)
    rounds = random.randint(2, 5)
    kind = random.choice((Format.SWISS_TABLES, Format.FIXED_TABLES))
    tournament = TournamentData(kind, rounds, entrants(count, random, mishaps, rounds))
    return run(tournament, partial(pair_tables, swaps_a_player=150), random, mishaps)


def by_lot(players: int, rounds: int, seats: int) -> TournamentData:
    """A large tournament with tables drawn at random: quick to create, with every kind of result."""
    random = Random(seats)
    tournament = TournamentData(Format.SWISS if seats == 2 else Format.SWISS_TABLES, rounds, entrants(players, random))
    ids = [entrant.id for entrant in tournament.entrants]
    played = []
    for number in range(1, rounds + 1):
        random.shuffle(ids)
        drawn = [Table(1, tuple(ids[at : at + seats]), "") for at in range(0, players, seats)]
        played += [play(table, number, tournament, random, USUAL) for table in drawn]
    return replace(tournament, played=tuple(played))
