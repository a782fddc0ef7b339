"""Tactics puzzles: imported, tried, given up. The first try is rated as a game of the player against the puzzle.

Solving it beats the puzzle; missing or giving up loses to it. Later tries are not rated.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.checks import lock_person
from games.enums import TacticOutcome
from games.models import PuzzleRating, Tactic, TacticTry, engine_for
from games.puzzles.engine import tactics as puzzles
from games.puzzles.selectors.tactics import SOLVED, WRONG, GivenUpJson, RatedJson, VerdictJson, get_tactic, judge_try
from games.ratings.models import START_VALUE
from games.ratings.services import rate_table

STARTING_SET = Path(__file__).resolve().parent.parent / "data" / "tactics.jsonl"


# -- importing ----------------------------------------------------------------------------------------------------


def read_tactics(lines: Iterable[str]) -> list[puzzles.Tactic]:
    """Tactics from their file: one JSON object per line."""
    read = [json.loads(line) for line in lines if line.strip()]
    return [puzzles.Tactic(**{**facts, "line": tuple(tuple(turn) for turn in facts["line"])}) for facts in read]


def write_tactic(tactic: puzzles.Tactic) -> str:
    """A tactic as one line of JSON, as `read_tactics` reads it."""
    facts = {"variant": tactic.variant, "turns": tactic.turns, "theme": tactic.theme, "position": tactic.position}
    return json.dumps({**facts, "line": tactic.line})


def keep_tactics(found: Iterable[puzzles.Tactic]) -> int:
    """Save tactics, except those already known; returns how many were new."""
    rows = [
        Tactic(
            variant=tactic.variant,
            family=engine_for(tactic.variant, {}).family,
            digest=hashlib.sha256(f"{tactic.variant} {tactic.position}".encode()).hexdigest(),
            position=tactic.position,
            turns=tactic.turns,
            theme=tactic.theme,
            line=tactic.line,
            made_at=timezone.now(),
        )
        for tactic in found
    ]
    before = Tactic.objects.count()
    Tactic.objects.bulk_create(rows, ignore_conflicts=True, batch_size=500)
    return Tactic.objects.count() - before


def prepare_tactics() -> int:
    """Sweep: import the bundled tactics if the site has none; returns how many."""
    if Tactic.objects.exists() or not STARTING_SET.is_file():
        return 0
    return keep_tactics(read_tactics(STARTING_SET.read_text().splitlines()))


# -- solving ------------------------------------------------------------------------------------------------------


def try_tactic(*, tactic_id: int, user: User | None, turns: Sequence[Sequence[str]]) -> VerdictJson:
    """Check a try as far as it goes; a member's first one is rated when it is decided."""
    tactic = get_tactic(tactic_id)
    verdict = judge_try(tactic, turns)
    rated = None
    if user is not None and verdict.word in (SOLVED, WRONG):
        outcome = TacticOutcome.SOLVED if verdict.word == SOLVED else TacticOutcome.FAILED
        rated = _decide(tactic, user, outcome, turns, has_seen=verdict.word == SOLVED)
    return {
        "verdict": verdict.word,
        "answer": verdict.answer,
        "face": verdict.face,
        "rating": None if rated is None else _rating_json(rated),
        "solution": tactic.line if verdict.word == SOLVED else None,
    }


def give_up(*, tactic_id: int, user: User | None) -> GivenUpJson:
    """Return the solution. Before the first try it counts as a failed one."""
    tactic = get_tactic(tactic_id)
    rated = None if user is None else _decide(tactic, user, TacticOutcome.GIVEN_UP, [], has_seen=True)
    return {"solution": tactic.line, "rating": None if rated is None else _rating_json(rated)}


def _decide(
    tactic: Tactic, user: User, outcome: TacticOutcome, turns: Sequence[Sequence[str]], *, has_seen: bool
) -> TacticTry | None:
    """Save the first try and rate it; None if it was not the first, or is a guest's, who has no rating.

    The tactic's row is locked before the person's.
    """
    with transaction.atomic():
        locked = Tactic.objects.select_for_update(no_key=True).get(pk=tactic.pk)
        lock_person(user)
        earlier = TacticTry.objects.filter(tactic=locked, user=user).first()
        if earlier is not None:
            if has_seen and not earlier.has_seen:
                TacticTry.objects.filter(pk=earlier.pk).update(has_seen=True)
            return None
        is_solved = outcome == TacticOutcome.SOLVED
        before, after = (START_VALUE,) * 2 if user.is_guest else _rate(locked, user, is_solved=is_solved)
        made = TacticTry.objects.create(
            tactic=locked,
            user=user,
            outcome=outcome,
            turns=[list(turn) for turn in turns],
            has_seen=has_seen,
            value_before=before,
            value_after=after,
            finished_at=timezone.now(),
        )
    return None if user.is_guest else made


def _rate(tactic: Tactic, user: User, *, is_solved: bool) -> tuple[int, int]:
    """Rate both as after a game between the two; returns the player's rating before and after."""
    PuzzleRating.objects.get_or_create(user=user, defaults={"changed_at": timezone.now()})
    rating = PuzzleRating.objects.select_for_update(no_key=True).get(user=user)
    before = rating.skill.value
    player, puzzle = rate_table([rating.skill, tactic.skill], [1, 2] if is_solved else [2, 1])
    rating.mu, rating.sigma, rating.changed_at = player.mu, player.sigma, timezone.now()
    rating.tries += 1
    rating.save()
    tactic.mu, tactic.sigma = puzzle.mu, puzzle.sigma
    tactic.tries += 1
    tactic.solved += is_solved
    tactic.save(update_fields=["mu", "sigma", "tries", "solved"])
    return before, rating.skill.value


def _rating_json(rated: TacticTry) -> RatedJson:
    return {"before": rated.value_before, "after": rated.value_after}
