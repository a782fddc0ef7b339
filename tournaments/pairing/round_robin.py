"""Round robin, single or double, by the Berger tables.

In a double round robin sides are swapped in the second cycle, and the last two rounds of the first cycle are
exchanged (as FIDE advises), so that no player has the same side three times in a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.sentences import say, say_count
from tournaments.pairing.stored import input_digest
from tournaments.pairing.values import (
    Bye,
    ByeKind,
    Draw,
    Engine,
    Entrant,
    Format,
    NoPairing,
    Remedy,
    RoundToPair,
    Table,
    TournamentData,
)

ENGINE = Engine(name="Berger tables", version="1")

# A place in the Berger tables is a number from 1; with an odd number of entrants the last place is empty.
Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """The effect of a withdrawal from a round robin; shown before it is confirmed."""

    games_played: int
    games_scheduled: int

    @property
    def strikes_results(self) -> bool:
        """Whether results are struck (under half of the games played); else they count, and the rest is forfeited."""
        return 2 * self.games_played < self.games_scheduled

    @property
    def sentence(self) -> str:
        if self.strikes_results:
            return say_count(
                "{played} of {count} game played, less than half: these results are void, and the "
                "remaining games are not played.",
                "{played} of {count} games played, less than half: these results are void, and the "
                "remaining games are not played.",
                count=self.games_scheduled,
                played=self.games_played,
            )
        return say_count(
            "{played} of {count} game played, half or more: these results stand, and the remaining "
            "games are forfeited.",
            "{played} of {count} games played, half or more: these results stand, and the remaining "
            "games are forfeited.",
            count=self.games_scheduled,
            played=self.games_played,
        )


def rounds_needed(entrants: int, *, double: bool) -> int:
    cycle = entrants - 1 + entrants % 2
    return cycle * 2 if double else cycle


def berger_round(entrants: int, round_number: int, *, double: bool) -> tuple[Places, ...]:
    """The places that meet in a round, the one that moves first before the other."""
    size = entrants + entrants % 2
    cycle = size - 1
    turn, index = divmod(round_number - 1, cycle)
    if double and turn == 0 and cycle > 1 and index >= cycle - 2:
        index = 2 * cycle - 3 - index
    pairs = _berger_pairs(size, index)
    return tuple((second, first) for first, second in pairs) if turn else pairs


def _berger_pairs(size: int, index: int) -> tuple[Places, ...]:
    cycle = size - 1
    # The place that meets the last one advances by half a turn each round; the others mirror around it.
    pivot = (index * (size // 2)) % cycle
    top = (pivot + 1, size) if index % 2 == 0 else (size, pivot + 1)
    others = (((pivot + step) % cycle + 1, (pivot - step) % cycle + 1) for step in range(1, size // 2))
    return (top, *others)


def pair_round_robin(task: RoundToPair) -> Draw:
    """A round by the Berger tables, with withdrawals applied."""
    tournament = task.tournament
    field = tournament.by_number()
    double = tournament.format == Format.DOUBLE_ROUND_ROBIN
    if len(field) < 2:
        raise NoPairing(say("A round robin needs at least two players."), (Remedy.FINISH,))
    if task.round > rounds_needed(len(field), double=double):
        raise NoPairing(say("All players have played each other: there are no more rounds."), (Remedy.FINISH,))
    if not any(entrant.takes_part(task.round) for entrant in field):
        raise NoPairing(say("All players have withdrawn."), (Remedy.FINISH,))
    gone = {entrant.id: is_void(tournament, entrant) for entrant in field if not entrant.takes_part(task.round)}
    meetings = [
        [field[place - 1] for place in places if place <= len(field)]
        for places in berger_round(len(field), task.round, double=double)
    ]
    games = [here for here in meetings if _is_held(here, gone)]
    tables = tuple(_table(task, number, here, gone) for number, here in enumerate(games, start=1))
    byes = tuple(bye for here in meetings if here not in games for bye in _free_rounds(here, gone))
    return Draw(task.round, tables, byes, ENGINE, task.seed, input_digest(task))


def _is_held(here: Sequence[Entrant], gone: Mapping[int, bool]) -> bool:
    return len(here) == 2 and not any(gone.get(entrant.id) for entrant in here)


def _free_rounds(here: Sequence[Entrant], gone: Mapping[int, bool]) -> Iterable[Bye]:
    leavers = [entrant.label for entrant in here if entrant.id in gone]
    why = (
        say("{name} withdrew from the tournament", name=leavers[0]) if leavers else say("the number of players is odd")
    )
    for entrant in here:
        if entrant.id not in gone:
            reason = say("{entrant} has no game this round and gets no points: {why}.", entrant=entrant.label, why=why)
            yield Bye(entrant.id, ByeKind.FREE, Fraction(0), reason)


def _table(task: RoundToPair, number: int, here: Sequence[Entrant], gone: Mapping[int, bool]) -> Table:
    first, second = here
    absent = tuple(entrant.id for entrant in (first, second) if entrant.id in gone)
    reason = say(
        "Round {round} of the Berger tables: numbers {first} and {second} play each other; {name} moves first.",
        round=task.round,
        first=first.number,
        second=second.number,
        name=first.label,
    )
    if absent:
        leavers = [entrant.label for entrant in (first, second) if entrant.id in gone]
        names = leavers[0] if len(leavers) == 1 else say("{one} and {other}", one=leavers[0], other=leavers[1])
        reason = say(
            "Round {round} of the Berger tables, but {names} withdrew: forfeit.", round=task.round, names=names
        )
    return Table(number, (first.id, second.id), reason, forfeited=absent)


def is_void(tournament: TournamentData, entrant: Entrant) -> bool:
    """Whether no result of a withdrawn entrant counts: decided at the withdrawal, whatever was corrected since."""
    return withdrawal(tournament, entrant.id).strikes_results if entrant.void is None else entrant.void


def withdrawal(tournament: TournamentData, entrant: int) -> Withdrawal:
    """The effect of withdrawing, for a tournament that still has the results.

    Forfeits don't count as played, and games against players whose results are void don't take place.
    """
    cycles = 2 if tournament.format == Format.DOUBLE_ROUND_ROBIN else 1
    played = sum(entrant in table.entrants and not table.forfeit for table in tournament.played)
    others = sum(other.id != entrant and not other.void for other in tournament.entrants)
    return Withdrawal(played, others * cycles)
