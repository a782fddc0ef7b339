"""Replays and exports: any position of a game's record, and the record as a file."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.utils.translation import gettext as _

from accounts.json_types import DateTime, time_text
from games.enums import EndReason, GameStatus
from games.models import Game, Seat, Step
from games.rules.match import Match
from games.selectors.game_json import ControlJson, PlayerJson, record_json, terms_json
from games.selectors.position_json import StateJson, face_of
from games.selectors.result_text import result_words
from games.translation import colour_words, in_words

FORMAT, VERSION = "asterism-game", 1


class RecordPlayerJson(PlayerJson):
    seat: int
    colour: str


class GameRecordJson(TypedDict):
    """`record` has all entries of the game in order, with set-ups and ends (`#resignation:1`).

    `POST imports/` accepts it.
    """

    format: str
    version: int
    id: int
    variant: str
    options: dict[str, str]
    turn_limit: int | None
    control: ControlJson
    rated: bool
    players: list[RecordPlayerJson]
    started_at: DateTime | None
    finished_at: DateTime | None
    status: Annotated[str, GameStatus]
    reason: Annotated[str, EndReason] | None
    ranks: list[int | None]
    record: list[str]


def match_at(game: Game, ply: int) -> Match:
    """The match after `ply` entries of the record; beyond the end, the final one."""
    entries = Step.objects.filter(game=game, ply__lt=ply).order_by("ply").values_list("text", flat=True)
    return Match.replay(game.engine, entries, game.turn_limit)


def face_at(game: Game, ply: int) -> StateJson:
    """A past position as JSON, without legal steps."""
    return {**face_of(match_at(game, ply), is_limited=game.is_limited), "choices": []}


def record_file(game: Game, seats: Sequence[Seat]) -> GameRecordJson:
    """The whole game as one JSON record, enough to replay it anywhere."""
    return _record(game, seats, list(Step.objects.filter(game=game).order_by("ply").values_list("text", flat=True)))


def record_files(games: Sequence[Game]) -> list[GameRecordJson]:
    """As `record_file` for many games, with one query for their entries."""
    entries: dict[int, list[str]] = {game.pk: [] for game in games}
    steps = Step.objects.filter(game__in=entries).order_by("game_id", "ply")
    for game_id, text in steps.values_list("game_id", "text"):
        entries[game_id].append(text)
    return [_record(game, game.table, entries[game.pk]) for game in games]  # type: ignore[attr-defined]


def _record(game: Game, seats: Sequence[Seat], entries: list[str]) -> GameRecordJson:
    terms = terms_json(game.terms)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": game.pk,
        "variant": game.variant,
        "options": terms["options"],
        "turn_limit": game.turn_limit,
        "control": terms["control"],
        "rated": game.rated,
        "players": [_record_player(seat) for seat in seats],
        "started_at": time_text(game.started_at),
        "finished_at": time_text(game.finished_at),
        "status": game.status,
        "reason": game.reason or None,
        "ranks": [seat.rank for seat in seats],
        "record": entries,
    }


def _record_player(seat: Seat) -> RecordPlayerJson:
    return {
        "seat": seat.index,
        "colour": seat.colour,
        "name": seat.user.public_name,
        "username": seat.user.username,
        "is_ai": seat.user.is_ai,
    }


def transcript(game: Game, seats: Sequence[Seat]) -> str:
    """The game as text: players, options, and one line per turn."""
    lines = [_("%(game)s, game %(number)d") % {"game": in_words(game.engine.name), "number": game.pk}]
    lines += [f"{colour_words(seat.colour)}: {seat.user.public_name}" for seat in seats]
    lines += [f"{name}: {value}" for name, value in game.engine.options.items()]
    lines.append("")
    for number, turn in enumerate(record_json(game), start=1):
        who = "" if turn["seat"] is None else f"{colour_words(seats[turn['seat']].colour)} "
        lines.append(f"{number}. {who}{' '.join(turn['steps'])}")
    if words := result_words(game, seats):
        lines += ["", words]
    return "\n".join(lines) + "\n"
