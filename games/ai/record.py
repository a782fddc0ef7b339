"""Facts about a game that a search needs beyond its position: past positions, and turns until the limit."""

from games.rules.core import Game, State
from games.rules.match import Match


def past_positions(game: Game, record: tuple[str, ...]) -> list[State]:
    """The positions at the beginning of every turn but the current one, from a game's whole record."""
    match = Match.begin(game)
    found: list[State] = []
    for entry in record:
        if not match.turn_steps and not match.state.awaits_setup():
            found.append(match.state)
        match = match.enter(entry)
    return found


def turns_until_limit(match: Match) -> int | None:
    """The number of turns, of all seats together, left before the limit; None without one."""
    if match.turn_limit is None:
        return None
    return sum(max(0, match.turn_limit - match.turns[seat]) for seat in match.seats_in_play())
