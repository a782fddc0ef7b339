"""The Swiss system: FIDE Dutch, rules of 2026, paired in process by the gacrux engine.

The engine needs numbers from 1 without a gap over all who have taken part (a gap would look like "no legal pairing"),
and `Decimal` points, where a win by tally is a win with its own score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.gacruxexeptions import GacruxError, GacruxNoLegalPairing
from gacrux.version import version as gacrux_version

from games.rules.sentences import say
from tournaments.pairing.asked_byes import asked_byes
from tournaments.pairing.scores import scores_before
from tournaments.pairing.stored import input_digest
from tournaments.pairing.swiss_reasons import SwissReasons
from tournaments.pairing.values import (
    MORE_PLAYERS,
    Bye,
    ByeKind,
    ByeTaken,
    Draw,
    Engine,
    EngineFailure,
    Entrant,
    NoPairing,
    PlayedTable,
    Remedy,
    RoundToPair,
    Scoring,
    Seat,
    Table,
    TournamentData,
)

# Read once at import: a draw must name the very engine that made it.
ENGINE = Engine(name="gacrux FIDE Dutch 2026", version=str(gacrux_version()["version"]))

GacruxRecord = dict[str, Any]
# Who moves first and the opponent; None for a bye.
Pair = tuple[int, int | None]


def pair_swiss(task: RoundToPair) -> Draw:
    """The draw of a Swiss round. Raises NoPairing when the rules leave none."""
    if len(task.available()) < 2:
        raise NoPairing(say("A round needs at least two available players."), MORE_PLAYERS)
    try:
        return _draw(task, _pairs(task))
    except GacruxNoLegalPairing as error:
        raise _no_pairing(task) from error


def _no_pairing(task: RoundToPair) -> NoPairing:
    """Why the rules leave no pairing, found by lifting one rule after the other."""
    tournament, number = task.tournament, task.round
    if tournament.forbidden and _has_pairing(replace(task, tournament=replace(tournament, forbidden=()))):
        message = say("Round {round} has no valid pairing: too many pairs are forbidden.", round=number)
        return NoPairing(message, (Remedy.LIFT_FORBIDDEN_PAIR, *MORE_PLAYERS))
    if len(task.available()) % 2 and _has_pairing(replace(task, tournament=_with_one_more(tournament, number))):
        message = say(
            "Round {round} has no valid pairing left: one player would need a bye, and every player "
            "has already had one.",
            round=number,
        )
        return NoPairing(message, (Remedy.GIVE_BYE, *MORE_PLAYERS))
    message = say(
        "Round {round} has no valid pairing left: too many players have already played each other.", round=number
    )
    return NoPairing(message, MORE_PLAYERS)


def _with_one_more(tournament: TournamentData, round_number: int) -> TournamentData:
    """The players with a dummy opponent whom no one has met: anyone may play it, unlike the bye."""
    last = max(tournament.entrants, key=lambda entrant: entrant.number)
    ids = max(entrant.id for entrant in tournament.entrants)
    return replace(tournament, entrants=(*tournament.entrants, Entrant(ids + 1, last.number + 1, entered=round_number)))


def _has_pairing(task: RoundToPair) -> bool:
    try:
        _pairs(task)
    except GacruxNoLegalPairing:
        return False
    return True


def _pairs(task: RoundToPair) -> list[Pair]:
    numbered = {entrant.id: index for index, entrant in enumerate(_numbered(task), start=1)}
    return _run_engine(_tournament(task, numbered), task.round, {n: i for i, n in numbered.items()})


def _numbered(task: RoundToPair) -> tuple[Entrant, ...]:
    """Players who have taken part or now begin; not those who withdrew before a first game."""
    seen = {entrant for table in task.tournament.played for entrant in table.entrants}
    seen |= {bye.entrant for bye in task.tournament.byes}
    begins = {entrant.id for entrant in task.available()}
    return tuple(entrant for entrant in task.tournament.by_number() if entrant.id in seen or entrant.id in begins)


def _tournament(task: RoundToPair, numbered: Mapping[int, int]) -> GacruxRecord:
    tournament = task.tournament
    present = {entrant.id for entrant in task.available()}
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "numRounds": tournament.rounds,
        "currentRound": task.round - 1,
        "teamTournament": False,
        "teamSize": 0,
        "topColor": "w" if tournament.top_moves_first else "b",
        "maxMeets": 1,
        "rankOrder": ["PTS"],
        "matchList": [],
        "gameList": list(_games(tournament, task.round, numbered)),
        "competitors": [
            {"cid": number, "rank": number, "present": entrant in present, "rating": None, "random": number}
            for entrant, number in numbered.items()
        ],
        "scoreSystem": {"match": {}, "game": _score_system(tournament.scoring)},
        "prohibited": [
            {
                "firstRound": task.round,
                "lastRound": task.round,
                "competitors": [numbered[pair.one], numbered[pair.other]],
            }
            for pair in tournament.forbidden
            if pair.holds_in(task.round) and pair.one in numbered and pair.other in numbered
        ],
    }


def _score_system(scoring: Scoring) -> GacruxRecord:
    return {
        "W": _exact_decimal(scoring.win),
        "D": _exact_decimal(scoring.draw),
        "L": _exact_decimal(scoring.loss),
        "Z": _exact_decimal(scoring.absence),
        "P": _exact_decimal(scoring.pairing_bye),
        "F": "W",
        "H": "D",
        "A": "D",
        "U": "Z",
    }


def _games(tournament: TournamentData, round_number: int, numbered: Mapping[int, int]) -> Iterable[GacruxRecord]:
    tables = [table for table in tournament.played if table.round < round_number]
    byes = [bye for bye in tournament.byes if bye.round < round_number]
    for table in sorted(tables, key=lambda table: (table.round, table.entrants)):
        yield _game(table, numbered)
    for bye in sorted(byes, key=lambda bye: (bye.round, bye.entrant)):
        yield _bye(bye, numbered)


def _game(table: PlayedTable, numbered: Mapping[int, int]) -> GacruxRecord:
    one, other = table.seats
    white, black = (
        {"cid": numbered[seat.entrant], "result": letter, "score": _exact_decimal(seat.points)}
        for seat, letter in ((one, _letter(one, other, table)), (other, _letter(other, one, table)))
    )
    played = not table.forfeit
    return {"id": 0, "round": table.round, "white": white, "black": black, "played": played, "rated": played}


def _letter(seat: Seat, opposite: Seat, table: PlayedTable) -> str:
    if table.forfeit:
        return "W" if seat.rank == 1 else "Z"
    if seat.rank == opposite.rank:
        return "D"
    return "W" if seat.rank < opposite.rank else "L"


def _bye(bye: ByeTaken, numbered: Mapping[int, int]) -> GacruxRecord:
    letter = {ByeKind.PAIRING: "P", ByeKind.REQUESTED: "D"}.get(bye.kind, "Z")
    white = {"cid": numbered[bye.entrant], "result": letter, "score": _exact_decimal(bye.points)}
    played = bye.kind == ByeKind.PAIRING
    return {"id": 0, "round": bye.round, "white": white, "played": played, "rated": False}


def _exact_decimal(points: Fraction) -> Decimal:
    """Points as a decimal for the engine; raises rather than round."""
    value = Decimal(points.numerator) / Decimal(points.denominator)
    if Fraction(value) != points:
        raise ValueError(
            say(
                "{points} points can't be written as a decimal; choose another value for this tournament.",
                points=str(points),
            )
        )
    return value


def _run_engine(tournament: GacruxRecord, round_number: int, ids: Mapping[int, int]) -> list[Pair]:
    # Imported late: loading it takes a fifth of the site's start, and most processes never pair.
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415

    try:
        engine = pairing_dutch(tournament, round_number, {"experimental": [], "verbose": 0})
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        raise
    except GacruxError as error:
        raise EngineFailure(
            say("The pairing engine failed on round {round}: {error}", round=round_number, error=str(error))
        ) from error
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return [(ids[pair["w"] or pair["b"]], ids[pair["b"]] if pair["w"] and pair["b"] else None) for pair in pairs]


def _draw(task: RoundToPair, pairs: list[Pair]) -> Draw:
    reasons = SwissReasons.of(task)
    scores = scores_before(task.tournament, task.round)
    numbers = {entrant.id: entrant.number for entrant in task.tournament.entrants}
    games = [(first, second) for first, second in pairs if second is not None]
    games.sort(key=lambda game: (*sorted(-scores[one] for one in game), min(numbers[one] for one in game)))
    tables = tuple(
        Table(number=index, seats=game, reason=reasons.pairing(*game)) for index, game in enumerate(games, start=1)
    )
    given = tuple(
        Bye(alone, ByeKind.PAIRING, task.tournament.scoring.pairing_bye, reasons.bye(alone))
        for alone, opponent in pairs
        if opponent is None
    )
    return Draw(task.round, tables, given + asked_byes(task), ENGINE, task.seed, input_digest(task))
