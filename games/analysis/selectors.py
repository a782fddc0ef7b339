"""Computer analysis of games: positions to evaluate, evaluated turns, and access to them.

Positions that people are playing, and what may follow from them, are evaluated for no viewer (see `fair_play`): neither
in that game nor in another one that reached the same position.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict, get_args

from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from games.ai import expectation
from games.ai.record import turns_until_limit
from games.analysis.fair_play import keys_in_play
from games.enums import IN_PROGRESS, GameStatus
from games.models import Analysis, Evaluation, Game, Seat
from games.rules.core import Result
from games.rules.match import Match, position_key
from games.selectors.game_json import Viewer, match_of, record_json, seat_of
from games.selectors.position_json import Json

# Closer to the turn limit than this, a position is evaluated apart.
NEAR_LIMIT = 12
# Loss of winning chances from which a turn is marked as missed, and as a blunder.
MISSED, BLUNDER = 0.08, 0.2
# Change of any seat's winning chances from which a turn is marked as a swing, unless it was missed.
SWING = 0.2
# The stored keys of an evaluated turn, and of a hint.
TURN_KEYS = {"turn", "ply", "seat", "steps", "chances", "lost", "best", "mark", "before", "after"}
HINT_KEYS = {"position", "chances", "best"}


@dataclass(frozen=True)
class EvaluatedPosition:
    """A position to evaluate, at the beginning of a turn."""

    match: Match
    position: str
    turns_left: int | None

    @property
    def result(self) -> Result | None:
        return self.match.result

    @property
    def digest(self) -> str:
        """The key of the evaluation: the same for the same position in any game."""
        game = self.match.game
        facts = [game.id, dict(game.options), self.position, self.turns_left]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of the record between the positions before and after it; `ply` is where it begins."""

    number: int
    ply: int
    seat: int
    steps: tuple[str, ...]
    before: EvaluatedPosition
    after: EvaluatedPosition


def evaluated_position_of(match: Match) -> EvaluatedPosition:
    left = turns_until_limit(match)
    return EvaluatedPosition(match, str(match.state), left if left is not None and left < NEAR_LIMIT else None)


def played_turns(game: Game) -> list[PlayedTurn]:
    """All turns of a game, without set-ups, resignations and the like."""
    match = Match.begin(game.engine, game.turn_limit)
    found: list[PlayedTurn] = []
    for turn in record_json(game):
        before = match
        match = match.enter_all(turn["steps"])
        if turn["seat"] is not None and turn["steps"][0][0] not in "=#":
            number, steps = len(found) + 1, tuple(turn["steps"])
            sides = evaluated_position_of(before), evaluated_position_of(match)
            found.append(PlayedTurn(number, turn["ply"], turn["seat"], steps, *sides))
    return found


def positions_to_evaluate(analysis: Analysis) -> dict[str, EvaluatedPosition]:
    """The positions that an analysis needs, by digest: each once, in order, except final ones."""
    if analysis.ply is None:
        standings: Iterable[EvaluatedPosition] = (
            each for turn in played_turns(analysis.game) for each in (turn.before, turn.after)
        )
    else:
        standings = [evaluated_position_of(match_of(analysis.game))]
    return {evaluated.digest: evaluated for evaluated in standings if evaluated.result is None}


# -- evaluations --------------------------------------------------------------------------------------------------


AnalysisStatus = Literal["none", "waiting", "done", "failed"]
STATUSES = get_args(AnalysisStatus)


class ProgressJson(TypedDict):
    status: Annotated[AnalysisStatus, "While `waiting`, `done` of `total` positions are evaluated."]
    done: int
    total: int


class JudgedTurnJson(TypedDict):
    """A turn and the winning chances of all seats after it, each from 0 (lost) to 1 (won).

    `lost` is how much its seat lost by it, `best` the better turn if that is much, `mark` then "missed" or "blunder";
    otherwise "swing" if any seat's chances changed by 0.2 or more. From a position on that people are playing now, all
    of it is held back until their game has moved on.
    """

    turn: int
    ply: int
    seat: int
    steps: list[str]
    chances: list[float] | None
    lost: float | None
    best: list[str]
    mark: Literal["missed", "blunder", "swing", ""]
    is_held_back: bool


class AnalysisJson(ProgressJson):
    turns: list[JudgedTurnJson]


class AdviceJson(TypedDict):
    chances: list[float]
    best: list[str]


class HintJson(ProgressJson):
    hint: AdviceJson | None


def judged_turns(game: Game) -> list[Json]:
    """The evaluated turns as stored JSON; all their positions must have evaluations."""
    turns = played_turns(game)
    digests = {each.digest for turn in turns for each in (turn.before, turn.after)}
    known = Evaluation.objects.in_bulk(list(digests))
    return [_evaluated_turn(turn, known) for turn in turns]


def evaluated_position(evaluated: EvaluatedPosition) -> Json | None:
    """A hint as JSON: the winning chances of every seat, and the best turn."""
    evaluation = Evaluation.objects.filter(pk=evaluated.digest).first()
    if evaluation is None:
        return None
    return {"position": evaluated.position, "chances": _chances(evaluated, evaluation), "best": evaluation.steps}


