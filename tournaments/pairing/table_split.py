"""How players are split into tables of four and three: as many fours as possible."""

from games.rules.sentences import say
from tournaments.pairing.values import MORE_PLAYERS, NoPairing

SMALLEST_TABLE = 3


def table_sizes(players: int) -> tuple[int, ...]:
    """Sizes of the tables, fours first. Five players make one table of four and a bye."""
    if players < SMALLEST_TABLE:
        raise NoPairing(
            say("A round at tables needs at least three players; available now: {players}.", players=players),
            MORE_PLAYERS,
        )
    if players == 5:
        return (4,)
    threes = -players % 4
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes
