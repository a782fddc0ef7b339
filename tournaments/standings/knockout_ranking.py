"""Ranking in a knockout, by the round reached."""

from dataclasses import replace

from tournaments.pairing.knockout import bracket
from tournaments.pairing.values import TournamentData


def stages(tournament: TournamentData, after_round: int) -> dict[int, tuple[int, bool]]:
    """How far each entrant came: the round of the elimination, and whether the match for third place was won.

    For those not eliminated it is the number after the last round counted.
    """
    seen = replace(tournament, played=tuple(table for table in tournament.played if table.round <= after_round))
    reached = {entrant.id: (after_round + 1, False) for entrant in tournament.entrants}
    for matches in bracket(seen)[:after_round]:
        for match in matches:
            winner = match.through.entrant
            if match.for_third and winner is not None:
                reached[winner.id] = (match.round - 1, True)
            for place in (match.one, match.other):
                is_out = not match.for_third and match.through.is_known and winner != place.entrant
                if place.entrant is not None and is_out:
                    reached[place.entrant.id] = (match.round, False)
    return reached
