"""Projected standings and possible ranks, by API and page."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.clock import settle_game
from games.timing import TimeControl
from tests.games.playing import client_of, play
from tests.tournaments.playing import decide, next_round, open_tables, running_tournament
from tournaments.enums import Venue
from tournaments.models import Club, Tournament
from tournaments.selectors.projection import projection_version
from tournaments.services.results import count_finished_games

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def online_tournament(club: Club, secretary: User, players: int = 4, **more: Any) -> Tournament:
    tournament = running_tournament(club, secretary, players, rounds=2, venue=Venue.CORRESPONDENCE, **more)
    next_round(tournament, secretary)
    return tournament


def read(tournament: Tournament, part: str) -> Any:
    answer = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/{part}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def table_of(answer: Any) -> dict[str, tuple[int, str]]:
    return {row["player"]["name"]: (row["rank"], row["points"]) for row in answer["rows"]}


@pytest.mark.parametrize("turn_limit", [2, 8, None])
def test_running_games_count_by_their_current_tallies(club: Club, secretary: User, turn_limit: int | None) -> None:
    tournament = online_tournament(club, secretary, turn_limit=turn_limit)
    one, _other = open_tables(tournament)
    assert read(tournament, "projection")["games"] == []
    play(one.game, 2)
    answer = read(tournament, "projection")
    (game,) = answer["games"]
    assert (game["game"], game["table"], game["round"]) == (one.game_id, one.pk, 1)
    face = Game.objects.get(pk=one.game_id).face
    tally = face["tally"]
    worth = {player["name"]: player["points"] for player in game["players"]}
    expected = ["2", "2"] if tally[0] == tally[1] else ["4", "0"] if tally[0] > tally[1] else ["0", "4"]
    assert list(worth.values()) == expected
    shown = table_of(answer)
    assert {name: shown[name][1] for name in worth} == worth
    assert {row["present_points"] for row in answer["rows"]} == {"0"}


def test_the_projection_is_the_result_when_the_limit_is_reached(club: Club, secretary: User) -> None:
    tournament = online_tournament(
        club, secretary, players=6, turn_limit=20, round_length=timedelta(days=5), control=TimeControl.days(14)
    )
    games = [table.game for table in open_tables(tournament)]
    for number, game in enumerate(games):
        play(game, 4 + number)
    projected = table_of(read(tournament, "projection"))
    assert projected != table_of(read(tournament, "standings"))
    for game in games:
        game.refresh_from_db()
        settle_game(game_id=game.pk, now=game.ends_at)
    count_finished_games()
    assert table_of(read(tournament, "standings")) == projected


def test_the_etag_changes_with_every_turn(club: Club, secretary: User) -> None:
    tournament = online_tournament(club, secretary)
    table = open_tables(tournament)[0]
    address = f"/api/v1/tournaments/{tournament.pk}/projection/"
    before, tag = projection_version(tournament), client_of(None).get(address)["ETag"]
    assert client_of(None).get(address, headers={"if-none-match": tag}).status_code == 304
    play(table.game, 1)
    assert projection_version(tournament) != before
    assert client_of(None).get(address, headers={"if-none-match": tag}).status_code == 200


def test_the_page_shows_projection_and_ranges(club: Club, secretary: User) -> None:
    tournament = online_tournament(club, secretary)
    address = f"/tournaments/{tournament.pk}/"
    page = Client().get(address).content.decode()
    assert f'href="{address}projection/"' in page
    assert re.search(r'<td class="number">\s*1–4\s*</td>', page)
    assert '<div class="empty">' in Client().get(f"{address}projection/").content.decode()
    play(open_tables(tournament)[0].game, 2)
    projected = Client().get(f"{address}projection/").content.decode()
    assert f"/games/{open_tables(tournament)[0].game_id}/" in projected
    entry = tournament.entries.get(number=1)
    possible = Client().get(f"{address}players/{entry.pk}/").context["card"]["possible"]
    assert (possible["best"], possible["worst"]) == (1, 4)


def test_the_card_after_an_earlier_round_shows_the_points_of_that_round(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=2, accounts=False)

    for seed in (1, 2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    entry = tournament.entries.get(number=1)
    address = f"/api/v1/tournaments/{tournament.pk}/players/{entry.pk}/"
    first, last = client_of(None).get(f"{address}?round=1").json(), client_of(None).get(address).json()
    assert (first["after_round"], len(first["rounds"])) == (1, 1)
    assert (last["after_round"], len(last["rounds"])) == (2, 2)
    assert first["possible"] is None
    assert last["possible"]["best"] == last["possible"]["worst"] == last["rank"]
    assert client_of(None).get(f"{address}?round=3").status_code == 400
