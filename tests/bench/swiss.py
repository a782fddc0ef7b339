"""Pairing a Swiss round of a thousand players with all its rows, compared with the engine's part of it."""

import time
from typing import Any
from unittest import mock

from gacrux.pairingdutch import pairing_dutch

from tests.bench.figures import Figure, ratio
from tests.bench.large_tournament import PLAYERS, make_large_tournament
from tests.bench.measuring import clear, cpu, show
from tests.games.playing import make_people
from tournaments.enums import RoundStatus
from tournaments.services.pairing import compute_pairing, pair_round

PLAYED = 4


class TimedEngine(pairing_dutch):
    """The pairing engine with a stopwatch."""

    spent = 0.0

    def __init__(self, *args: Any, **options: Any) -> None:
        begun = time.process_time()
        super().__init__(*args, **options)
        TimedEngine.spent += time.process_time() - begun

    def compute_pairing(self, *args: Any, **options: Any) -> Any:
        begun = time.process_time()
        try:
            return super().compute_pairing(*args, **options)
        finally:
            TimedEngine.spent += time.process_time() - begun


def measure() -> list[Figure]:
    (organiser,) = make_people("ada")
    label = f"a Swiss round of {PLAYERS:,}"
    show(label, 0, 2)
    tournament = make_large_tournament(organiser, played=PLAYED)
    show(label, 1, 2)
    with mock.patch("gacrux.pairingdutch.pairing_dutch", TimedEngine):
        cost = cpu(lambda: pair(tournament.pk))
    clear()
    return [ratio(label, cost, TimedEngine.spent, than="in the engine alone", limit=1.2)]


def pair(tournament_id: int) -> None:
    """Pair a round from the request to the draft rows, with the worker's part done here."""
    asked = pair_round(tournament_id=tournament_id, user=None)
    drawn = compute_pairing(round_id=asked.pk, attempt=asked.attempt)
    assert drawn is not None
    assert drawn.status == RoundStatus.DRAFT, drawn.problem
