"""Standings, crosstables and player cards as JSON, cached per revision."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, TypedDict

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound, Unprocessable
from games.rules.sentences import say
from games.selectors.position_json import fraction_text
from games.translation import error_words, in_words
from tournaments.enums import Status
from tournaments.models import Bye, Entry, Tournament
from tournaments.pairing.trf_export import NotInTrf, check_in_trf, write_trf
from tournaments.pairing.values import ByeKind, TournamentData
from tournaments.selectors.api_json import KINDS_OF_BYE, EntryJson, entry_json
from tournaments.selectors.possible import RankRangeJson, possible_of
from tournaments.selectors.record import tournament_data
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.selectors.tournaments import entries_of, last_complete_round, last_published_round, planned_rounds
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import Row, Standings, standings
from tournaments.standings.record import Mate, RoundRecord
from tournaments.standings.tie_breaks import TIE_BREAKS, TieBreak, Working

DIRECT_ENCOUNTER = (say("Direct encounter"), say("Results of the tied players against each other."))


class TournamentNameJson(TypedDict):
    id: int
    name: str
    status: Annotated[str, Status]


class TieBreakJson(TypedDict):
    code: str
    name: str
    explanation: str


class HeadJson(TypedDict):
    tournament: int
    status: Annotated[str, Status]
    revision: int
    after_round: int
    rounds: int
    tie_breaks: list[TieBreakJson]


class StandingsRowJson(TypedDict):
    rank: int
    player: EntryJson
    points: str
    tie_breaks: list[str | None]


class StandingsJson(HeadJson):
    rows: list[StandingsRowJson]


class MetJson(TypedDict):
    id: int
    number: int | None
    name: str
    points: str


class RecordJson(TypedDict):
    round: int
    points: str
    opponents: list[MetJson]
    moved_first: bool
    is_played: bool
    no_shows: Annotated[list[MetJson], "Players of the table who did not appear: each counts as a win by forfeit."]
    bye: Annotated[str, KINDS_OF_BYE] | None


class CrosstableRowJson(TypedDict):
    rank: int
    player: EntryJson
    points: str
    rounds: Annotated[
        list[list[RecordJson]], "One list per round: empty while a game is in progress, two records after a replay."
    ]


class CrosstableJson(HeadJson):
    rows: list[CrosstableRowJson]


class TermJson(TypedDict):
    round: int
    opponents: list[str]
    value: str
    factor: str | None
    note: str


class WorkedTieBreakJson(TieBreakJson):
    value: str | None
    terms: list[TermJson]


class CardJson(EntryJson):
    after_round: int
    rank: int | None
    points: str | None
    rounds: list[RecordJson]
    tie_breaks: list[WorkedTieBreakJson]


class PlayerCardJson(CardJson):
    """A player with every round, and each tie-break with its arithmetic."""

    possible: RankRangeJson | None


def standings_json(tournament: Tournament, after_round: int | None = None) -> StandingsJson:
    """Standings after a round (by default the latest)."""
    number = _round_to_show(tournament, after_round)
    return cached_by_revision(
        tournament, f"standings:{number}:{get_language()}", lambda: _standings_json(tournament, number)
    )


def crosstable_json(tournament: Tournament, after_round: int | None = None) -> CrosstableJson:
    number = _round_to_show(tournament, after_round)
    return cached_by_revision(
        tournament, f"crosstable:{number}:{get_language()}", lambda: _crosstable_json(tournament, number)
    )


def player_json(tournament: Tournament, entry_id: int, after_round: int | None = None) -> PlayerCardJson:
    """A player's card after a round: every round, and each tie-break with its arithmetic."""
    number = _round_to_show(tournament, after_round)
    name = f"player:{entry_id}:{number}:{get_language()}"
    card = cached_by_revision(tournament, name, lambda: _player_json(tournament, entry_id, number))
    is_latest = number == last_published_round(tournament)
    return {**card, "possible": possible_of(tournament, entry_id) if is_latest else None}


def _player_json(tournament: Tournament, entry_id: int, number: int) -> CardJson:
    entries = {entry.pk: entry for entry in entries_of(tournament)}
    if entry_id not in entries:
        raise NotFound(_("This player isn't in the tournament."))
    data, table = standings_table(tournament, number)
    row = next((row for row in table.rows if row.entrant == entry_id), None)
    return {
        **entry_json(entries[entry_id]),
        "after_round": number,
        "rank": None if row is None else row.rank,
        "points": None if row is None else fraction_text(row.points),
        "rounds": [] if row is None else _own_rounds(data, table, entry_id, entries),
        "tie_breaks": [] if row is None else _own_tie_breaks(table, row, entries),
    }


def has_trf(tournament: Tournament) -> bool:
    """Whether there is a TRF file: the format can express the rules and the byes, and a round is finished."""
    scoring = tournament.points
    try:
        check_in_trf(tournament.pairing_format, tournament.rounds, scoring)
    except NotInTrf:
        return False
    asked = Bye.objects.filter(round__tournament=tournament, kind=ByeKind.REQUESTED, round__published_at__isnull=False)
    has_odd_byes = scoring.requested_bye not in (0, scoring.draw) and asked.exists()
    return not has_odd_byes and last_complete_round(tournament) > 0


