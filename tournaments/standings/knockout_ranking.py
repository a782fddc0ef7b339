"""Ranking in a knockout, by the round reached."""

from dataclasses import replace

from tournaments.pairing.knockout import bracket
from tournaments.pairing.values import TournamentData


def stages(tournament: TournamentData, after_round: int) -> dict[int, int]:
    """The round in which each entrant was eliminated; for the others the number after the last round counted."""
    seen = replace(tournament, played=tuple(table for table in tournament.played if table.round <= after_round))
    reached = {entrant.id: after_round + 1 for entrant in tournament.entrants}
    for matches in bracket(seen)[:after_round]:
        for match in matches:
            for place in (match.one, match.other):
                if place.entrant is not None and match.through.is_known and match.through.entrant != place.entrant:
                    reached[place.entrant.id] = match.round
    return reached
