"""A person's tournaments in a club, and the score against every opponent."""

from collections import Counter, defaultdict
from typing import TypedDict

from tournaments.clubs.selectors.clubs import Viewer
from tournaments.clubs.selectors.identity import Key, Player, club_entries, entries_of_person, players_of
from tournaments.clubs.selectors.roster import RosterPersonJson, roster_person_json, runs_club
from tournaments.enums import Outcome, Status
from tournaments.models import Person, Seat
from tournaments.selectors.standings import TournamentNameJson, standings_json

WIN, DRAW, LOSS = "wins", "draws", "losses"


class PlayedJson(TypedDict):
    """A tournament of a person; `rank` and `points` are None until a round is published."""

    tournament: TournamentNameJson
    player: int
    rank: int | None
    points: str | None


class OpponentJson(TypedDict):
    """The score against one opponent: an account (`username`), a person of the roster, or both."""

    name: str
    username: str | None
    person: int | None
    wins: int
    draws: int
    losses: int


class ClubPersonJson(TypedDict):
    """A person of a club's roster; `private` is for the club's owners and organisers."""

    id: int
    name: str
    username: str | None
    is_departed: bool
    tournaments: list[PlayedJson]
    opponents: list[OpponentJson]
    private: RosterPersonJson | None


def person_json(person: Person, viewer: Viewer) -> ClubPersonJson:
    sees_private = person.departed_at is None and runs_club(person.club, viewer)
    return {
        "id": person.pk,
        "name": person.name if sees_private else public_name(person),
        "username": None if person.user is None else person.user.username,
        "is_departed": person.departed_at is not None,
        "tournaments": tournaments_played(person),
        "opponents": opponents_met(person),
        "private": roster_person_json(person) if sees_private else None,
    }


def public_name(person: Person) -> str:
    """The name, if it has played; else the name of its account: a link makes no name public."""
    own = person.entries.exclude(tournament__status=Status.DRAFT)
    return person.name if person.user is None or own.exists() else person.user.public_name


def tournaments_played(person: Person) -> list[PlayedJson]:
    """The published tournaments of a person, the newest first."""
    entries = entries_of_person(person).exclude(tournament__status=Status.DRAFT).select_related("tournament")
    played: list[PlayedJson] = []
    for entry in entries.order_by("-tournament_id"):
        tournament = entry.tournament
        rows = standings_json(tournament)["rows"]
        row = next((row for row in rows if row["player"]["id"] == entry.pk), None)
        played.append(
            {
                "tournament": {"id": tournament.pk, "name": tournament.name, "status": tournament.status},
                "player": entry.pk,
                "rank": None if row is None else row["rank"],
                "points": None if row is None else row["points"],
            }
        )
    return played


def opponents_met(person: Person) -> list[OpponentJson]:
    """The score against every opponent in the club's tournaments, those met most often first.

    At tables of three and four every opponent is a duel. Forfeits and void games are not games played.
    """
    own = set(entries_of_person(person).values_list("pk", flat=True))
    scores: dict[Key, Counter[str]] = defaultdict(Counter)
    players: dict[Key, Player] = {}
    tables = _seats_by_table(own)
    met = club_entries(person.club).filter(pk__in={seat.entry_id for seats in tables for seat in seats} - own)
    by_entry = players_of(person.club, met)
    for seats in tables:
        mine = next(seat for seat in seats if seat.entry_id in own)
        for seat in seats:
            player = by_entry.get(seat.entry_id)
            if player is not None:
                players[player.key] = player
                scores[player.key][_score(mine, seat)] += 1
    lines = [_opponent_json(players[key], score) for key, score in scores.items()]
    return sorted(lines, key=lambda one: (-one["wins"] - one["draws"] - one["losses"], one["name"].casefold()))


def _seats_by_table(own: set[int]) -> list[list[Seat]]:
    played = [Outcome.GOAL, Outcome.LIMIT, Outcome.DRAW]
    seats = Seat.objects.filter(table__seats__entry__in=own, table__outcome__in=played, table__is_void=False)
    tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats.filter(round__published_at__isnull=False).select_related("table").distinct():
        tables[seat.table_id].append(seat)
    return list(tables.values())


def _score(mine: Seat, other: Seat) -> str:
    if mine.table.outcome == Outcome.DRAW or mine.rank is None or other.rank is None or mine.rank == other.rank:
        return DRAW
    return WIN if mine.rank < other.rank else LOSS


def _opponent_json(player: Player, score: Counter[str]) -> OpponentJson:
    return {
        "name": player.name,
        "username": None if player.user is None else player.user.username,
        "person": None if player.person is None else player.person.pk,
        "wins": score[WIN],
        "draws": score[DRAW],
        "losses": score[LOSS],
    }
