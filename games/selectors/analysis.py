"""Games as the AI judges them: what is to be judged, what came of it, and who may know.

A position that people are playing for is judged for nobody, nor is what may come of it (see `fair_play`): neither that
game nor any other in which the same position stood gives it away.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from games.ai import expectation
from games.ai.record import turns_until_limit
from games.enums import IN_PROGRESS, GameStatus
from games.models import Analysis, Game, Judgement, Seat
from games.rules.core import Result
from games.rules.match import Match, position_key
from games.selectors.fair_play import keys_in_play
from games.selectors.game_json import Viewer, match_of, record_json, seat_of
from games.selectors.position_json import Json

# Nearer to its limit than this a position is another one.
NEAR_LIMIT = 12
# How much of its winning chances a seat loses by a turn that is marked as missed, and as a blunder.
MISSED, BLUNDER = 0.08, 0.2
# How much any seat's winning chances change in a turn that is marked as a swing, if nothing worse is said of it.
SWING = 0.2
# What is stored of a judged turn, and of a hint.
TURN_KEYS = {"turn", "ply", "seat", "steps", "chances", "lost", "best", "mark", "before", "after"}
HINT_KEYS = {"position", "chances", "best"}


@dataclass(frozen=True)
class Standing:
    """A position of a game, at the beginning of a turn."""

    match: Match
    position: str
    turns_left: int | None

    @property
    def result(self) -> Result | None:
        return self.match.result

    @property
    def digest(self) -> str:
        """The same for the same position, in whichever game it stands."""
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
    before: Standing
    after: Standing


def standing_of(match: Match) -> Standing:
    left = turns_until_limit(match)
    return Standing(match, str(match.state), left if left is not None and left < NEAR_LIMIT else None)


def played_turns(game: Game) -> list[PlayedTurn]:
    """All turns of a game; set-ups and what happened between turns have no seat's judgement in them."""
    match = Match.begin(game.engine, game.turn_limit)
    found: list[PlayedTurn] = []
    for turn in record_json(game):
        before = match
        for entry in turn["steps"]:
            match = match.enter(entry)
        if turn["seat"] is not None and turn["steps"][0][0] not in "=#":
            number, steps = len(found) + 1, tuple(turn["steps"])
            sides = standing_of(before), standing_of(match)
            found.append(PlayedTurn(number, turn["ply"], turn["seat"], steps, *sides))
    return found


def standings_to_judge(analysis: Analysis) -> dict[str, Standing]:
    """The positions that an analysis needs to know, by digest: each once, in order; what is over needs no thought."""
    if analysis.ply is None:
        standings: Iterable[Standing] = (
            each for turn in played_turns(analysis.game) for each in (turn.before, turn.after)
        )
    else:
        standings = [standing_of(match_of(analysis.game))]
    return {standing.digest: standing for standing in standings if standing.result is None}


# -- what came of it ----------------------------------------------------------------------------------------------


def judged_turns(game: Game) -> list[Json]:
    """The turns with what is thought of them, as they are stored; all positions must have been judged."""
    turns = played_turns(game)
    digests = {each.digest for turn in turns for each in (turn.before, turn.after)}
    known = Judgement.objects.in_bulk(list(digests))
    return [_judged(turn, known) for turn in turns]


def judged_position(standing: Standing) -> Json | None:
    """A hint as JSON: the evaluation of every seat, and the best turn."""
    judgement = Judgement.objects.filter(pk=standing.digest).first()
    if judgement is None:
        return None
    return {"position": standing.position, "chances": _chances(standing, judgement), "best": judgement.steps}


def _judged(turn: PlayedTurn, known: dict[str, Judgement]) -> Json:
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


def _chances(standing: Standing, judgement: Judgement | None) -> list[float]:
    """What each seat may expect, from 0 to 1; of a finished game what it got."""
    if standing.result is not None:
        ranks = standing.result.ranks
        return [_share(ranks, seat) for seat in range(len(ranks))]
    assert judgement is not None, "a position that is not the end was judged"
    return [round(expectation(score), 3) for score in judgement.scores]


