"""Knockout: a seeded bracket, with byes for the highest seeds where the field isn't a power of two.

A drawn match is replayed with sides swapped; drawn again, the tallies of its games decide, then the higher seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.sentences import say
from tournaments.pairing.first_move import explain_first_move, first_to_move
from tournaments.pairing.scores import played_before, sides
from tournaments.pairing.stored import input_digest
from tournaments.pairing.values import (
    Bye,
    ByeKind,
    Draw,
    Engine,
    Entrant,
    NoPairing,
    PlayedTable,
    Remedy,
    RoundToPair,
    Table,
    TournamentData,
)

ENGINE = Engine(name="Seeded bracket", version="1")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the bracket: its entrant, empty, or not known yet."""

    entrant: Entrant | None
    is_known: bool = True


OPEN = Place(None, is_known=False)


@dataclass(frozen=True, slots=True)
class Match:
    round: int
    one: Place
    other: Place
    games: tuple[PlayedTable, ...]
    through: Place
    reason: str

    @property
    def is_contested(self) -> bool:
        return self.one.entrant is not None and self.other.entrant is not None

    @property
    def is_open(self) -> bool:
        return not self.through.is_known

    @property
    def needs_replay(self) -> bool:
        return self.is_open and self.is_contested and len(self.games) == 1


