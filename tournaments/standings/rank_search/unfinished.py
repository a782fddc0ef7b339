"""A round robin with games to come, in whole numbers: what is known of everybody's points and tie-breaks by now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from tournaments.pairing.results import played_table
from tournaments.pairing.values import Event, Scoring
from tournaments.standings.record import Record, record_of
from tournaments.standings.tie_breaks import TIE_BREAKS, TieBreak

BOTH = (0, 1)
# Ranks and seats parted by tally, of the two seats of a game.
RESULTS = (((1, 2), ()), ((1, 2), BOTH), ((1, 1), ()), ((2, 1), BOTH), ((2, 1), ()))
COUNTED = (TieBreak.FULL_WINS, TieBreak.WINS, TieBreak.PROGRESSIVE)  # sums over the own games
SETTLED = (TieBreak.AVERAGE_RATING, TieBreak.MOVED_FIRST)  # the same however the games end


class OpenGame(NamedTuple):
    round: int
    one: int
    other: int


class Outcome(NamedTuple):
    """What a result is worth to both: points, and whether it is a full win and a win."""

    result: int
    points: tuple[int, int]
    full_wins: tuple[int, int]
    wins: tuple[int, int]


@dataclass(frozen=True)
class Unfinished:
    """Players are counted from 0. Sums are those of the games that are decided; `met` has the games to come too."""

    players: tuple[int, ...]
    games: tuple[OpenGame, ...]
    outcomes: tuple[Outcome, ...]
    rounds: int
    points: list[int]
    taken: list[list[int]]
    met: list[list[int]]
    half: list[int]
    counted: dict[TieBreak, list[int]]
    settled: dict[TieBreak, list[Fraction]]


def unfinished(event: Event, to_come: Sequence[tuple[int, tuple[int, int]]]) -> Unfinished:
    record = record_of(event, event.rounds)
    ended = record_of(completed(event, to_come, [2] * len(to_come)), event.rounds)
    players = tuple(ended.rounds)
    place = {player: index for index, player in enumerate(players)}
    unit = lcm(*(value.denominator for value in (*record.points.values(), *_values(event.scoring))))
    taken, met = _between(record, place, unit)[0], _between(ended, place, unit)[1]
    win = int(event.scoring.win * unit)
    return Unfinished(
        players=players,
        games=tuple(OpenGame(number, place[one], place[other]) for number, (one, other) in to_come),
        outcomes=_outcomes(event.scoring, unit),
        rounds=event.rounds,
        points=[int(record.points.get(player, 0) * unit) for player in players],
        taken=taken,
        met=met,
        half=[win * sum(own) for own in met],
        counted={rule: _sums(rule, record, players, unit) for rule in COUNTED},
        settled={rule: _sorted_values(rule, ended, players) for rule in SETTLED},
    )


def completed(event: Event, to_come: Sequence[tuple[int, tuple[int, int]]], results: Sequence[int]) -> Event:
    """The event with all its games, the games to come ended as said (places in `RESULTS`)."""
    played = tuple(
        played_table(number, game, ranks=RESULTS[result][0], by_tally=RESULTS[result][1], scoring=event.scoring)
        for (number, game), result in zip(to_come, results, strict=True)
    )
    return replace(event, played=event.played + played)


def _values(scoring: Scoring) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    return scoring.win, scoring.tally_win, scoring.draw, scoring.loss


def _outcomes(scoring: Scoring, unit: int) -> tuple[Outcome, ...]:
    """The results that differ in what they are worth."""
    win, tally_win, draw, loss = (int(value * unit) for value in _values(scoring))
    points = ((win, loss), (tally_win, loss), (draw, draw), (loss, tally_win), (loss, win))
    won = ((1, 0), (1, 0), (0, 0), (0, 1), (0, 1))
    found: dict[object, Outcome] = {}
    for result, (pair, wins) in enumerate(zip(points, won, strict=True)):
        full = (int(pair[0] >= win), int(pair[1] >= win))
        found.setdefault((pair, wins), Outcome(result, pair, full, wins))
    return tuple(found.values())


def _between(record: Record, place: dict[int, int], unit: int) -> tuple[list[list[int]], list[list[int]]]:
    """Points that each took from each, and how often they met."""
    taken = [[0] * len(place) for _ in place]
    met = [[0] * len(place) for _ in place]
    for player, own in record.rounds.items():
        for one in own:
            for mate in one.mates:
                taken[place[player]][place[mate.entrant]] += int(mate.points * unit)
                met[place[player]][place[mate.entrant]] += 1
    return taken, met


def _sums(rule: TieBreak, record: Record, players: Sequence[int], unit: int) -> list[int]:
    scale = unit if rule == TieBreak.PROGRESSIVE else 1
    values = [TIE_BREAKS[rule].compute(record, one).value if one in record.rounds else None for one in players]
    return [int((value or 0) * scale) for value in values]


def _sorted_values(rule: TieBreak, ended: Record, players: Sequence[int]) -> list[Fraction]:
    """More is better; no value stands below every value."""
    values = [TIE_BREAKS[rule].compute(ended, one).value for one in players]
    known = [Fraction(-1) if value is None else value for value in values]
    return [-value for value in known] if TIE_BREAKS[rule].fewer_is_better else known
