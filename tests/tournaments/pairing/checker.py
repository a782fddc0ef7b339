"""Gacrux's checker, run in this process: whether every round of a TRF file follows the pairing rules."""

from gacrux.pairingberger import pairing_berger
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json


def accepts(text: str) -> bool:
    return not objections(text)


def objections(text: str) -> list[int]:
    """The rounds that should have been paired differently."""
    return _objections(_read(text), pairing_dutch)


def berger_objections(text: str, *, double: bool) -> list[int]:
    return _objections(_read(text) | {"maxMeets": 2 if double else 1}, pairing_berger)


def _read(text: str) -> dict:
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    return reader.get_tournament(1)


def _objections(tournament: dict, system: type) -> list[int]:
    rounds = range(1, tournament["currentRound"] + 1)

    def pairs(number: int, *, declared: bool) -> set[tuple[int, int]]:
        brackets = system(tournament, number, {"experimental": [], "verbose": 0}).compute_pairing(declared)
        found = {(pair["w"], pair["b"]) for bracket in brackets if bracket for pair in bracket["pairs"]}
        return {pair for pair in found if system is pairing_dutch or pair[1]}

    return [number for number in rounds if pairs(number, declared=True) != pairs(number, declared=False)]
