"""Tactics puzzles: what a viewer may see of them, which is next, and the engine's check of a try.

The winning line is secret until the puzzle is solved or given up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict, get_args

from django.db.models import Count, F, FloatField, QuerySet
from django.db.models.functions import Abs, Cast
from django.utils.translation import gettext as _

from accounts.errors import NotFound, Unprocessable
from accounts.models import User
from games.enums import TacticOutcome
from games.models import PuzzleRating, Tactic, TacticTry, engine_for
from games.puzzles.engine.tactics import has_won, is_same_turn
from games.ratings.models import SETTLED_SIGMA, START_MU, Skill
from games.rules import IllegalStep, State
from games.rules.match import Match
from games.selectors.game_json import Viewer
from games.selectors.position_json import ResultJson, StateFaceJson, state_face
from games.translation import error_words, in_words

Word = Literal["wrong", "goes_on", "solved"]
WRONG, GOES_ON, SOLVED = get_args(Word)


def get_tactic(tactic_id: int) -> Tactic:
    tactic = Tactic.objects.filter(pk=tactic_id).first()
    if tactic is None:
        raise NotFound(_("Puzzle not found. Choose another from the list."))
    return tactic


def tactics(*, family: str = "", turns: int | None = None) -> QuerySet[Tactic]:
    """All tactics, or those of a family or a length; the easiest first."""
    wanted = Tactic.objects.all() if not family else Tactic.objects.filter(family=family)
    return (wanted if turns is None else wanted.filter(turns=turns)).order_by("mu", "id")


def counts_by_family() -> dict[str, int]:
    counted = Tactic.objects.values_list("family").annotate(Count("id")).order_by("family")
    return dict(counted)


def next_tactic(viewer: Viewer, *, family: str = "", after: int = 0) -> Tactic | None:
    """The puzzle to solve next: one never tried, of about the user's rating; for a visitor the next in order."""
    wanted = tactics(family=family)
    if not isinstance(viewer, User):
        return wanted.filter(pk__gt=after).order_by("id").first() or wanted.order_by("id").first()
    untried = wanted.exclude(first_tries__user=viewer).exclude(pk=after)
    own = skill_of(viewer)
    mu = START_MU if own is None else own.mu
    return untried.alias(gap=Abs(Cast(F("mu") - mu, FloatField()))).order_by("gap", "id").first()


# -- ratings ------------------------------------------------------------------------------------------------------


def skill_of(viewer: Viewer) -> Skill | None:
    if not isinstance(viewer, User):
        return None
    rating = PuzzleRating.objects.filter(user=viewer).first()
    return None if rating is None else rating.skill


def best_solvers() -> QuerySet[PuzzleRating]:
    """Settled puzzle ratings of users with open accounts, best first."""
    settled = PuzzleRating.objects.filter(sigma__lte=SETTLED_SIGMA, user__departed_at=None)
    return settled.select_related("user").order_by("-mu", "user_id")


def first_try(tactic: Tactic, viewer: Viewer) -> TacticTry | None:
    if not isinstance(viewer, User):
        return None
    return TacticTry.objects.filter(tactic=tactic, user=viewer).first()


def outcomes_of(listed: Sequence[Tactic], viewer: Viewer) -> dict[int, str]:
    """The outcome of a user's first attempt at each of these tactics."""
    if not isinstance(viewer, User):
        return {}
    return dict(TacticTry.objects.filter(user=viewer, tactic__in=listed).values_list("tactic_id", "outcome"))


# -- as JSON ------------------------------------------------------------------------------------------------------


class TacticLineJson(TypedDict):
    """`rating` is the puzzle's own: it loses to those who solve it at the first try and beats all others."""

    id: int
    variant: str
    family: str
    name: str
    turns: int
    theme: str
    rating: int
    uncertainty: int
    tries: int
    solved: int


class TacticFaceJson(StateFaceJson):
    turn_begins: bool
    result: ResultJson | None


# Turns, alternately yours and the opponent's, each with its steps.
Line = list[list[str]]


