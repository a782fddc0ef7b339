"""Gacrux's own checker, asked in this process whether every round of a TRF text is what the rules prescribe."""

from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json


def accepts(text: str) -> bool:
    return not objections(text)


def objections(text: str) -> list[int]:
    """The rounds that should have been paired otherwise."""
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament = reader.get_tournament(1)
    rounds = range(1, tournament["currentRound"] + 1)
    return [number for number in rounds if _pairs(tournament, number, True) != _pairs(tournament, number, False)]


def _pairs(tournament: dict, number: int, declared: bool) -> list[tuple[int, int]]:
    engine = pairing_dutch(tournament, number, {"experimental": [], "verbose": 0})
    brackets = engine.compute_pairing(declared)
    return sorted((pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"])
