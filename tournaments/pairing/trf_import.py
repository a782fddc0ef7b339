"""Import players from a TRF file, for registration. Results in the file are ignored."""

from collections import Counter
from dataclasses import dataclass

from games.rules.sentences import say

MAX_PLAYERS = 2000
MAX_TRF_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    number: int
    name: str
    rating: int | None


class UnreadableTrf(Exception):
    """The file isn't a list of players; the message says where, and what would be right."""


def decode_trf(content: bytes) -> str:
    """Decode a file: UTF-8 by the rules of 2026, else Latin-1. Raises UnreadableTrf if it is too large."""
    if len(content) > MAX_TRF_BYTES:
        raise UnreadableTrf(
            say("This file is too large. Choose a TRF file of at most {most} bytes.", most=MAX_TRF_BYTES)
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def read_players(text: str) -> tuple[TrfPlayer, ...]:
    """The 001 records in the order of their starting numbers."""
    players = [
        _read_player(line, number) for number, line in enumerate(text.splitlines(), start=1) if line.startswith("001 ")
    ]
    if not players:
        raise UnreadableTrf(say("This file has no players. Each player is a line that starts with 001."))
    if len(players) > MAX_PLAYERS:
        raise UnreadableTrf(
            say(
                "This file has {count} players; at most {most} can be imported at a time.",
                count=len(players),
                most=MAX_PLAYERS,
            )
        )
    times = Counter(player.number for player in players)
    twice = sorted(number for number, count in times.items() if count > 1)
    if twice:
        raise UnreadableTrf(
            say("Starting number {number} is used twice. Give each player a different one.", number=twice[0])
        )
    return tuple(sorted(players, key=lambda player: player.number))


def _read_player(line: str, line_number: int) -> TrfPlayer:
    name = _one_line(line[14:47])
    if not name:
        raise UnreadableTrf(say("Line {line} has no name in columns 15 to 47.", line=line_number))
    number = _whole_number(line[4:8], line_number, say("starting number in columns 5 to 8"))
    if not number:
        raise UnreadableTrf(say("Line {line} has no starting number in columns 5 to 8.", line=line_number))
    return TrfPlayer(
        number=number,
        name=name,
        rating=_whole_number(line[48:52], line_number, say("rating in columns 49 to 52")) or None,
    )


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _whole_number(text: str, line_number: int, what: str) -> int:
    digits = text.strip()
    if digits and not (digits.isascii() and digits.isdigit()):
        raise UnreadableTrf(
            say(
                "Line {line}: the {what} is {digits!r}, which isn't a whole number.",
                line=line_number,
                what=what,
                digits=digits,
            )
        )
    return int(digits or "0")
