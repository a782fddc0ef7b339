"""Plans: a tree of turns that a player lays down for the time they are away. Values in, values out.

A branch is one turn of one seat and what may follow it. What others might play are alternatives side by side; what
the owner answers is one turn, or an act: to resign, or to accept a draw. A plan at a position is the row of branches
that may come next.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.match import Match
from games.rules.sentences import say

MOST_BRANCHES = 300
MOST_TURNS_DEEP = 40


class Act(StrEnum):
    """What may end a line of a plan instead of a turn."""

    RESIGN = "resign"
    ACCEPT_DRAW = "accept_draw"


class BadPlan(ValueError):
    """A plan that cannot be followed; its message says what to change."""


@dataclass(frozen=True)
class Branch:
    """One turn of a seat, or an act of the owner; then what may follow."""

    seat: int
    steps: tuple[str, ...] = ()
    act: Act | None = None
    then: tuple["Branch", ...] = ()


Plan = tuple[Branch, ...]
Play = Callable[[Match, Sequence[str]], Match]


# -- following ----------------------------------------------------------------------------------------------------


def advance(plan: Plan, seat: int, steps: Sequence[str]) -> Plan | None:
    """What is left of a plan after a turn; None if the turn was not foreseen."""
    for branch in plan:
        if branch.act is None and branch.seat == seat and branch.steps == tuple(steps):
            return branch.then
    return None


def answer_of(plan: Plan, owner: int) -> Branch | None:
    """What the owner is to do now."""
    return next((branch for branch in plan if branch.seat == owner), None)


# -- reading and writing ------------------------------------------------------------------------------------------


def read_plan(data: Any, *, owner: int, match: Match, play: Play) -> Plan:
    """Parse conditional moves from JSON, playing every turn out from the match's position.

    `play` gives the match after one whole turn, and refuses what is none.
    """
    if sum(1 for _ in _walk(data)) > MOST_BRANCHES:
        raise BadPlan(
            say("Conditional moves can have at most {most} turns. Remove the least likely ones.", most=MOST_BRANCHES)
        )
    return _Reader(owner, play).read_row(data, match, depth=0)


def plan_json(plan: Plan) -> list[dict[str, Any]]:
    return [_branch_json(branch) for branch in plan]


def plan_from_json(data: Sequence[Mapping[str, Any]]) -> Plan:
    """A plan as it was kept: checked when it was read, and again by the rules when it is played.

    One that another version wrote in another shape is empty: it foresees nothing, and is dropped with the next turn.
    """
    try:
        return _branches(data)
    except (AttributeError, LookupError, TypeError, ValueError):
        return ()


def _branches(data: Sequence[Mapping[str, Any]]) -> Plan:
    return tuple(
        Branch(
            seat=branch["seat"],
            steps=tuple(branch.get("steps", ())),
            act=Act(branch["act"]) if "act" in branch else None,
            then=_branches(branch.get("then", ())),
        )
        for branch in data
    )


def _branch_json(branch: Branch) -> dict[str, Any]:
    if branch.act is not None:
        return {"seat": branch.seat, "act": branch.act.value}
    return {"seat": branch.seat, "steps": list(branch.steps), "then": plan_json(branch.then)}


def _walk(data: Any, depth: int = 0) -> Iterator[Any]:
    """Every branch of what may be one, looking no deeper than a plan can be."""
    for branch in data if isinstance(data, list) and depth <= 2 * MOST_TURNS_DEEP else ():
        yield branch
        yield from _walk(branch.get("then") if isinstance(branch, dict) else None, depth + 1)


@dataclass(frozen=True)
class _Reader:
    owner: int
    play: Play

    def read_row(self, data: Any, match: Match, *, depth: int) -> Plan:
        if not isinstance(data, list):
            raise BadPlan(
                say("Conditional moves are a list of branches, each with its seat, its steps and what follows.")
            )
        if data and depth >= MOST_TURNS_DEEP:
            raise BadPlan(
                say("A line of conditional moves can have at most {most} turns. Shorten it.", most=MOST_TURNS_DEEP)
            )
        row = tuple(self.read_branch(branch, match, depth=depth) for branch in data)
        if len({(branch.steps, branch.act) for branch in row}) < len(row):
            raise BadPlan(say("The same move appears twice. Merge the two branches."))
        if match.state.seat == self.owner and len(row) > 1:
            raise BadPlan(say("Give only one answer to each move. Remove the others."))
        return row

    def read_branch(self, data: Any, match: Match, *, depth: int) -> Branch:
        seat = int(match.state.seat)
        if not isinstance(data, dict) or data.get("seat") != seat:
            raise BadPlan(say("Here it is seat {seat}'s turn. Give its move, or remove the branch.", seat=seat))
        if "act" in data:
            return self.read_act(data, seat)
        steps = data.get("steps")
        if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
            raise BadPlan(say("Send the steps of a turn as a list of strings."))
        after, then = self.play(match, steps), data.get("then", [])
        if after.result is not None and then:
            raise BadPlan(say("The game is over there. Remove what follows."))
        if seat != self.owner and not then:
            raise BadPlan(say("Every line must end with your own move. Add one, or remove the line."))
        return Branch(seat, tuple(steps), then=self.read_row(then, after, depth=depth + 1))

    def read_act(self, data: Mapping[str, Any], seat: int) -> Branch:
        if seat != self.owner:
            raise BadPlan(say("Only your own conditional moves can resign or accept a draw."))
        if data["act"] not in list(Act) or data.get("steps") or data.get("then"):
            raise BadPlan(say("An action is one of {known}, and nothing can follow it.", known=", ".join(Act)))
        return Branch(seat, act=Act(data["act"]))
