"""Byes on request and absences, for which the pairing chooses no player."""

from games.rules.sentences import say
from tournaments.pairing.values import Bye, ByeKind, RoundToPair, say_points


def asked_byes(task: RoundToPair) -> tuple[Bye, ...]:
    """Byes on request and absences, in the starting order, without players who have withdrawn."""
    scoring = task.tournament.scoring
    taking_part = {e.id: e for e in task.tournament.entrants if e.takes_part(task.round)}
    return tuple(
        Bye(
            entrant=asked.entrant,
            kind=asked.kind,
            points=scoring.bye(asked.kind),
            reason=_sentence(taking_part[asked.entrant].label, asked.kind, say_points(scoring.bye(asked.kind))),
        )
        for asked in sorted(
            (asked for asked in task.asked_byes if asked.entrant in taking_part),
            key=lambda asked: taking_part[asked.entrant].number,
        )
    )


def _sentence(name: str, kind: ByeKind, points: str) -> str:
    if kind == ByeKind.REQUESTED:
        return say("{name} has a requested bye in this round ({points}).", name=name, points=points)
    return say("{name} is absent in this round ({points}).", name=name, points=points)
