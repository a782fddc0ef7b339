"""A game as it is played (`Match`), from its start to a result: record, repetition, turn limit, departures.

A `Match` is a value. It has what a state lacks: the record so far, how often each position occurred, how many turns
each seat has made, who left. To undo is to replay a shorter record.

An entry of the record is a step in its text form, or a marker between two steps, written `#resignation:2`, `#timeout:0`
(the seat that left), `#agreement`, `#limit` (the time of the whole game is over).
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.core import Game, Result, State, illegal, invalid
from games.rules.scene import Piece, Scene, Trail

REPETITIONS = 3


@dataclass(frozen=True)
class Match:
    """A game in progress or finished. `record` has the entries since it was begun or resumed."""

    game: Game
    state: State
    turn_limit: int | None
    turns: tuple[int, ...]
    seen: Mapping[str, int]
    turn_start: State
    turn_steps: tuple[str, ...] = ()
    last_start: State | None = None
    last_steps: tuple[str, ...] = ()
    record: tuple[str, ...] = ()
    result: Result | None = None

    # -- beginning ----------------------------------------------------------------------------------------------

    @staticmethod
    def begin(game: Game, turn_limit: int | None = None) -> "Match":
        return Match.begin_from(game, game.start(), turn_limit)

    @staticmethod
    def begin_from(game: Game, state: State, turn_limit: int | None = None) -> "Match":
        """A match that starts from a given position, as for analysis or playing on."""
        seen = {} if state.awaits_setup() else {position_key(state): 1}
        return Match(game, state, turn_limit, (0,) * game.seats, seen, state, result=state.result)

    @staticmethod
    def replay(game: Game, record: Iterable[str], turn_limit: int | None = None) -> "Match":
        return Match.begin(game, turn_limit).enter_all(record)

    # -- entries ------------------------------------------------------------------------------------------------

    def enter(self, entry: str) -> "Match":
        """The match after any entry of a record: a step, or a marker between steps."""
        if not entry.startswith("#"):
            return self.play(entry)
        kind, _, seat = entry[1:].partition(":")
        if kind in ("resignation", "timeout") and seat.isdecimal():
            return self.remove_seat(int(seat), reason=kind)
        if kind == "agreement" and not seat:
            return self.agree()
        if kind == "limit" and not seat:
            return self.reach_limit()
        raise invalid("{entry!r} isn't a valid entry of a game record", code="unknown_entry", entry=entry)

    def enter_all(self, entries: Iterable[str]) -> "Match":
        """The match after these entries, one after the other."""
        match = self
        for entry in entries:
            match = match.enter(entry)
        return match

    def play(self, step: str) -> "Match":
        self._check_running()
        mover = self.state.seat
        state = self.state.play(step)
        match = replace(self, state=state, record=(*self.record, step), turn_steps=(*self.turn_steps, step))
        if state.result is not None:
            return replace(match._turn_ended(mover), result=state.result)
        if not state.turn_begins():
            return match
        return match._turn_ended(mover)._judge_turn()

    def remove_seat(self, seat: int, *, reason: str) -> "Match":
        """The match after a seat resigned (`resignation`) or timed out (`timeout`), with the worst free rank."""
        self._check_running()
        if not 0 <= seat < self.game.seats or self.state.placed[seat]:
            raise invalid("seat {seat} is not in play", code="not_in_play", seat=seat)
        entered = replace(self, record=(*self.record, f"#{reason}:{seat}"))
        in_play = self.seats_in_play()
        if len(in_play) == 2:
            ranks = _ranks_after_last_duel(self.state.placed, loser=seat)
            return replace(entered, result=Result(ranks, reason))
        state = self.state.without(seat)
        left = replace(entered, state=state, turn_start=state, turn_steps=())
        if state.result is not None:
            return replace(left, result=state.result)
        return left._judge_turn() if state.turn_begins() else left

    def agree(self) -> "Match":
        """The match after all seats in play agreed to a draw."""
        self._check_running()
        best = min(_free_ranks(self.state.placed))
        ranks = tuple(rank or best for rank in self.state.placed)
        return replace(self, record=(*self.record, "#agreement"), result=Result(ranks, "agreement"))

    def reach_limit(self) -> "Match":
        """The match after the time for the whole game is over."""
        self._check_running()
        return replace(self, record=(*self.record, "#limit"), result=self.ranked_by_tally("limit"))

    # -- queries ------------------------------------------------------------------------------------------------

    def seats_in_play(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.state.placed) if not rank)

    def ranked_by_tally(self, reason: str = "limit") -> Result:
        """The result if the limit were reached now."""
        in_play = self.seats_in_play()
        best = min(_free_ranks(self.state.placed), default=1)
        tally = self.state.tally
        ranks = list(self.state.placed)
        for seat in in_play:
            ranks[seat] = best + sum(tally[other] > tally[seat] for other in in_play)
        return Result(tuple(ranks), reason, in_play)

    def scene(self) -> Scene:
        """The scene to draw, with the trail of the last turn (or of the current one)."""
        return replace(self.state.scene(), last_turn=self._trails())

    # -- serialization ------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """All but the record, as JSON: enough to play on without replaying the game."""
        return {
            "position": str(self.state),
            "turns": list(self.turns),
            "seen": dict(self.seen),
            "turn_start": str(self.turn_start),
            "turn_steps": list(self.turn_steps),
            "last_start": None if self.last_start is None else str(self.last_start),
            "last_steps": list(self.last_steps),
            "result": None if self.result is None else _result_to_json(self.result),
        }

    @staticmethod
    def resume(game: Game, snapshot: Mapping[str, Any], turn_limit: int | None = None) -> "Match":
        """The match of a snapshot; its record is empty."""
        last_start, result = snapshot["last_start"], snapshot["result"]
        return Match(
            game=game,
            state=game.parse(snapshot["position"]),
            turn_limit=turn_limit,
            turns=tuple(snapshot["turns"]),
            seen=dict(snapshot["seen"]),
            turn_start=game.parse(snapshot["turn_start"]),
            turn_steps=tuple(snapshot["turn_steps"]),
            last_start=None if last_start is None else game.parse(last_start),
            last_steps=tuple(snapshot["last_steps"]),
            result=None if result is None else _result_from_json(result),
        )

    # -- private ------------------------------------------------------------------------------------------------

    def _check_running(self) -> None:
        if self.result is not None:
            raise illegal("The game is over.", code="game_over")

    def _turn_ended(self, mover: int) -> "Match":
        if self.turn_start.awaits_setup():
            return replace(self, turn_start=self.state, turn_steps=())
        turns = tuple(made + (seat == mover) for seat, made in enumerate(self.turns))
        return replace(
            self,
            turns=turns,
            last_start=self.turn_start,
            last_steps=self.turn_steps,
            turn_start=self.state,
            turn_steps=(),
        )

    def _judge_turn(self) -> "Match":
        """At the start of a turn, end the game at the third repetition or the turn limit."""
        if self.state.awaits_setup():
            return self
        key = position_key(self.state)
        count = self.seen.get(key, 0) + 1
        match = replace(self, seen={**self.seen, key: count})
        if count >= REPETITIONS:
            return replace(match, result=match.ranked_by_tally("repetition"))
        if match._is_at_turn_limit():
            return replace(match, result=match.ranked_by_tally("limit"))
        return match

    def _is_at_turn_limit(self) -> bool:
        limit = self.turn_limit
        return limit is not None and all(self.turns[seat] >= limit for seat in self.seats_in_play())

    def _trails(self) -> tuple[Trail, ...]:
        if self.turn_steps:
            return _trails(self.turn_start, self.turn_steps)
        return () if self.last_start is None else _trails(self.last_start, self.last_steps)


def _trails(state: State, steps: Iterable[str]) -> tuple[Trail, ...]:
    trails = []
    for step in steps:
        after = state.play(step)
        trails.append(_trail(state, step, after.scene()))
        state = after
    return tuple(trails)


def _trail(state: State, step: str, after: Scene) -> Trail:
    before, path = state.scene(), state.path(step)
    slide = after.platform.x - before.platform.x if before.platform and after.platform else 0.0
    # Pawns on the platform have moved with it, and are not captured.
    lost = [] if slide else _lost(before, after, mover=path[0] if len(path) > 1 else "")
    return Trail(state.seat, step, path, tuple(lost), slide)


def _lost(before: Scene, after: Scene, *, mover: str) -> list[Piece]:
    """The pieces that are no longer in place, except the one that moved; without their marks."""
    left = {(piece.cell, piece.seat) for piece in after.pieces}
    gone = [piece for piece in before.pieces if (piece.cell, piece.seat) not in left and piece.cell != mover]
    return [replace(piece, marks=()) for piece in sorted(gone, key=lambda piece: piece.cell)]


def position_key(state: State) -> str:
    """The key of a position in `seen`: equal for repetitions."""
    return hashlib.blake2b(state.repetition_key().encode(), digest_size=8).hexdigest()


def _free_ranks(placed: tuple[int, ...]) -> set[int]:
    return set(range(1, len(placed) + 1)) - set(placed)


def _ranks_after_last_duel(placed: tuple[int, ...], *, loser: int) -> tuple[int, ...]:
    free = _free_ranks(placed)
    return tuple(rank or (max(free) if seat == loser else min(free)) for seat, rank in enumerate(placed))


def _result_to_json(result: Result) -> dict[str, Any]:
    return {"ranks": list(result.ranks), "reason": result.reason, "by_tally": list(result.by_tally)}


def _result_from_json(data: Mapping[str, Any]) -> Result:
    return Result(tuple(data["ranks"]), data["reason"], tuple(data["by_tally"]))
