"""Tournaments as JSON, for the API and as context of the pages."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast

from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.selectors.game_json import ConditionsJson, PlayerJson, conditions_json, seconds
from games.selectors.game_queries import player_json
from games.translation import in_words
from tournaments.clubs.selectors.clubs import Viewer
from tournaments.enums import EntryStatus, FormatChoices, LogKind, Outcome, RoundStatus, Source, Status, Venue
from tournaments.models import (
    AskedBye,
    Bye,
    Change,
    Entry,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.pairing.values import ByeKind, Scoring
from tournaments.rule_fields import RULES
from tournaments.selectors.names import fill_names
from tournaments.selectors.record import played_value
from tournaments.selectors.remedies import remedies_of
from tournaments.selectors.tournaments import entry_of, is_organiser, last_published_round, organisers_of, rounds_of
from tournaments.standings.tie_breaks import TieBreak

Json = dict[str, Any]
# What the line, the terms and the description show; the other rules are the details.
SHOWN_APART = {"name", "description", "format", "terms", "venue", "rounds", "first_round_at"}
KINDS_OF_BYE = tuple(kind.value for kind in ByeKind)
DETAILS = [rule for rule in RULES.values() if rule.name not in SHOWN_APART]


# -- tournaments --------------------------------------------------------------------------------------------------


class ClubNameJson(TypedDict):
    slug: str
    name: str


class TournamentLineJson(TypedDict):
    id: int
    club: ClubNameJson
    name: str
    status: Annotated[str, Status]
    format: Annotated[str, FormatChoices]
    venue: Annotated[str, Venue]
    variant: str
    family: str
    rounds: int
    players: int
    first_round_at: DateTime | None
    created_at: DateTime


class YouJson(TypedDict):
    organiser: bool
    entry: int | None
    status: Annotated[str, EntryStatus] | None


def tournament_line(tournament: Tournament, player_count: int) -> TournamentLineJson:
    return {
        "id": tournament.pk,
        "club": {"slug": tournament.club.slug, "name": tournament.club.name},
        "name": tournament.name,
        "status": tournament.status,
        "format": tournament.format,
        "venue": tournament.venue,
        "variant": tournament.variant,
        "family": tournament.family,
        "rounds": tournament.rounds,
        "players": player_count,
        "first_round_at": time_text(tournament.first_round_at),
        "created_at": time_text(tournament.created_at),
    }


if TYPE_CHECKING:

    class RulesJson(TypedDict):
        """The rules in `DETAILS`: a rule is declared once, in `TournamentRules`."""

else:
    _RULE_TYPES = {timedelta: float, datetime: DateTime, User: str, Scoring: dict[str, str], TieBreak: list[str]}
    _types = {rule.name: _RULE_TYPES.get(rule.kind, rule.kind) for rule in DETAILS}
    RulesJson = TypedDict(
        "RulesJson",
        {rule.name: _types[rule.name] | None if rule.default is None else _types[rule.name] for rule in DETAILS},
    )


class TournamentJson(ConditionsJson, TournamentLineJson, RulesJson):
    """A tournament with its rules. Points are exact (`"6"`, `"1/2"`), times in seconds."""

    description: str
    revision: int
    current_round: int
    organisers: list[PlayerJson]
    you: YouJson


def tournament_json(tournament: Tournament, viewer: Viewer) -> TournamentJson:
    own = entry_of(tournament, viewer)
    players = Entry.objects.filter(tournament=tournament, status=EntryStatus.ENTERED).count()
    return {
        **tournament_line(tournament, players),
        **conditions_json(tournament.terms),
        **_rules_json(tournament),
        "description": tournament.description,
        "revision": tournament.revision,
        "current_round": last_published_round(tournament),
        "organisers": [player_json(organiser) for organiser in organisers_of(tournament)],
        "you": {
            "organiser": is_organiser(tournament, viewer),
            "entry": None if own is None else own.pk,
            "status": None if own is None else own.status,
        },
    }


def _rules_json(tournament: Tournament) -> RulesJson:
    rules: Any = {rule.name: _rule_json(getattr(tournament, rule.name)) for rule in DETAILS}
    return cast(RulesJson, rules)


def _rule_json(value: Any) -> Any:
    if isinstance(value, timedelta):
        return seconds(value)
    if isinstance(value, datetime):
        return time_text(value)
    return value.username if isinstance(value, User) else value


class EntryJson(TypedDict):
    id: int
    number: int | None
    name: str
    username: str | None
    is_ai: bool
    is_bye_ai: bool
    rating: int | None
    status: Annotated[str, EntryStatus]
    first_round: int
    left_round: int | None


def entry_json(entry: Entry) -> EntryJson:
    return {
        "id": entry.pk,
        "number": entry.number,
        "name": entry.name,
        "username": None if entry.user is None else entry.user.username,
        "is_ai": entry.user is not None and entry.user.is_ai,
        "is_bye_ai": entry.is_bye_ai,
        "rating": entry.rating,
        "status": entry.status,
        "first_round": entry.first_round,
        "left_round": entry.left_round,
    }


class AskedByeJson(TypedDict):
    player: int
    round: int
    kind: Annotated[str, KINDS_OF_BYE]


def asked_bye_json(bye: AskedBye) -> AskedByeJson:
    return {"player": bye.entry_id, "round": bye.round_number, "kind": bye.kind}


class ChangeJson(TypedDict):
    id: int
    at: DateTime
    actor: PlayerJson | None
    kind: Annotated[str, LogKind]
    round: int | None
    text: str
    reason: str


def change_json(change: Change) -> ChangeJson:
    return {
        "id": change.pk,
        "at": time_text(change.at),
        "actor": None if change.actor is None else player_json(change.actor),
        "kind": change.kind,
        "round": change.round_number,
        "text": in_words(change.text),
        "reason": change.reason,
    }


# -- rounds -------------------------------------------------------------------------------------------------------


class RoundJson(TypedDict):
    number: int
    attempt: Annotated[int, "Changes with every edit of the draft; required by requests that act on the draft."]
    status: Annotated[str, RoundStatus]
    progress: int
    problem: str
    remedies: list[str]
    engine: str
    engine_version: str
    seed: int
    input_digest: str
    edited_by_hand: bool
    starts_at: DateTime | None
    deadline: DateTime | None
    published_at: DateTime | None
    finished_at: DateTime | None


def round_json(round_: Round) -> RoundJson:
    return {
        "number": round_.number,
        "attempt": round_.attempt,
        "status": round_.status,
        "progress": round_.progress,
        "problem": in_words(round_.problem),
        "remedies": list(remedies_of(round_)),
        "engine": round_.engine,
        "engine_version": round_.engine_version,
        "seed": round_.seed,
        "input_digest": round_.input_digest,
        "edited_by_hand": round_.edited_by_hand,
        "starts_at": time_text(round_.starts_at),
        "deadline": time_text(round_.deadline),
        "published_at": time_text(round_.published_at),
        "finished_at": time_text(round_.finished_at),
    }


def rounds_json(tournament: Tournament, *, drafts: bool) -> list[RoundJson]:
    return [round_json(round_) for round_ in rounds_of(tournament, drafts=drafts).order_by("number")]


class TableSeatJson(TypedDict):
    player: EntryJson
    rank: int | None
    by_tally: bool
    tally: int | None
    points: str | None


class ClaimJson(TypedDict):
    """A reported result: ranks, tallies and the seats separated by tally, in turn order."""

    outcome: Annotated[str, Outcome]
    ranks: list[int]
    by_tally: list[int]
    tallies: list[int] | None
    absent: list[int]


class TableJson(TypedDict):
    """A table; seats are in turn order.

    `claim` is a reported result that another player must confirm, and `contradicts` an earlier report that differs:
    then neither counts until two players agree or an organiser decides.
    """

    id: int
    number: int
    replay: int
    venue: Annotated[str, Venue]
    reason: str
    game: int | None
    outcome: Annotated[str, Outcome] | None
    source: Annotated[str, Source] | None
    version: Annotated[int, "Changes with every result entered, corrected or cleared; send it back as `seen`."]
    absent: Annotated[list[int], "Seats, from 0, whose players did not appear."]
    is_void: bool
    claim: ClaimJson | None
    claimed_by: str | None
    contradicts: ClaimJson | None
    seats: list[TableSeatJson]


class ByeJson(TypedDict):
    player: EntryJson
    kind: Annotated[str, KINDS_OF_BYE]
    points: str
    reason: str


class PairingsJson(RoundJson):
    tables: list[TableJson]
    byes: list[ByeJson]


def pairings_json(round_: Round) -> PairingsJson:
    """A round with its tables and byes, in a fixed number of queries."""
    found = Table.objects.filter(round=round_).order_by("replay", "number")
    tables = list(found.select_related("claimed_by").prefetch_related("seats__entry__user"))
    byes = list(Bye.objects.filter(round=round_).select_related("entry__user").order_by("entry__number"))
    fill_names([*tables, *byes], "reason")
    scoring = round_.tournament.points
    return {
        **round_json(round_),
        "tables": [table_json(table, round_, scoring) for table in tables],
        "byes": [
            {
                "player": entry_json(bye.entry),
                "kind": bye.kind,
                "points": bye.points_text,
                "reason": in_words(bye.reason),
            }
            for bye in byes
        ],
    }


def table_json(table: Table, round_: Round, scoring: Scoring) -> TableJson:
    table.round = round_
    points = [str(seat.points) for seat in played_value(table, scoring).seats] if table.is_decided else None
    return {
        "id": table.pk,
        "number": table.number,
        "replay": table.replay,
        "venue": table.venue,
        "reason": in_words(table.reason),
        "game": table.game_id,
        "outcome": table.outcome or None,
        "source": table.source or None,
        "version": table.result_version,
        "absent": [seat.index for seat in table.seats.all() if is_no_show(table, seat)],
        "is_void": table.is_void,
        "claim": None if table.claim is None else _claim_json(table.claim),
        "claimed_by": None if table.claimed_by is None else table.claimed_by.name,
        "contradicts": _claim_json(table.claim["contradicts"]) if table.claim and table.is_disputed else None,
        "seats": [
            {
                "player": entry_json(seat.entry),
                "rank": seat.rank,
                "by_tally": seat.by_tally,
                "tally": seat.tally,
                "points": None if points is None else points[seat.index],
            }
            for seat in table.seats.all()
        ],
    }


class WrittenResultJson(TableJson):
    """The table after a result was entered or cleared, and what follows from it."""

    follows: Annotated[list[str], "Sentences: a draft that was discarded, rounds that stay as they were paired."]


def current_table_json(table_id: int) -> TableJson:
    """A table as it is now."""
    table = Table.objects.select_related("claimed_by", "round__tournament").get(pk=table_id)
    fill_names([table], "reason")
    return table_json(table, table.round, table.round.tournament.points)


def is_no_show(table: Table, seat: Seat) -> bool:
    """Whether the player of a seat did not appear, by the table's result."""
    return seat.rank != 1 if table.outcome == Outcome.FORFEIT else table.is_decided and seat.is_absent


def _claim_json(claim: Json) -> ClaimJson:
    is_forfeit, ranks = claim["outcome"] == Outcome.FORFEIT, claim["ranks"]
    return {
        "outcome": claim["outcome"],
        "ranks": claim["ranks"],
        "by_tally": claim["by_tally"],
        "tallies": claim["tallies"],
        "absent": [i for i, rank in enumerate(ranks) if rank != 1] if is_forfeit else claim.get("absent", []),
    }
