"""Entry point of pairing: dispatches a round to the rules of its tournament's format."""

from collections.abc import Callable, Mapping

from tournaments.pairing.knockout import pair_knockout
from tournaments.pairing.round_robin import pair_round_robin
from tournaments.pairing.swiss import pair_swiss
from tournaments.pairing.tables import pair_tables
from tournaments.pairing.values import Draw, Format, RoundToPair

PAIRERS: Mapping[Format, Callable[[RoundToPair], Draw]] = {
    Format.SWISS: pair_swiss,
    Format.ROUND_ROBIN: pair_round_robin,
    Format.DOUBLE_ROUND_ROBIN: pair_round_robin,
    Format.KNOCKOUT: pair_knockout,
    Format.SWISS_TABLES: pair_tables,
    Format.FIXED_TABLES: pair_tables,
}


def pair_round(task: RoundToPair) -> Draw:
    """The draw of a round, by the tournament's format. Raises NoPairing where there is none."""
    return PAIRERS[task.tournament.format](task)
