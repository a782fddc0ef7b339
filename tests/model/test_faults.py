"""That the machines would see it: a service is broken on purpose, one at a time, and a short story must fail.

Each story is told to the same machine with the same oracle as the random ones, and once more with nothing broken.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from accounts.errors import Conflict
from games.conditional_moves import tree_from_json
from games.ratings import services as ratings
from games.services import clock, conditional_moves, offers, play
from games.services.locked_game import LockedGame
from games.timing import DAY, SECOND, due
from tests.model.machine import Story
from tests.model.test_events import TournamentData
from tests.model.test_games import CONTROLS, Tables
from tournaments.enums import Status
from tournaments.pairing.values import Bye, ByeKind, Format
from tournaments.services import pairing, publishing, registration, results, withdrawal
from tournaments.services.pairing import pair_round

Step = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Fault:
    """A name in a module that something else is put in the place of, and a story in which that matters."""

    machine: type[Story]
    story: tuple[Step, ...]
    module: Any
    name: str
    instead: Callable[..., Any]


def charge_twice(table: Any, seat: Any, spent: timedelta) -> None:
    for _ in range(2):
        SOUND["charge"](table, seat, spent)


def rate_twice(skills: Any, ranks: Any) -> Any:
    return SOUND["rate_table"](SOUND["rate_table"](skills, ranks), ranks)


def flag_a_day_early(ticking: Any, now: Any) -> Any:
    return SOUND["due"](ticking, now + DAY)


def answer_out_of_turn(table: Any) -> Any:
    """The first answer of any plan, whosever turn it is."""
    for plan in conditional_moves.conditional_moves_at(table) if table.game.status == "running" else ():
        for branch in tree_from_json(plan.tree):
            return conditional_moves._answer(table, plan, replace(branch, seat=plan.seat.index))
    return None


def pair_who_left(tournament: Any, number: int, *, seed: int) -> Any:
    task = SOUND["round_to_pair"](tournament, number, seed=seed)
    entrants = tuple(replace(entrant, left=None) for entrant in task.tournament.entrants)
    return replace(task, tournament=replace(task.tournament, entrants=entrants))


def rest_who_plays(round_: Any, byes: Any) -> None:
    seat = round_.tables.first().seats.first()
    SOUND["lay_byes"](round_, [*byes, Bye(seat.entry_id, ByeKind.REQUESTED, Fraction(0), "")])


def write_only_the_first(table: Any, *arguments: Any, **more: Any) -> None:
    if not table.is_decided:
        SOUND["write_verdict"](table, *arguments, **more)


def refuse_who_is_late(tournament: Any, *_arguments: Any) -> None:
    if tournament.status == Status.RUNNING:
        raise Conflict("nobody comes late")


def start_twice(*arguments: Any) -> None:
    for _ in range(2):
        SOUND["start_table"](*arguments)


DAYS, LIVE, _ = CONTROLS
PAIR: Step = ("pair", {"service": pair_round})


def sit(*, variant: str = "nonaga", control: Any = DAYS, rated: bool = False) -> Step:
    return "sit_down", {"variants": (variant, "lyra-2"), "controls": (control, DAYS), "rated": (rated, False)}


def moves(count: int) -> tuple[Step, ...]:
    return tuple(("play", {"table": 0, "seed": seed}) for seed in range(count))


def at_table(name: str, **more: Any) -> Step:
    return name, {"table": 0, **more}


def begin(*, online: bool = False) -> Step:
    return "begin_event", {"format": Format.SWISS, "players": 4, "online": online}


RESULT: Step = ("enter_result", {"place": 0, "seed": 1, "outcome": "goal"})
FAULTS = {
    "a clock is charged twice": Fault(
        Tables, (sit(control=LIVE), ("wait", {"wait": 20 * SECOND}), *moves(1)), LockedGame, "charge", charge_twice
    ),
    "a draw by one": Fault(Tables, (sit(), *moves(2), at_table("draw", seat=0, agrees=True)), offers, "all", any),
    "a game is rated twice": Fault(
        Tables,
        (sit(rated=True), *moves(2), at_table("resign", seat=0), ("count_and_tell", {})),
        ratings,
        "rate_table",
        rate_twice,
    ),
    "a flag falls early": Fault(
        Tables, (sit(), *moves(1), ("wait", {"wait": 2 * DAY + DAY / 2}), *moves(1)), clock, "due", flag_a_day_early
    ),
    "a flag never falls": Fault(
        Tables, (sit(), *moves(1), ("wait", {"wait": 4 * DAY}), ("sweep", {})), clock, "_overdue_ids", lambda *_: []
    ),
    "a plan is played out of turn": Fault(
        Tables,
        (sit(variant="bataille-4"), *moves(1), at_table("plan", seat=2, seed=7, turns=3), at_table("play", seed=7)),
        conditional_moves,
        "_play_next_answer",
        answer_out_of_turn,
    ),
    "a turn is taken from anybody": Fault(
        Tables,
        (sit(), *moves(1), at_table("play_out_of_turn_or_late", seat=0, seed=1, late=0)),
        play,
        "_check_turn",
        lambda *_: None,
    ),
    "a rated turn is taken back": Fault(
        Tables,
        (sit(rated=True), *moves(2), *(at_table("take_back", seat=seat, agrees=True) for seat in (0, 1))),
        offers,
        "_check_casual",
        lambda *_: None,
    ),
    "who withdrew is paired": Fault(
        TournamentData,
        (begin(), PAIR, ("publish", {}), RESULT, RESULT, ("withdraw", {"place": 0, "by_self": True}), PAIR),
        pairing,
        "round_to_pair",
        pair_who_left,
    ),
    "who withdrew is waited for": Fault(
        TournamentData,
        (
            begin(),
            PAIR,
            ("publish", {}),
            ("withdraw", {"place": 0, "by_self": True}),
            ("wait_and_sweep", {"wait": DAY}),
        ),
        withdrawal,
        "_give_up_games",
        lambda *_: None,
    ),
    "a correction is not written": Fault(
        TournamentData,
        (begin(), PAIR, ("publish", {}), RESULT, ("correct_a_result", {"place": 0, "seed": 1, "outcome": "forfeit"})),
        results,
        "write_verdict",
        write_only_the_first,
    ),
    "who comes late is refused": Fault(
        TournamentData,
        (begin(), PAIR, ("publish", {}), ("come_late", {})),
        registration,
        "_check_open_for",
        refuse_who_is_late,
    ),
    "who plays rests as well": Fault(TournamentData, (begin(), PAIR), pairing, "lay_byes", rest_who_plays),
    "a table has two games": Fault(
        TournamentData, (begin(online=True), PAIR, ("publish", {})), publishing, "start_table", start_twice
    ),
}
SOUND: dict[str, Any] = {
    "charge": LockedGame.charge,
    "rate_table": ratings.rate_table,
    "due": due,
    "round_to_pair": pairing.round_to_pair,
    "lay_byes": pairing.lay_byes,
    "write_verdict": results.write_verdict,
    "start_table": publishing.start_table,
}


def tell(machine: type[Story], story: tuple[Step, ...]) -> None:
    told = machine()
    try:
        for name, arguments in story:
            told.go_on(name, arguments)
    finally:
        told.undo()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_does_not_go_unseen(db: None, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    fault = FAULTS[name]
    tell(fault.machine, fault.story)
    monkeypatch.setattr(fault.module, fault.name, fault.instead, raising=False)
    with pytest.raises(AssertionError):
        tell(fault.machine, fault.story)
