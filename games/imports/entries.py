"""Read a game record from outside entry by entry, validated by the engine."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.core import Game
from games.rules.match import Match
from games.rules.sentences import say


class BadEntry(ValueError):
    """The first illegal entry; `number` counts from 0, the message says why."""

    def __init__(self, number: int, entry: str, why: str) -> None:
        super().__init__(say("Entry {number}, “{entry}”: {why}", number=number + 1, entry=entry[:40], why=why))
        self.number = number


@dataclass(frozen=True)
class Entry:
    """One entry with its turn and seat; agreements and limits have no seat."""

    turn: int
    seat: int | None
    text: str


def read_entries(engine: Game, texts: Iterable[str], *, turn_limit: int | None) -> tuple[Match, list[Entry]]:
    """The match after these entries, and each with its turn and seat; raises BadEntry at the first illegal one."""
    match, turn = Match.begin(engine, turn_limit), 0
    entries: list[Entry] = []
    for number, text in enumerate(texts):
        seat = _seat_of(match, text)
        try:
            match = match.enter(text)
        except ValueError as error:
            raise BadEntry(number, text, error.args[0]) from error
        entries.append(Entry(turn, seat, text))
        # All set-ups are one turn: they are revealed together.
        is_whole = match.state.turn_begins() and not match.state.awaits_setup()
        turn += is_whole or match.result is not None or text.startswith("#")
    return match, entries


def _seat_of(match: Match, text: str) -> int | None:
    if not text.startswith("#"):
        return int(match.state.seat)
    seat = text.partition(":")[2]
    return int(seat) if seat.isdecimal() else None
