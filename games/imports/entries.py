"""Reading a record from outside, entry by entry, with the engine as the judge of each."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.core import Game
from games.rules.match import Match
from games.rules.sentences import say


class BadEntry(ValueError):
    """The first entry that cannot stand where it stands; `number` counts from 0, the message says why."""

    def __init__(self, number: int, entry: str, why: str) -> None:
        super().__init__(say("Entry {number}, “{entry}”: {why}", number=number + 1, entry=entry[:40], why=why))
        self.number = number


@dataclass(frozen=True)
class Entry:
    """One entry with the turn it belongs to and whose it was; nobody's is the agreement and the limit."""

    turn: int
    seat: int | None
    text: str


def read_entries(engine: Game, texts: Iterable[str], *, turn_limit: int | None) -> tuple[Match, list[Entry]]:
    """The match after these entries, and each with its turn and seat; BadEntry at the first that is not legal."""
    match, turn = Match.begin(engine, turn_limit), 0
    entries: list[Entry] = []
    for number, text in enumerate(texts):
        seat = _seat_of(match, text)
        try:
            match = match.enter(text)
        except ValueError as error:
            raise BadEntry(number, text, error.args[0]) from error
        entries.append(Entry(turn, seat, text))
        # All set-ups are one turn: they were revealed together.
        is_whole = match.state.turn_begins() and not match.state.awaits_setup()
        turn += is_whole or match.result is not None or text.startswith("#")
    return match, entries


def _seat_of(match: Match, text: str) -> int | None:
    if not text.startswith("#"):
        return int(match.state.seat)
    seat = text.partition(":")[2]
    return int(seat) if seat.isdecimal() else None
