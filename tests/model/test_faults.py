"""The model-based tests detect faults: one service is broken on purpose at a time, and a short scenario must fail.

Each scenario uses the same classes as the random ones, and must pass with nothing broken.
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
from tests.model.machine import Scenario
from tests.model.test_games import CONTROLS, GameScenario
from tests.model.test_tournaments import TournamentScenario
from tournaments.check_in import services as check_in
from tournaments.clubs.services import name_claims, roster
from tournaments.enums import Status
from tournaments.pairing.values import Bye, ByeKind, Format
from tournaments.selectors import record
from tournaments.services import pairing, publishing, registration, results, withdrawal
from tournaments.services.pairing import pair_round

Step = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Fault:
    """A function that is replaced in a module, and a scenario in which that matters."""

    machine: type[Scenario]
    steps: tuple[Step, ...]
    module: Any
    name: str
    instead: Callable[..., Any]


def charge_twice(table: Any, seat: Any, spent: timedelta) -> None:
    for _ in range(2):
        ORIGINAL["charge"](table, seat, spent)


def rate_twice(skills: Any, ranks: Any) -> Any:
    return ORIGINAL["rate_table"](ORIGINAL["rate_table"](skills, ranks), ranks)


def flag_a_day_early(ticking: Any, now: Any) -> Any:
    return ORIGINAL["due"](ticking, now + DAY)


def answer_out_of_turn(table: Any) -> Any:
    """Play the first reply of any conditional moves, whoever is to move."""
    for plan in conditional_moves.conditional_moves_at(table) if table.game.status == "running" else ():
        for branch in tree_from_json(plan.tree):
            return conditional_moves._answer(table, plan, replace(branch, seat=plan.seat.index))
    return None


def pair_withdrawn(tournament: Any, number: int, *, seed: int) -> Any:
    task = ORIGINAL["round_to_pair"](tournament, number, seed=seed)
    entrants = tuple(replace(entrant, left=None) for entrant in task.tournament.entrants)
    return replace(task, tournament=replace(task.tournament, entrants=entrants))


def give_bye_to_seated_player(round_: Any, byes: Any) -> None:
    seat = round_.tables.first().seats.first()
    ORIGINAL["lay_byes"](round_, [*byes, Bye(seat.entry_id, ByeKind.REQUESTED, Fraction(0), "")])


def write_only_the_first(table: Any, *arguments: Any, **more: Any) -> None:
    if not table.is_decided:
        ORIGINAL["write_verdict"](table, *arguments, **more)


def refuse_late_entry(tournament: Any, *_arguments: Any) -> None:
    if tournament.status == Status.RUNNING:
        raise Conflict("no late entries")


def start_twice(*arguments: Any) -> None:
    for _ in range(2):
        ORIGINAL["start_table"](*arguments)


DAYS, LIVE, _ = CONTROLS
PAIR: Step = ("pair", {"service": pair_round})


def sit(*, variant: str = "nonaga", control: Any = DAYS, rated: bool = False) -> Step:
    return "start_games", {"variants": (variant, "lyra-2"), "controls": (control, DAYS), "rated": (rated, False)}


def moves(count: int) -> tuple[Step, ...]:
    return tuple(("play", {"table": 0, "seed": seed}) for seed in range(count))


def at_table(name: str, **more: Any) -> Step:
    return name, {"table": 0, **more}


def begin(*, online: bool = False, check_in: bool = False) -> Step:
    return "begin_tournament", {"format": Format.SWISS, "players": 4, "online": online, "check_in": check_in}


ARRIVALS: tuple[Step, ...] = (
    ("check_in_by_link", {"place": 0}),
    ("set_one_present", {"place": 1, "is_present": True}),
)
RESULT: Step = ("enter_result", {"place": 0, "seed": 1, "outcome": "goal"})
FAULTS = {
    "a clock is charged twice": Fault(
        GameScenario,
        (sit(control=LIVE), ("wait", {"wait": 20 * SECOND}), *moves(1)),
        LockedGame,
        "charge",
        charge_twice,
    ),
    "a draw is agreed by one player": Fault(
        GameScenario, (sit(), *moves(2), at_table("draw", seat=0, agrees=True)), offers, "all", any
    ),
    "a game is rated twice": Fault(
        GameScenario,
        (sit(rated=True), *moves(2), at_table("resign", seat=0), ("rate_and_notify", {})),
        ratings,
        "rate_table",
        rate_twice,
    ),
    "a flag falls early": Fault(
        GameScenario,
        (sit(), *moves(1), ("wait", {"wait": 2 * DAY + DAY / 2}), *moves(1)),
        clock,
        "due",
        flag_a_day_early,
    ),
    "a flag never falls": Fault(
        GameScenario,
        (sit(), *moves(1), ("wait", {"wait": 4 * DAY}), ("sweep", {})),
        clock,
        "_overdue_ids",
        lambda *_: [],
    ),
    "conditional moves are played out of turn": Fault(
        GameScenario,
        (
            sit(variant="bataille-4"),
            *moves(1),
            at_table("edit_conditional_moves", seat=2, seed=7, turns=3),
            at_table("play", seed=7),
        ),
        conditional_moves,
        "_play_next_answer",
        answer_out_of_turn,
    ),
    "a turn is accepted from any player": Fault(
        GameScenario,
        (sit(), *moves(1), at_table("play_out_of_turn_or_late", seat=0, seed=1, late=0)),
        play,
        "_check_turn",
        lambda *_: None,
    ),
    "a rated turn is taken back": Fault(
        GameScenario,
        (sit(rated=True), *moves(2), *(at_table("take_back", seat=seat, agrees=True) for seat in (0, 1))),
        offers,
        "_check_casual",
        lambda *_: None,
    ),
    "a withdrawn player is paired": Fault(
        TournamentScenario,
        (begin(), PAIR, ("publish", {}), RESULT, RESULT, ("withdraw", {"place": 0, "by_self": True}), PAIR),
        pairing,
        "round_to_pair",
        pair_withdrawn,
    ),
    "games of a withdrawn player go on": Fault(
        TournamentScenario,
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
        TournamentScenario,
        (begin(), PAIR, ("publish", {}), RESULT, ("correct_a_result", {"place": 0, "seed": 1, "outcome": "forfeit"})),
        results,
        "write_verdict",
        write_only_the_first,
    ),
    "a late entry is refused": Fault(
        TournamentScenario,
        (begin(), PAIR, ("publish", {}), ("enter_late", {})),
        registration,
        "_check_open_for",
        refuse_late_entry,
    ),
    "a seated player gets a bye as well": Fault(
        TournamentScenario, (begin(), PAIR), pairing, "lay_byes", give_bye_to_seated_player
    ),
    "a table has two games": Fault(
        TournamentScenario, (begin(online=True), PAIR, ("publish", {})), publishing, "start_table", start_twice
    ),
    "an absent player is paired": Fault(
        TournamentScenario, (begin(check_in=True), *ARRIVALS, PAIR), record, "absent_ids", lambda _: set()
    ),
    "a draft outlasts a change of presence": Fault(
        TournamentScenario,
        (begin(check_in=True), *ARRIVALS, PAIR, ("set_one_present", {"place": 3, "is_present": True})),
        check_in,
        "drop_draft",
        lambda *_, **__: None,
    ),
    "entries keep the old name of a person": Fault(
        TournamentScenario,
        (begin(), ("rename_person", {"place": 2, "number": 1})),
        roster,
        "_rename_entries",
        lambda *_, **__: None,
    ),
    "a name is linked to an account that plays in the same tournament": Fault(
        TournamentScenario,
        (begin(), ("enter_late", {}), ("claim", {"place": 4, "number": 1})),
        name_claims,
        "check_counts_once",
        lambda *_: None,
    ),
}
ORIGINAL: dict[str, Any] = {
    "charge": LockedGame.charge,
    "rate_table": ratings.rate_table,
    "due": due,
    "round_to_pair": pairing.round_to_pair,
    "lay_byes": pairing.lay_byes,
    "write_verdict": results.write_verdict,
    "start_table": publishing.start_table,
}


def run_scenario(machine: type[Scenario], steps: tuple[Step, ...]) -> None:
    scenario = machine()
    try:
        for name, arguments in steps:
            scenario.apply(name, arguments)
    finally:
        scenario.roll_back()


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("name", FAULTS)
def test_the_model_detects_a_fault(db: None, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    fault = FAULTS[name]
    run_scenario(fault.machine, fault.steps)
    monkeypatch.setattr(fault.module, fault.name, fault.instead, raising=False)
    with pytest.raises(AssertionError):
        run_scenario(fault.machine, fault.steps)
