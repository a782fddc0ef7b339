"""Projected standings: games in progress counted by their present tallies, together with the results so far.

Games without a move are left out, and so are tables over the board, whose positions are unknown.
"""

from dataclasses import dataclass, replace
from typing import TypedDict

from django.db.models import QuerySet, Sum
from django.utils.translation import get_language

from games.enums import IN_PROGRESS
from games.models import Game
from games.selectors.game_json import match_of
from games.selectors.position_json import ResultJson, fraction_text, result_json
from tournaments.models import Seat, Table, Tournament
from tournaments.pairing.results import played_table
from tournaments.pairing.values import PlayedTable, Scoring
from tournaments.selectors.record import tournament_data
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.selectors.standings import HeadJson, StandingsRowJson, head_json, rows_json, standings_json
from tournaments.selectors.tournaments import entries_of, last_published_round
from tournaments.standings.ranking import standings


@dataclass(frozen=True)
class RunningTable:
    table_id: int
    game_id: int
    value: PlayedTable


class ProjectedRowJson(StandingsRowJson):
    present_rank: int | None
    present_points: str | None


class ProjectedPlayerJson(TypedDict):
    id: int
    name: str
    points: str


class ProjectedGameJson(TypedDict):
    table: int
    round: int
    game: int
    players: list[ProjectedPlayerJson]


class ProjectionJson(HeadJson):
    games: list[ProjectedGameJson]
    rows: list[ProjectedRowJson]


def projection_version(tournament: Tournament) -> str:
    """A cache version that changes whenever a table is decided or a running game changes."""
    event_seqs = _running(tournament).aggregate(event_seqs=Sum("game__event_seq"))["event_seqs"]
    return f"{tournament.revision} {event_seqs or 0}"


def projection_json(tournament: Tournament) -> ProjectionJson:
    version = projection_version(tournament)
    return cached_by_revision(
        tournament, f"projection:{version}:{get_language()}".replace(" ", ":"), lambda: _projection_json(tournament)
    )


def has_running_games(tournament: Tournament) -> bool:
    return _running(tournament).exists()


def _projection_json(tournament: Tournament) -> ProjectionJson:
    number = last_published_round(tournament)
    supposed = _supposed(tournament)
    data = tournament_data(tournament)
    data = replace(data, played=data.played + tuple(one.value for one in supposed))
    table = standings(data, after_round=number, tie_breaks=tournament.tie_break_rules)
    present = {row["player"]["id"]: row for row in standings_json(tournament, number)["rows"]}
    rows = [_projected(row, present.get(row["player"]["id"])) for row in rows_json(tournament, table)]
    return {**head_json(tournament, number), "games": _games_json(tournament, supposed), "rows": rows}


def _projected(row: StandingsRowJson, before: StandingsRowJson | None) -> ProjectedRowJson:
    return {
        **row,
        "present_rank": None if before is None else before["rank"],
        "present_points": None if before is None else before["points"],
    }


def _games_json(tournament: Tournament, supposed: list[RunningTable]) -> list[ProjectedGameJson]:
    names = {entry.pk: entry.name for entry in entries_of(tournament)}
    return [
        {
            "table": one.table_id,
            "round": one.value.round,
            "game": one.game_id,
            "players": [
                {"id": seat.entrant, "name": names[seat.entrant], "points": fraction_text(seat.points)}
                for seat in one.value.seats
            ],
        }
        for one in supposed
    ]


def _running(tournament: Tournament) -> QuerySet[Table]:
    tables = Table.objects.filter(round__tournament=tournament, round__published_at__isnull=False)
    return tables.filter(is_void=False, outcome="", game__status__in=IN_PROGRESS)


def _supposed(tournament: Tournament) -> list[RunningTable]:
    """Each running game as the result that its tallies would give, in a fixed number of queries."""
    columns = ("pk", "game_id", "round__number", "replay", "game__face__if_limit_now", "game__face__turns")
    rows = list(_running(tournament).order_by("round__number", "replay", "number").values_list(*columns))
    begun = [row for row in rows if any(row[5] or ())]
    unlimited = Game.objects.in_bulk([row[1] for row in begun if row[4] is None])
    seated = _seated([row[0] for row in begun])
    scoring = tournament.points
    return [
        RunningTable(pk, game_id, _result(number, replay, seated[pk], limit or _by_tally(unlimited[game_id]), scoring))
        for pk, game_id, number, replay, limit, _turns in begun
    ]


def _by_tally(game: Game) -> ResultJson:
    """The result by tally of a game without a turn limit: the round's deadline can still end it so."""
    return result_json(match_of(game).ranked_by_tally())


def _seated(table_ids: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    seats = Seat.objects.filter(table_id__in=table_ids).order_by("table_id", "index")
    for table_id, entry_id in seats.values_list("table_id", "entry_id"):
        found.setdefault(table_id, []).append(entry_id)
    return found


def _result(number: int, replay: int, seats: list[int], limit: ResultJson, scoring: Scoring) -> PlayedTable:
    return played_table(number, seats, ranks=limit["ranks"], by_tally=limit["by_tally"], scoring=scoring, replay=replay)