def _evaluated_turn(turn: PlayedTurn, known: dict[str, Evaluation]) -> Json:
    best = known[turn.before.digest]
    expected, chances = _chances(turn.before, best), _chances(turn.after, known.get(turn.after.digest))
    lost = max(0.0, round(expected[turn.seat] - chances[turn.seat], 3))
    is_missed = lost >= MISSED and list(turn.steps) != best.steps
    is_swing = any(round(abs(after - before), 3) >= SWING for before, after in zip(expected, chances, strict=True))
    return {
        "turn": turn.number,
        "ply": turn.ply + len(turn.steps),
        "seat": turn.seat,
        "steps": list(turn.steps),
        "chances": chances,
        "lost": lost,
        "best": best.steps if is_missed else [],
        "mark": _mark(lost) if is_missed else "swing" if is_swing else "",
        "before": turn.before.position,
        "after": turn.after.position,
    }


def _mark(lost: float) -> str:
    return "blunder" if lost >= BLUNDER else "missed"


def _chances(evaluated: EvaluatedPosition, evaluation: Evaluation | None) -> list[float]:
    """The expected score of each seat, from 0 to 1; of a finished game the actual one."""
    if evaluated.result is not None:
        ranks = evaluated.result.ranks
        return [_share(ranks, seat) for seat in range(len(ranks))]
    assert evaluation is not None, "a position before the end has an evaluation"
    return [round(expectation(score), 3) for score in evaluation.scores]


def _share(ranks: Sequence[int], seat: int) -> float:
    beaten = [(ranks[seat] < other) + (ranks[seat] == other) / 2 for other in ranks]
    return round((sum(beaten) - 0.5) / (len(ranks) - 1), 3)


def better_ways(game: Game, turns: Iterable[JudgedTurnJson]) -> dict[int, list[list[str]]]:
    """The paths of the pieces in the better turns that were missed, by the ply after the turn played."""
    missed = {turn["ply"]: turn["best"] for turn in turns if turn["best"]}
    found = {}
    for turn in played_turns(game) if missed else []:
        after = turn.ply + len(turn.steps)
        if after in missed:
            trails = turn.before.match.enter_all(missed[after]).scene().last_turn
            found[after] = [list(trail.path) for trail in trails]
    return found


# -- access -------------------------------------------------------------------------------------------------------


def analysis_of(game: Game, ply: int | None = None) -> Analysis | None:
    """The analysis of a game, or the hint at a ply; None if another version stored it, so that it is redone."""
    found = Analysis.objects.filter(game=game, ply=ply).first()
    keys = TURN_KEYS if ply is None else HINT_KEYS
    return found if found is not None and all(set(turn) == keys for turn in found.turns) else None


def check_finished(game: Game) -> None:
    """Raise Forbidden while the game is in progress."""
    if game.status in IN_PROGRESS:
        message = _("This game is still in progress. Analysis is available when it is over.")
        raise Forbidden(message, code="in_progress")


def check_hints(game: Game, seats: Sequence[Seat], viewer: Viewer) -> None:
    """Raise unless hints are allowed: to the player to move, in a casual game against AIs alone."""
    own = seat_of(seats, viewer, game)
    if own is None:
        raise Forbidden(_("You are not playing in this game."), code="not_a_player")
    others = [seat for seat in seats if seat is not own]
    if game.rated or game.arranged_by or not all(seat.is_ai for seat in others):
        raise Forbidden(_("Hints are only available in casual games against AIs."), code="no_hints")
    if game.status != GameStatus.RUNNING or game.to_move != own.index:
        raise Forbidden(_("You can ask for a hint only on your turn."), code="not_your_turn")
    if keys_in_play(game.variant, game.snapshot["seen"]):
        message = _("This position is in play in an ongoing game, so no hint is available.")
        raise Forbidden(message, code="in_progress")


def analysis_json(game: Game, analysis: Analysis | None) -> AnalysisJson:
    """An analysis as JSON for all who see the game, without what would help in a game in progress."""
    check_finished(game)
    turns = [] if analysis is None else analysis.turns
    held = _held_from(game, turns)
    shown = [_shown(turn, is_held=number >= held) for number, turn in enumerate(turns)]
    return {**progress_json(analysis), "turns": shown}


def _held_from(game: Game, turns: Sequence[Json]) -> int:
    """The index of the first turn that reaches or leaves a position in play: from there on evaluations are hidden."""
    held = keys_in_play(game.variant, game.snapshot["seen"]) if turns else set()
    if not held:
        return len(turns)
    positions = [turns[0]["before"], *(turn["after"] for turn in turns)]
    reached = (number for number, text in enumerate(positions) if position_key(game.engine.parse(text)) in held)
    return max(0, next(reached, len(positions)) - 1)


def hint_json(game: Game, analysis: Analysis | None) -> HintJson:
    """A hint about the current position; None if the stored one is about another position at this ply."""
    found = analysis.turns[0] if analysis is not None and analysis.turns else None
    if found is None or found["position"] != game.face["position"]:
        return {**progress_json(analysis), "hint": None}
    return {**progress_json(analysis), "hint": {"chances": found["chances"], "best": found["best"]}}


def progress_json(analysis: Analysis | None) -> ProgressJson:
    if analysis is None:
        return {"status": "none", "done": 0, "total": 0}
    return {
        "status": "failed" if analysis.is_failed else "waiting" if analysis.finished_at is None else "done",
        "done": analysis.done,
        "total": analysis.total,
    }


def _shown(turn: Json, *, is_held: bool) -> JudgedTurnJson:
    """A turn without its positions and, if held back, without its evaluation."""
    return {
        "turn": turn["turn"],
        "ply": turn["ply"],
        "seat": turn["seat"],
        "steps": turn["steps"],
        "chances": None if is_held else turn["chances"],
        "lost": None if is_held else turn["lost"],
        "best": [] if is_held else turn["best"],
        "mark": "" if is_held else turn["mark"],
        "is_held_back": is_held,
    }