def _share(ranks: Sequence[int], seat: int) -> float:
    beaten = [(ranks[seat] < other) + (ranks[seat] == other) / 2 for other in ranks]
    return round((sum(beaten) - 0.5) / (len(ranks) - 1), 3)


def better_ways(game: Game, turns: Iterable[Json]) -> dict[int, list[list[str]]]:
    """Where the pieces would have gone in the better turns that were missed, by the plies after those played."""
    missed = {turn["ply"]: turn["best"] for turn in turns if turn["best"]}
    found = {}
    for turn in played_turns(game) if missed else []:
        after = turn.ply + len(turn.steps)
        if after in missed:
            found[after] = _ways(turn.before.match, missed[after])
    return found


def _ways(match: Match, steps: Iterable[str]) -> list[list[str]]:
    for step in steps:
        match = match.enter(step)
    return [list(trail.path) for trail in match.scene().last_turn]


# -- who may know -------------------------------------------------------------------------------------------------


def analysis_of(game: Game, ply: int | None = None) -> Analysis | None:
    """The analysis of a game, or the hint at a ply. One in the shape of another version is none: it is made again."""
    found = Analysis.objects.filter(game=game, ply=ply).first()
    keys = TURN_KEYS if ply is None else HINT_KEYS
    return found if found is not None and all(set(turn) == keys for turn in found.turns) else None


def require_finished(game: Game) -> None:
    """Raise Forbidden while the game is in progress."""
    if game.status in IN_PROGRESS:
        message = _("This game is still in progress. Analysis is available when it is over.")
        raise Forbidden(message, code="in_progress")


def require_hints(game: Game, seats: Sequence[Seat], viewer: Viewer) -> None:
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


def analysis_json(game: Game, analysis: Analysis | None) -> Json:
    """An analysis as anybody may see it who sees the game, less what would help in one that is being played."""
    require_finished(game)
    turns = [] if analysis is None else analysis.turns
    held = _held_from(game, turns)
    shown = [_shown(turn, is_held=number >= held) for number, turn in enumerate(turns)]
    return {**progress_json(analysis), "turns": shown}


def _held_from(game: Game, turns: Sequence[Json]) -> int:
    """The first turn that comes to a position people are playing for, or from one; from there on nothing is told."""
    held = keys_in_play(game.variant, game.snapshot["seen"]) if turns else set()
    if not held:
        return len(turns)
    positions = [turns[0]["before"], *(turn["after"] for turn in turns)]
    reached = (number for number, text in enumerate(positions) if position_key(game.engine.parse(text)) in held)
    return max(0, next(reached, len(positions)) - 1)


def hint_json(game: Game, analysis: Analysis | None) -> Json:
    """A hint about the position as it stands; one about another position that stood at this ply is none."""
    found = analysis.turns[0] if analysis is not None and analysis.turns else None
    if found is None or found["position"] != game.face["position"]:
        return {**progress_json(analysis), "hint": None}
    return {**progress_json(analysis), "hint": {"chances": found["chances"], "best": found["best"]}}


def progress_json(analysis: Analysis | None) -> Json:
    if analysis is None:
        return {"status": "none", "done": 0, "total": 0}
    status = "failed" if analysis.is_failed else "waiting" if analysis.finished_at is None else "done"
    return {"status": status, "done": analysis.done, "total": analysis.total}


def _shown(turn: Json, *, is_held: bool) -> Json:
    """A turn without the positions it lies between, nor what must not be told about it now."""
    shown = {key: value for key, value in turn.items() if key not in {"before", "after"}}
    if is_held:
        shown |= {"chances": None, "lost": None, "best": [], "mark": ""}
    return {**shown, "is_held_back": is_held}
