"""Knockout: a seeded bracket, with byes for the highest seeds where the field isn't a power of two.

A match is best of so many games, with sides swapped after each. Tied matches have one game more; tied again, the
tallies of their games decide, then the higher seed. The losers of the semi-finals may play for third place.
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
    for_third: bool = False

    @property
    def is_contested(self) -> bool:
        return self.one.entrant is not None and self.other.entrant is not None

    @property
    def is_open(self) -> bool:
        return not self.through.is_known

    @property
    def loser(self) -> Place:
        """The player who was beaten; none if there was no opponent or no winner."""
        if self.is_open:
            return OPEN
        winner, pair = self.through.entrant, [place.entrant for place in (self.one, self.other)]
        return Place(pair[0] if winner == pair[1] else pair[1]) if winner is not None else Place(None)


def rounds_needed(entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


def seeding(size: int) -> tuple[int, ...]:
    """Seeds from top to bottom of a bracket of a power of two: the best two can only meet in the final."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for one in order for seed in (one, 2 * len(order) + 1 - one))
    return order


def bracket(tournament: TournamentData) -> tuple[tuple[Match, ...], ...]:
    """All matches, round by round, as far as results decide them. The match for third place follows the final."""
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
    if tournament.third_place and len(rounds) > 1:
        one, other = (match.loser for match in rounds[-2])
        rounds[-1] += (_match(tournament, len(rounds), one, other, for_third=True),)
    return tuple(rounds)


def _match(tournament: TournamentData, number: int, one: Place, other: Place, *, for_third: bool = False) -> Match:
    pair = {place.entrant.id for place in (one, other) if place.entrant is not None}
    games = [table for table in tournament.played if table.round == number and set(table.entrants) == pair]
    games.sort(key=lambda game: game.replay)
    through, reason = _decide(number, one, other, games, best_of=tournament.games_per_match)
    return Match(number, one, other, tuple(games), through, reason, for_third)


def _decide(number: int, one: Place, other: Place, games: Sequence[PlayedTable], *, best_of: int) -> tuple[Place, str]:
    if not (one.is_known and other.is_known):
        return OPEN, say("Waiting for an earlier match.")
    if one.entrant is None or other.entrant is None:
        return _alone(number, one.entrant or other.entrant)
    pair = one.entrant, other.entrant
    if any(all(seat.absent for seat in game.seats) for game in games):
        return Place(None), say(
            "Neither {one} nor {other} appeared (double forfeit).", one=pair[0].label, other=pair[1].label
        )
    wins = [games_won(games, entrant) for entrant in pair]
    if abs(wins[0] - wins[1]) > max(best_of - len(games), 0):
        winner = pair[0] if wins[0] > wins[1] else pair[1]
        return Place(winner), _say_won(winner, wins, games, best_of=best_of)
    if len(games) > best_of:
        return _by_tally(pair, games)
    return _by_staying(number, pair, games)


def games_won(games: Iterable[PlayedTable], entrant: Entrant) -> int:
    return sum(game.seat_of(entrant.id).rank < max(seat.rank for seat in game.seats) for game in games)


def _say_won(winner: Entrant, wins: Sequence[int], games: Sequence[PlayedTable], *, best_of: int) -> str:
    if best_of > 1:
        return say(
            "{winner} won the match. Games won: {most} to {least}.",
            winner=winner.label,
            most=max(wins),
            least=min(wins),
        )
    if games[-1].forfeit:
        return say("{winner} wins by forfeit.", winner=winner.label)
    if len(games) > 1:
        return say("{winner} won the replay.", winner=winner.label)
    return say("{winner} won the game.", winner=winner.label)


def _alone(number: int, entrant: Entrant | None) -> tuple[Place, str]:
    if entrant is None:
        return Place(None), say("No players left in this part of the bracket.")
    if not entrant.takes_part(number):
        return Place(None), say(
            "{entrant} withdrew, and no other player is left in this part of the bracket.", entrant=entrant.label
        )
    return Place(entrant), say("{entrant} had no opponent.", entrant=entrant.label)


def _by_staying(number: int, pair: tuple[Entrant, Entrant], games: Sequence[PlayedTable]) -> tuple[Place, str]:
    """A match without a winner yet: it goes on, unless one has left. Who leaves during a round leaves from the next."""
    staying = [entrant for entrant in pair if entrant.takes_part(number + 1 if games else number)]
    if len(staying) == 2:
        return OPEN, say("Not decided yet.") if games else say("Not played yet.")
    if staying:
        return Place(staying[0]), say("{winner} wins: the opponent withdrew.", winner=staying[0].label)
    return Place(None), say("{one} and {other} both withdrew.", one=pair[0].label, other=pair[1].label)


def _by_tally(pair: tuple[Entrant, Entrant], games: Sequence[PlayedTable]) -> tuple[Place, str]:
    tallies = [sum(game.seat_of(entrant.id).tally or 0 for game in games) for entrant in pair]
    if tallies[0] != tallies[1]:
        winner = pair[0] if tallies[0] > tallies[1] else pair[1]
        return Place(winner), say(
            "Tied after {games} games; {winner} wins on tally, {most} to {least}.",
            games=len(games),
            winner=winner.label,
            most=max(tallies),
            least=min(tallies),
        )
    winner = min(pair, key=lambda entrant: entrant.number)
    return Place(winner), say(
        "Tied after {games} games with equal tallies; {winner} wins as the higher seed.",
        games=len(games),
        winner=winner.label,
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
                say("{winner} wins the match without a game. {reason}", winner=alone.label, reason=match.reason),
            )


def games_due(tournament: TournamentData, round_number: int) -> tuple[Table, ...]:
    """The next game of each match of a round that needs one more, with sides swapped; numbered among those due now."""
    unfinished = [match for match in bracket(tournament)[round_number - 1] if match.games and match.is_open]
    return tuple(_next_game(number, match, tournament) for number, match in enumerate(unfinished, start=1))


def _next_game(number: int, match: Match, tournament: TournamentData) -> Table:
    names = {entrant.id: entrant.label for entrant in _players(match)}
    second, first = match.games[-1].entrants
    if tournament.games_per_match == 1:
        reason = say(
            "{second} and {first} drew: replay, now with {first} moving first.",
            second=names[second],
            first=names[first],
        )
    else:
        reason = say(
            "Game {number} of the match, now with {first} moving first.",
            number=len(match.games) + 1,
            first=names[first],
        )
    return Table(number, (first, second), reason, replay=len(match.games))