class TacticJson(TacticLineJson):
    """`your_outcome` is that of your first try; `solution` stays null until you solved it or gave up."""

    face: TacticFaceJson
    your_outcome: Annotated[str, TacticOutcome] | None
    solution: Line | None


class RatedJson(TypedDict):
    before: int
    after: int


class GivenUpJson(TypedDict):
    """`rating` is the change of yours by a first try; null for guests and for later tries."""

    solution: Line | None
    rating: RatedJson | None


class VerdictJson(GivenUpJson):
    """`goes_on` has the `answer` to your turn; `face` is the position after it."""

    verdict: Word
    answer: list[str]
    face: TacticFaceJson


def tactic_line(tactic: Tactic) -> TacticLineJson:
    engine = engine_for(tactic.variant, {})
    return {
        "id": tactic.pk,
        "variant": tactic.variant,
        "family": tactic.family,
        "name": in_words(engine.name),
        "turns": tactic.turns,
        "theme": tactic.theme,
        "rating": tactic.skill.value,
        "uncertainty": tactic.skill.uncertainty,
        "tries": tactic.tries,
        "solved": tactic.solved,
    }


def tactic_json(tactic: Tactic, viewer: Viewer) -> TacticJson:
    """A tactic as JSON, with everything that this viewer may see."""
    own = first_try(tactic, viewer)
    return {
        **tactic_line(tactic),
        "face": _face(Match.begin_from(engine_for(tactic.variant, {}), start_of(tactic))),
        "your_outcome": None if own is None else own.outcome,
        "solution": tactic.line if own is not None and own.has_seen else None,
    }


def _face(match: Match) -> TacticFaceJson:
    state = match.state
    face = state_face(state, scene=match.scene(), is_over=state.is_over())
    return {**face, "turn_begins": state.turn_begins(), "result": None}


# -- engine -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The state of a try: `wrong`, `goes_on` with the answer to it, or `solved`; and the position then."""

    word: Word
    answer: list[str]
    face: TacticFaceJson


def start_of(tactic: Tactic) -> State:
    return engine_for(tactic.variant, {}).parse(tactic.position)


def judge_try(tactic: Tactic, turns: Sequence[Sequence[str]]) -> Verdict:
    """Play the solver's turns, with the answers between them, as far as they go; returns the verdict."""
    if len(turns) > tactic.turns:
        raise Unprocessable(_("This puzzle has fewer moves. Start again."), code="too_many_turns")
    match = Match.begin_from(engine_for(tactic.variant, {}), start_of(tactic))
    first, seat = match.state, int(match.state.seat)
    match = _turn_played(match, turns[0], 0)
    if not is_same_turn(first, tuple(turns[0]), tuple(tactic.line[0])):
        return Verdict(WRONG, [], _face(match))
    if has_won(match.state, seat):
        return Verdict(SOLVED, [], _face(match))
    answer = tactic.line[1]
    match = _turn_played(match, answer, 0)
    if len(turns) == 1:
        return Verdict(GOES_ON, answer, _face(match))
    match = _turn_played(match, turns[1], 1)
    return Verdict(SOLVED if has_won(match.state, seat) else WRONG, [], _face(match))


def _turn_played(match: Match, steps: Sequence[str], number: int) -> Match:
    """The match after exactly one whole turn; raises Unprocessable with the turn and step that are wrong."""
    mover = match.state.seat
    for index, step in enumerate(steps):
        is_over_already = index > 0 and (match.state.is_over() or match.state.turn_begins())
        if is_over_already or match.state.seat != mover:
            raise Unprocessable(_("The turn ends before this step. Send only one turn."), code="illegal_step")
        try:
            match = match.play(step)
        except IllegalStep as error:
            place = {"turn": number, "step": index}
            raise Unprocessable(error_words(error), code="illegal_step", payload=place) from error
    if not steps or not (match.state.is_over() or match.state.turn_begins()):
        raise Unprocessable(_("The turn is not complete. Play all of its steps."), code="turn_unfinished")
    return match
