"""Variants: facts, boards, and stateless requests about positions."""

from dataclasses import replace
from typing import Annotated, TypedDict

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView, checked
from accounts.drf.schema import describe
from accounts.drf.throttling import charge_for_work
from accounts.errors import Invalid, NotFound, Unprocessable
from games import rules
from games.api.base import ANYBODY
from games.api.serializers import PositionInput
from games.models import engine_for
from games.rules import IllegalStep
from games.rules.match import Match
from games.rules.registry import option_values
from games.selectors.position_json import (
    DrawnBoardJson,
    ResultJson,
    SetupFormJson,
    StateFaceJson,
    board_json,
    result_json,
    setup_forms,
    state_face,
)
from games.translation import error_words, in_words


class VariantJson(TypedDict):
    id: str
    family: str
    name: str
    seats: int
    colours: list[str]
    options: Annotated[dict[str, list[str]], "Allowed values of each option; the first is the default."]
    turn_limit: int | None
    has_setup: bool
    has_threats: Annotated[bool, "Whether positions list what each piece could capture (`threats`)."]


class VariantDetailJson(VariantJson):
    board: DrawnBoardJson
    setup_forms: Annotated[list[SetupFormJson], "One per seat; empty if the game has no set-up phase."]
    start: str


class PositionJson(StateFaceJson):
    turn_begins: bool
    steps: list[str]
    threats: Annotated[
        dict[str, list[str]],
        "With `has_threats`: for each cell with a piece, the cells it could capture on its turn.",
    ]
    result: ResultJson | None


class Variants(ApiView):
    pagination_class = None

    @describe("List variants", response=list[VariantJson])
    def get(self, request: Request) -> Response:
        return Response([variant_json(variant_id) for variant_id in rules.variant_ids()])


class Variant(ApiView):
    @describe("Get a variant with its board, options and set-up forms", response=VariantDetailJson)
    def get(self, request: Request, variant_id: str) -> Response:
        engine = _engine(variant_id, {})
        detail: VariantDetailJson = {
            **variant_json(variant_id),
            "board": board_json(engine.board()),
            "setup_forms": setup_forms(engine),
            "start": str(engine.start()),
        }
        return Response(detail)


class Positions(ApiView):
    """Open to all: nothing is stored."""

    permission_classes = ANYBODY

    @describe("Get the legal steps, tally and result of a position", request=PositionInput, response=PositionJson)
    def post(self, request: Request, variant_id: str) -> Response:
        given = checked(PositionInput, request)
        charge_for_work(request, steps=len(given["steps"]))
        engine = _engine(variant_id, given["options"])
        return Response(position_json(_played(engine, given.get("position"), given["steps"])))


def variant_json(variant_id: str) -> VariantJson:
    engine = engine_for(variant_id, {})
    return {
        "id": variant_id,
        "family": engine.family,
        "name": in_words(engine.name),
        "seats": engine.seats,
        "colours": list(engine.colours),
        "options": {name: list(values) for name, values in option_values(variant_id).items()},
        "turn_limit": engine.turn_limit,
        "has_setup": engine.has_setup,
        "has_threats": engine.has_threats,
    }


def position_json(match: Match) -> PositionJson:
    state, result = match.state, match.state.result
    return {
        **state_face(state, scene=match.scene(), is_over=result is not None),
        "turn_begins": state.turn_begins(),
        "steps": state.steps(),
        "threats": match.game.threats(state),
        "result": None if result is None else result_json(result),
    }


def _engine(variant_id: str, options: dict[str, str]) -> rules.Game:
    if variant_id not in rules.variant_ids():
        raise NotFound(_("Unknown variant. Choose one of %(known)s.") % {"known": ", ".join(rules.variant_ids())})
    try:
        return engine_for(variant_id, options)
    except ValueError as error:
        raise Invalid(error_words(error), fields={"options": [error_words(error)]}) from error


def _played(engine: rules.Game, position: str | None, steps: list[str]) -> Match:
    """Play the steps from a position, by the rules alone: repetitions don't end it."""
    try:
        state = engine.start() if position is None else engine.parse(position)
    except ValueError as error:
        raise Unprocessable(error_words(error), code="illegal_position") from error
    match = Match.begin_from(engine, state)
    for number, step in enumerate(steps):
        try:
            match = replace(match, result=match.state.result).play(step)
        except IllegalStep as error:
            raise Unprocessable(error_words(error), code="illegal_step", payload={"step": number}) from error
    return match