def trf_text(tournament: Tournament) -> str:
    """The tournament as a TRF26 file, for FIDE's checkers: up to the last round with all games finished."""
    number = last_complete_round(tournament)
    data, table = standings_table(tournament, number)
    ranks = {row.entrant: row.rank for row in table.rows}
    try:
        return write_trf(
            data,
            name=tournament.name,
            after_round=number,
            ranks=ranks,
            planned_rounds=planned_rounds(tournament),
        )
    except NotInTrf as error:
        raise Unprocessable(error_words(error), code="not_in_trf") from error


def tie_break_words(rule: TieBreak) -> tuple[str, str]:
    """A tie-break's name and its explanation."""
    known = TIE_BREAKS.get(rule)
    title, explanation = DIRECT_ENCOUNTER if known is None else (known.title, known.explanation)
    return in_words(title), in_words(explanation)


def _round_to_show(tournament: Tournament, asked: int | None) -> int:
    last = last_published_round(tournament)
    if asked is None:
        return last
    if not 0 <= asked <= last:
        message = _("Rounds 1 to %(last)s are published. Choose one of them.") % {"last": last}
        raise Invalid.at("round", message)
    return asked


def standings_table(tournament: Tournament, number: int) -> tuple[TournamentData, Standings]:
    """The record of a tournament and its ranking after a round, computed."""
    data = tournament_data(tournament)
    return data, standings(data, after_round=number, tie_breaks=tournament.tie_break_rules)


def _standings_json(tournament: Tournament, number: int) -> StandingsJson:
    _event, table = standings_table(tournament, number)
    return {**head_json(tournament, number), "rows": rows_json(tournament, table)}


def rows_json(tournament: Tournament, table: Standings) -> list[StandingsRowJson]:
    entries = {entry.pk: entry_json(entry) for entry in entries_of(tournament)}
    return [
        {
            "rank": row.rank,
            "player": entries[row.entrant],
            "points": fraction_text(row.points),
            "tie_breaks": [fraction_text(value) for value in row.values],
        }
        for row in table.rows
    ]


def head_json(tournament: Tournament, number: int) -> HeadJson:
    return {
        "tournament": tournament.pk,
        "status": tournament.status,
        "revision": tournament.revision,
        "after_round": number,
        "rounds": tournament.rounds,
        "tie_breaks": [
            {"code": rule.value, "name": tie_break_words(rule)[0], "explanation": tie_break_words(rule)[1]}
            for rule in tournament.tie_break_rules
        ],
    }


def _crosstable_json(tournament: Tournament, number: int) -> CrosstableJson:
    data, table = standings_table(tournament, number)
    entries = {entry.pk: entry for entry in entries_of(tournament)}
    rows: list[CrosstableRowJson] = [
        {
            "rank": row.rank,
            "player": entry_json(entries[row.entrant]),
            "points": fraction_text(row.points),
            "rounds": [[_record_json(one, entries) for one in own] for own in row.rounds],
        }
        for row in crosstable(data, table)
    ]
    return {**head_json(tournament, number), "rows": rows}


def _own_rounds(
    data: TournamentData, table: Standings, entry_id: int, entries: Mapping[int, Entry]
) -> list[RecordJson]:
    own = next(row for row in crosstable(data, table) if row.entrant == entry_id)
    return [_record_json(one, entries) for rounds in own.rounds for one in rounds]


def _record_json(one: RoundRecord, entries: Mapping[int, Entry]) -> RecordJson:
    return {
        "round": one.round,
        "points": fraction_text(one.points),
        "opponents": [_met_json(mate, entries[mate.entrant]) for mate in one.mates],
        "moved_first": one.moved_first,
        "is_played": one.is_played,
        "no_shows": [_met_json(mate, entries[mate.entrant]) for mate in one.no_shows],
        "bye": None if one.bye is None else one.bye.value,
    }


def _met_json(mate: Mate, entry: Entry) -> MetJson:
    return {"id": entry.pk, "number": entry.number, "name": entry.name, "points": fraction_text(mate.points)}


def _own_tie_breaks(table: Standings, row: Row, entries: Mapping[int, Entry]) -> list[WorkedTieBreakJson]:
    return [
        {
            "code": rule.value,
            "name": tie_break_words(rule)[0],
            "explanation": tie_break_words(rule)[1],
            "value": fraction_text(working.value),
            "terms": _terms_json(working, entries),
        }
        for rule, working in zip(table.tie_breaks, row.workings, strict=True)
    ]


def _terms_json(working: Working, entries: Mapping[int, Entry]) -> list[TermJson]:
    return [
        {
            "round": term.round,
            "opponents": [entries[opponent].name for opponent in term.opponents],
            "value": fraction_text(term.value),
            "factor": fraction_text(term.factor),
            "note": term.note.value,
        }
        for term in working.terms
    ]


def points_of(value: str | None) -> Fraction | None:
    """The inverse of `fraction_text`."""
    return None if value is None else Fraction(value)


def standings_csv_rows(answer: Mapping[str, Any]) -> list[list[object]]:
    """Standings as CSV rows, the header first."""
    heading: list[object] = ["rank", "number", "player", "username", "rating", "points"]
    rows: list[list[object]] = [heading + [rule["code"] for rule in answer["tie_breaks"]]]
    for row in answer["rows"]:
        player = row["player"]
        known = [row["rank"], player["number"], player["name"], player["username"], player["rating"]]
        rows.append([*known, points_of(row["points"]), *map(points_of, row["tie_breaks"])])
    return rows
