"""Conditional moves: a tree of turns that the server plays for a player who is away. Pure functions, no I/O.

A branch is one turn of one seat and what may follow it. What others might play are siblings; what the owner answers is
one turn, or an act: to resign, or to accept a draw. The conditional moves at a position are the branches that may come
next.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.match import Match
from games.rules.sentences import say

MAX_BRANCHES = 300
MAX_DEPTH = 40


class Act(StrEnum):
    """What may end a line instead of a turn."""

    RESIGN = "resign"
    ACCEPT_DRAW = "accept_draw"


class BadConditionalMoves(ValueError):
    """Invalid conditional moves; the message says what to change."""


@dataclass(frozen=True)
class Branch:
    """One turn of a seat, or an act of the owner; then what may follow."""

    seat: int
    steps: tuple[str, ...] = ()
    act: Act | None = None
    then: tuple["Branch", ...] = ()


ConditionalMoves = tuple[Branch, ...]
Play = Callable[[Match, Sequence[str]], Match]


# -- following ----------------------------------------------------------------------------------------------------


def advance(conditional: ConditionalMoves, seat: int, steps: Sequence[str]) -> ConditionalMoves | None:
    """The conditional moves that are left after a turn; None if the turn isn't among them."""
    for branch in conditional:
        if branch.act is None and branch.seat == seat and branch.steps == tuple(steps):
            return branch.then
    return None


def answer_of(conditional: ConditionalMoves, owner: int) -> Branch | None:
    """The owner's next branch, if it is their turn."""
    return next((branch for branch in conditional if branch.seat == owner), None)


# -- reading and writing ------------------------------------------------------------------------------------------


def read_conditional_moves(data: Any, *, owner: int, match: Match, play: Play) -> ConditionalMoves:
    """Parse conditional moves from JSON, playing every turn from the match's position; raises BadConditionalMoves.

    `play` returns the match after one whole turn and raises for anything else.
    """
    if sum(1 for _ in _walk(data)) > MAX_BRANCHES:
        raise BadConditionalMoves(
            say("Conditional moves can have at most {most} turns. Remove the least likely ones.", most=MAX_BRANCHES)
        )
    return _Reader(owner, play).read_row(data, match, depth=0)


def conditional_json(conditional: ConditionalMoves) -> list[dict[str, Any]]:
    return [_branch_json(branch) for branch in conditional]


def tree_from_json(data: Sequence[Mapping[str, Any]]) -> ConditionalMoves:
    """Conditional moves from their stored JSON: validated when saved, and again by the rules when played.

    JSON of another version is empty: it has no turns, and is deleted with the next turn.
    """
    try:
        return _branches(data)
    except (AttributeError, LookupError, TypeError, ValueError):
        return ()


def _branches(data: Sequence[Mapping[str, Any]]) -> ConditionalMoves:
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
    return {"seat": branch.seat, "steps": list(branch.steps), "then": conditional_json(branch.then)}


def _walk(data: Any, depth: int = 0) -> Iterator[Any]:
    """Every branch of unvalidated JSON, down to the maximum depth."""
    for branch in data if isinstance(data, list) and depth <= 2 * MAX_DEPTH else ():
        yield branch
        yield from _walk(branch.get("then") if isinstance(branch, dict) else None, depth + 1)


@dataclass(frozen=True)
class _Reader:
    owner: int
    play: Play

    def read_row(self, data: Any, match: Match, *, depth: int) -> ConditionalMoves:
        if not isinstance(data, list):
            raise BadConditionalMoves(
                say("Conditional moves are a list of branches, each with its seat, its steps and what follows.")
            )
        if data and depth >= MAX_DEPTH:
            raise BadConditionalMoves(
                say("A line of conditional moves can have at most {most} turns. Shorten it.", most=MAX_DEPTH)
            )
        row = tuple(self.read_branch(branch, match, depth=depth) for branch in data)
        if len({(branch.steps, branch.act) for branch in row}) < len(row):
            raise BadConditionalMoves(say("The same move appears twice. Merge the two branches."))
        if match.state.seat == self.owner and len(row) > 1:
            raise BadConditionalMoves(say("Give only one answer to each move. Remove the others."))
        return row

    def read_branch(self, data: Any, match: Match, *, depth: int) -> Branch:
        seat = int(match.state.seat)
        if not isinstance(data, dict) or data.get("seat") != seat:
            raise BadConditionalMoves(
                say("Here it is seat {seat}'s turn. Give its move, or remove the branch.", seat=seat)
            )
        if "act" in data:
            return self.read_act(data, seat)
        steps = data.get("steps")
        if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
            raise BadConditionalMoves(say("Send the steps of a turn as a list of strings."))
        after, then = self.play(match, steps), data.get("then", [])
        if after.result is not None and then:
            raise BadConditionalMoves(say("The game is over there. Remove what follows."))
        if seat != self.owner and not then:
            raise BadConditionalMoves(say("Every line must end with your own move. Add one, or remove the line."))
        return Branch(seat, tuple(steps), then=self.read_row(then, after, depth=depth + 1))

    def read_act(self, data: Mapping[str, Any], seat: int) -> Branch:
        if seat != self.owner:
            raise BadConditionalMoves(say("Only your own conditional moves can resign or accept a draw."))
        if data["act"] not in list(Act) or data.get("steps") or data.get("then"):
            raise BadConditionalMoves(
                say("An action is one of {known}, and nothing can follow it.", known=", ".join(Act))
            )
        return Branch(seat, act=Act(data["act"]))
