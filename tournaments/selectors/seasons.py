"""Season tables and club tables as JSON: totals of each player's best results over several tournaments."""

from fractions import Fraction
from typing import TypedDict

from django.db.models import QuerySet

from games.selectors.position_json import fraction_text
from tournaments.clubs.selectors.identity import Key, Player, club_entries, players_of
from tournaments.enums import SeasonScore, Status
from tournaments.models import Club, Season, Tournament
from tournaments.selectors.revision_cache import cached_by_revision
from tournaments.selectors.standings import TournamentNameJson, standings_table
from tournaments.standings.seasons import SeasonResult, SeasonRow, places_gained, season_table


class SeasonLineJson(TypedDict):
    id: int
    name: str
    best: int | None
    score: str


class SeasonRowJson(TypedDict):
    """A player's total. `username` is the account, `person` the name on the club's roster; a player has one or both."""

    rank: int
    username: str | None
    person: int | None
    name: str
    total: str
    counted: dict[str, str]
    left_out: dict[str, str]


class SeasonTableJson(TypedDict):
    tournaments: list[TournamentNameJson]
    rows: list[SeasonRowJson]


class SeasonJson(SeasonLineJson, SeasonTableJson):
    """Totals of each player's best results; `counted` and `left_out` by tournament."""


class ClubTableJson(SeasonTableJson):
    """Totals over all finished tournaments of a club."""

    best: int | None
    score: str


def season_line(season: Season) -> SeasonLineJson:
    return {"id": season.pk, "name": season.name, "best": season.best, "score": season.score}


def season_json(season: Season) -> SeasonJson:
    """The ranking over the season's final and provisional tournaments."""
    return {
        **season_line(season),
        **_table_over(season.club, season.tournaments.all(), best=season.best, score=season.score),
    }


def club_table_json(club: Club, *, best: int | None, score: str) -> ClubTableJson:
    """The ranking over all final and provisional tournaments of a club."""
    return {"best": best, "score": score, **_table_over(club, club.tournaments.all(), best=best, score=score)}


def _table_over(club: Club, tournaments: QuerySet[Tournament], *, best: int | None, score: str) -> SeasonTableJson:
    """The ranking over tournaments, without AIs: by account, and by the name on the roster of those without one."""
    ended = list(tournaments.filter(status__in=[Status.PROVISIONAL, Status.FINAL]).order_by("id"))
    results, players = _season_results(club, ended, score)
    return {
        "tournaments": [{"id": one.pk, "name": one.name, "status": one.status} for one in ended],
        "rows": [_season_row_json(row, players[row.player]) for row in season_table(results, best=best)],
    }


def _season_results(club: Club, ended: list[Tournament], score: str) -> tuple[list[SeasonResult], dict[int, Player]]:
    """Results by player; the table needs numbers for players, which are given here."""
    scores = {entry: points for tournament in ended for entry, points in _scores(tournament, score).items()}
    entries = list(club_entries(club).filter(tournament__in=ended).order_by("tournament_id", "number", "id"))
    by_entry = players_of(club, entries)
    numbers: dict[Key, int] = {}
    results, players = [], {}
    for entry in entries:
        player = by_entry.get(entry.pk)
        if player is not None and entry.pk in scores and not (player.user is not None and player.user.is_ai):
            number = numbers.setdefault(player.key, len(numbers))
            players[number] = player
            results.append(SeasonResult(entry.tournament_id, number, scores[entry.pk]))
    return results, players


def _season_row_json(row: SeasonRow, player: Player) -> SeasonRowJson:
    return {
        "rank": row.rank,
        "username": None if player.user is None else player.user.username,
        "person": None if player.person is None else player.person.pk,
        "name": player.name,
        "total": fraction_text(row.total),
        "counted": {str(one.tournament): fraction_text(one.score) for one in row.counted},
        "left_out": {str(one.tournament): fraction_text(one.score) for one in row.left_out},
    }


def _scores(tournament: Tournament, score: str) -> dict[int, Fraction]:
    """The score of each entry that a tournament contributes to a season."""

    def compute() -> dict[int, Fraction]:
        _event, table = standings_table(tournament, tournament.rounds)
        by_places = score == SeasonScore.PLACES
        return places_gained(table) if by_places else {row.entrant: row.points for row in table.rows}

    return cached_by_revision(tournament, f"scores:{score}", compute)