def rounds_needed(entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


def seeding(size: int) -> tuple[int, ...]:
    """Seeds from top to bottom of a bracket of a power of two: the best two can only meet in the final."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for one in order for seed in (one, 2 * len(order) + 1 - one))
    return order


def bracket(tournament: TournamentData) -> tuple[tuple[Match, ...], ...]:
    """All matches, round by round, as far as results decide them."""
    field = tournament.by_number()
    places = [
        Place(field[seed - 1] if seed <= len(field) else None) for seed in seeding(1 << rounds_needed(len(field)))
    ]
    rounds: list[tuple[Match, ...]] = []
    while len(places) > 1:
        number = len(rounds) + 1
        matches = tuple(
            _match(tournament, number, one, other) for one, other in zip(places[::2], places[1::2], strict=True)
        )
        rounds.append(matches)
        places = [match.through for match in matches]
    return tuple(rounds)


def _match(tournament: TournamentData, number: int, one: Place, other: Place) -> Match:
    pair = {place.entrant.id for place in (one, other) if place.entrant is not None}
    games = [table for table in tournament.played if table.round == number and set(table.entrants) == pair]
    games.sort(key=lambda game: game.replay)
    through, reason = _decide(number, one, other, games)
    return Match(number, one, other, tuple(games), through, reason)


def _decide(number: int, one: Place, other: Place, games: Sequence[PlayedTable]) -> tuple[Place, str]:
    if not (one.is_known and other.is_known):
        return OPEN, say("Waiting for an earlier match.")
    if one.entrant is None or other.entrant is None:
        return _alone(number, one.entrant or other.entrant)
    if games and games[-1].forfeit:
        return _by_coming(one.entrant, other.entrant, games[-1])
    for game in games:
        ranks = [game.seat_of(entrant.id).rank for entrant in (one.entrant, other.entrant)]
        if ranks[0] != ranks[1]:
            winner = one.entrant if ranks[0] < ranks[1] else other.entrant
            return Place(winner), say("{winner} won the replay.", winner=winner.label) if game.replay else say(
                "{winner} won the game.", winner=winner.label
            )
    if len(games) > 1:
        return _after_two_draws(one.entrant, other.entrant, games)
    return _by_staying(number, one.entrant, other.entrant)


def _alone(number: int, entrant: Entrant | None) -> tuple[Place, str]:
    if entrant is None:
        return Place(None), say("No players left in this part of the bracket.")
    if not entrant.takes_part(number):
        return Place(None), say(
            "{entrant} withdrew, and no other player is left in this part of the bracket.", entrant=entrant.label
        )
    return Place(entrant), say("{entrant} had no opponent.", entrant=entrant.label)


def _by_coming(one: Entrant, other: Entrant, game: PlayedTable) -> tuple[Place, str]:
    came = [entrant for entrant in (one, other) if game.seat_of(entrant.id).rank == 1]
    if not came:
        return Place(None), say(
            "Neither {one} nor {other} appeared (double forfeit).", one=one.label, other=other.label
        )
    return Place(came[0]), say("{winner} advances by forfeit.", winner=came[0].label)


def _by_staying(number: int, one: Entrant, other: Entrant) -> tuple[Place, str]:
    staying = [entrant for entrant in (one, other) if entrant.takes_part(number)]
    if len(staying) == 2:
        return OPEN, say("Not played yet.")
    if staying:
        return Place(staying[0]), say("{winner} advances: the opponent withdrew.", winner=staying[0].label)
    return Place(None), say("{one} and {other} both withdrew.", one=one.label, other=other.label)


def _after_two_draws(one: Entrant, other: Entrant, games: Sequence[PlayedTable]) -> tuple[Place, str]:
    tallies = [sum(game.seat_of(entrant.id).tally or 0 for game in games) for entrant in (one, other)]
    if tallies[0] != tallies[1]:
        winner = one if tallies[0] > tallies[1] else other
        return Place(winner), say(
            "Drawn twice; {winner} advances on tally, {most} to {least}.",
            winner=winner.label,
            most=max(tallies),
            least=min(tallies),
        )
    winner = min(one, other, key=lambda entrant: entrant.number)
    return Place(winner), say(
        "Drawn twice with equal tallies; {winner} advances as the higher seed.", winner=winner.label
    )


def pair_knockout(task: RoundToPair) -> Draw:
    """The next round of the bracket: every match whose players are known. Earlier matches must be decided."""
    rounds = bracket(task.tournament)
    if not 1 <= task.round <= len(rounds):
        raise NoPairing(say("The bracket doesn't have this round."), (Remedy.FINISH,))
    matches = rounds[task.round - 1]
    if any(not place.is_known for match in matches for place in (match.one, match.other)):
        raise NoPairing(
            say("Round {round} is waiting for a match of the previous round.", round=task.round),
            (Remedy.ENTER_RESULTS,),
        )
    histories = sides(played_before(task.tournament, task.round))
    contested = [match for match in matches if match.is_contested and match.is_open]
    tables = tuple(_table(task, number, match, histories) for number, match in enumerate(contested, start=1))
    byes = tuple(_byes(matches))
    if not tables and not byes:
        raise NoPairing(say("No players left in the bracket."), (Remedy.FINISH,))
    return Draw(task.round, tables, byes, ENGINE, task.seed, input_digest(task))


def _table(task: RoundToPair, number: int, match: Match, histories: Mapping[int, Sequence[bool]]) -> Table:
    one, other = _players(match)
    own, theirs = histories.get(one.id, ()), histories.get(other.id, ())
    lot = task.tournament.top_moves_first
    if not first_to_move(own, theirs, one_is_higher=one.number < other.number, top_moves_first=lot):
        one, other, own, theirs = other, one, theirs, own
    reason = say(
        "Bracket numbers {one} and {other} play each other; {first_move}.",
        one=one.number,
        other=other.number,
        first_move=explain_first_move(one.label, own, theirs),
    )
    return Table(number, (one.id, other.id), reason)


def _players(match: Match) -> tuple[Entrant, Entrant]:
    one, other = match.one.entrant, match.other.entrant
    assert one is not None
    assert other is not None
    return one, other


def _byes(matches: Iterable[Match]) -> Iterable[Bye]:
    for match in matches:
        alone = match.through.entrant
        if alone is not None and not match.games:
            yield Bye(
                alone.id,
                ByeKind.SEEDED,
                Fraction(0),
                say("{winner} advances to the next round. {reason}", winner=alone.label, reason=match.reason),
            )


def replays_due(tournament: TournamentData, round_number: int) -> tuple[Table, ...]:
    """Drawn matches of a round, to be replayed with sides swapped; numbered among those due now.

    A player who has withdrawn since forfeits the replay.
    """
    drawn = [match for match in bracket(tournament)[round_number - 1] if match.needs_replay]
    names = {entrant.id: entrant.label for entrant in tournament.entrants}
    gone = {entrant.id for entrant in tournament.entrants if entrant.left is not None}
    tables = []
    for number, match in enumerate(drawn, start=1):
        second, first = match.games[0].entrants
        reason = say(
            "{second} and {first} drew: replay, now with {first} moving first.",
            second=names[second],
            first=names[first],
        )
        forfeited = tuple(one for one in (first, second) if one in gone)
        tables.append(Table(number, (first, second), reason, forfeited=forfeited, replay=1))
    return tuple(tables)
