"""Whole tournaments by API only, and what it answers to whom."""

import csv
import io
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.tokens import create_token
from games.models import Game
from tests.games.playing import client_of, make_people
from tests.tournaments.pairing.checker import accepts, berger_objections, objections
from tests.tournaments.pairing.test_trf import corrupt
from tests.tournaments.playing import (
    decide,
    finish_by_resignation,
    finish_by_turns,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
)
from tournaments.models import Club, Table, Tournament
from tournaments.pairing.values import Format
from tournaments.services.lifecycle import start_tournament
from tournaments.services.registration import enter
from tournaments.services.results import count_finished_games, set_result
from tournaments.services.withdrawal import ask_bye, withdraw_player

pytestmark = pytest.mark.slow

DAYS = {"kind": "days", "allowance": 259200}


def with_token(user: User, *scopes: str) -> APIClient:
    _token, secret = create_token(user=user, name="test", scopes=["read", *scopes], days=1)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def good(answer: Any) -> Any:
    assert answer.status_code in (200, 201, 204), (answer.status_code, answer.content)
    return answer.json() if answer.content else None


def set_up(organiser: APIClient, **rules: Any) -> str:
    """Create a club and a tournament with open registration; return the tournament's address."""
    good(organiser.post("/api/v1/clubs/", {"name": "Vega Circle"}))
    body = {"club": "vega-circle", "name": "Spring Open", "control": DAYS, "turn_limit": 2, **rules}
    tournament = good(organiser.post("/api/v1/tournaments/", body))
    assert tournament["status"] == "draft"
    address = f"/api/v1/tournaments/{tournament['id']}"
    assert good(organiser.post(f"{address}/open/"))["status"] == "registration"
    return address


def play_games(random: Random) -> None:
    for game in Game.objects.filter(status="running"):
        (finish_by_turns if random.random() < 0.5 else lambda game: finish_by_resignation(game, random))(game)
    count_finished_games()


@pytest.mark.parametrize(
    ("players", "rules", "sizes"),
    [
        (8, {"format": "swiss", "variant": "lyra-2", "rounds": 3}, [2, 2, 2, 2]),
        (10, {"format": "swiss_tables", "variant": "bataille-4", "rounds": 2}, [3, 3, 4]),
    ],
)
@pytest.mark.slow
def test_a_whole_tournament_on_an_empty_site_by_tokens(
    db: None, players: int, rules: dict[str, Any], sizes: list[int]
) -> None:
    random = Random(1)
    secretary, *people = make_people("secretary", *(f"p{number}" for number in range(players)))
    organiser = with_token(secretary, "organise")
    url = set_up(organiser, **rules)
    for user in people:
        assert good(with_token(user, "play").post(f"{url}/entry/"))["status"] == "entered"
    assert good(organiser.post(f"{url}/start/"))["status"] == "running"
    for number in range(1, rules["rounds"] + 1):
        draft = good(organiser.post(f"{url}/rounds/"))
        assert (draft["status"], sorted(len(table["seats"]) for table in draft["tables"])) == ("draft", sizes)
        assert all(table["reason"] for table in draft["tables"])
        assert client_of(None).get(f"{url}/rounds/{number}/pairings/").status_code == 404
        good(organiser.post(f"{url}/rounds/{number}/publish/", {"attempt": draft["attempt"]}))
        play_games(random)
        pairings = good(client_of(None).get(f"{url}/rounds/{number}/pairings/"))
        assert pairings["status"] == "finished"
    first = good(client_of(None).get(f"{url}/rounds/1/pairings/"))["tables"][0]
    ranks = list(range(1, sizes[-1] + 1)) if sizes[-1] == len(first["seats"]) else [1, 2, 3][: len(first["seats"])]
    body = {"outcome": "goal", "ranks": ranks, "reason": "the sheet was misread", "seen": first["version"]}
    corrected = good(organiser.post(f"{url}/tables/{first['id']}/result/", body))
    assert (corrected["source"], corrected["seats"][0]["points"]) == ("organiser", "6")
    assert good(organiser.post(f"{url}/sign-off/"))["status"] == "final"
    table = good(client_of(None).get(f"{url}/standings/"))
    assert (table["after_round"], len(table["rows"])) == (rules["rounds"], players)
    log = good(client_of(None).get(f"{url}/log/?page_size=100"))["results"]
    assert log[0]["kind"] == "life"
    assert "the sheet was misread" in {line["reason"] for line in log}


def test_a_draft_is_edited_and_paired_again_by_token(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 6, rounds=3)
    organiser, url = with_token(secretary, "organise"), f"/api/v1/tournaments/{tournament.pk}"
    draft = good(organiser.post(f"{url}/rounds/"))
    assert client_of(secretary).post(f"{url}/rounds/").json()["code"] == "already_paired"
    seats = [[seat["player"]["id"] for seat in table["seats"]] for table in draft["tables"]]
    pair = {"one": seats[0][0], "other": seats[1][0]}
    swapped = good(organiser.post(f"{url}/rounds/1/swap/", {**pair, "attempt": draft["attempt"]}))
    after = [[seat["player"]["id"] for seat in table["seats"]] for table in swapped["tables"]]
    assert after == [[seats[1][0], seats[0][1]], [seats[0][0], seats[1][1]], seats[2]]
    assert swapped["edited_by_hand"]
    turned = good(organiser.post(f"{url}/rounds/1/turn/", {"table": 3, "attempt": swapped["attempt"]}))
    assert [seat["player"]["id"] for seat in turned["tables"][2]["seats"]] == seats[2][::-1]
    good(organiser.post(f"{url}/forbidden/", {"one": seats[2][0], "other": seats[2][1], "reason": "family"}))
    assert organiser.get(f"{url}/rounds/1/").status_code == 404
    again = good(organiser.post(f"{url}/rounds/"))
    pairs = [{seat["player"]["id"] for seat in table["seats"]} for table in again["tables"]]
    assert set(seats[2]) not in pairs
    assert good(organiser.get(f"{url}/rounds/1/objections/")) == []
    again = good(organiser.post(f"{url}/rounds/1/again/", {"attempt": again["attempt"]}))
    good(organiser.delete(f"{url}/rounds/1/?attempt={again['attempt']}"))
    assert good(organiser.get(f"{url}/rounds/")) == []


def test_over_the_board_one_player_reports_and_the_other_confirms(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    url = f"/api/v1/tournaments/{tournament.pk}"
    table = good(client_of(None).get(f"{url}/rounds/1/pairings/"))["tables"][0]
    one, other = (User.objects.get(username=seat["player"]["username"]) for seat in table["seats"])
    stranger = make_people("stranger")[0]
    result = {"outcome": "limit", "ranks": [2, 1], "tallies": [3, 5]}
    address = f"{url}/tables/{table['id']}"
    assert client_of(stranger).post(f"{address}/claim/", result).json()["code"] == "not_a_player"
    assert client_of(other).post(f"{address}/confirm/").json()["code"] == "no_claim"
    claimed = good(client_of(one).post(f"{address}/claim/", result))
    assert (claimed["outcome"], claimed["claimed_by"]) == (None, one.public_name)
    assert client_of(one).post(f"{address}/confirm/").json()["code"] == "own_claim"
    differing = good(client_of(other).post(f"{address}/claim/", {**result, "outcome": "goal"}))
    assert differing["claimed_by"] == other.public_name
    decided = good(client_of(one).post(f"{address}/claim/", {**result, "outcome": "goal"}))
    assert (decided["outcome"], decided["source"]) == ("goal", "players")
    assert [seat["points"] for seat in decided["seats"]] == ["0", "6"]
    assert client_of(one).post(f"{address}/claim/", result).json()["code"] == "decided"


def test_standings_as_csv_with_etag_and_by_round(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    tournament.entries.filter(number=1).update(name="=HYPERLINK(1)")
    for seed in (1, 2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    client, address = client_of(None), f"/api/v1/tournaments/{tournament.pk}/standings/"
    sheet = client.get(f"{address}?format=csv")
    assert sheet["Content-Type"] == "text/csv; charset=utf-8"
    assert sheet["Content-Disposition"] == f'attachment; filename="tournament-{tournament.pk}-standings.csv"'
    assert "Content-Disposition" not in client.get(address)
    rows = list(csv.reader(io.StringIO(sheet.content.decode())))
    heading = ["rank", "number", "player", "username", "rating", "points"]
    assert rows[0] == [*heading, "buchholz_cut_1", "buchholz", "sonneborn_berger"]
    assert "'=HYPERLINK(1)" in {row[2] for row in rows}
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(f"{address}?round=1").json()["after_round"] == 1
    assert client.get(f"{address}?round=3").status_code == 400
    assert list(client.get(f"{address}?round=x").json()["fields"]) == ["round"]
    decide_again(tournament, secretary)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def decide_again(tournament: Tournament, secretary: User) -> None:
    table = Table.objects.filter(round__tournament=tournament).order_by("id")[0]
    client_of(secretary).post(
        f"/api/v1/tournaments/{tournament.pk}/tables/{table.pk}/result/",
        {"outcome": "draw", "reason": "a second look", "seen": table.result_version},
    )


def test_a_players_card_shows_how_points_add_up(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 5, accounts=False, rounds=2)
    for seed in (1, 2):
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(seed))
    url = f"/api/v1/tournaments/{tournament.pk}"
    for row in good(client_of(None).get(f"{url}/standings/"))["rows"]:
        card = good(client_of(None).get(f"{url}/players/{row['player']['id']}/"))
        assert (card["rank"], card["points"]) == (row["rank"], row["points"])
        assert [one["value"] for one in card["tie_breaks"]] == row["tie_breaks"]
        assert [one["round"] for one in card["rounds"]] == [1, 2]
    cross = good(client_of(None).get(f"{url}/crosstable/"))
    assert [len(row["rounds"]) for row in cross["rows"]] == [2] * 5
    assert good(client_of(None).get(f"{url}/possible/"))[0]["best"] == 1


def test_a_trf_export_can_be_imported(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=2)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    text = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/trf/").content.decode()
    assert client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/trf/?format=json").content.decode() == text
    assert text.startswith("012 Spring Open\n142 2\n")
    organiser = client_of(secretary)
    body = {
        "club": club.slug,
        "name": "Copy",
        "format": "swiss",
        "venue": "board",
        "variant": "lyra-2",
        "control": DAYS,
    }
    copy = f"/api/v1/tournaments/{good(organiser.post('/api/v1/tournaments/', body))['id']}"
    assert len(good(organiser.post(f"{copy}/players/import/", {"trf": text}))) == 4
    assert good(organiser.post(f"{copy}/players/import/", {"trf": text})) == []
    bad = organiser.post(f"{copy}/players/import/", {"trf": "nothing here"})
    assert (bad.status_code, list(bad.json()["fields"])) == (400, ["trf"])
    tables = running_tournament(club, secretary, 4, Format.SWISS_TABLES, accounts=False, name="Tables")
    assert client_of(None).get(f"/api/v1/tournaments/{tables.pk}/trf/").json()["code"] == "not_in_trf"


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROUND_ROBIN])
@pytest.mark.slow
def test_the_checker_accepts_the_file_of_a_tournament_played_here(club: Club, secretary: User, format: Format) -> None:
    tournament = running_tournament(club, secretary, 7, format, accounts=False, rounds=5)
    for number in range(1, tournament.rounds + 1):
        if number == 3 and format == Format.SWISS:
            leaver = tournament.entries.get(number=6)
            withdraw_player(entry_id=leaver.pk, user=secretary, reason="ill")
            ask_bye(entry_id=tournament.entries.get(number=2).pk, user=secretary, round_number=4)
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(number))
    text = client_of(None).get(f"/api/v1/tournaments/{tournament.pk}/trf/").content.decode()
    if format == Format.ROUND_ROBIN:
        assert berger_objections(text, double=False) == []
        return
    assert objections(text) == []
    assert not accepts(corrupt(text) or "")


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROUND_ROBIN])
def test_a_round_in_play_is_not_in_the_file(club: Club, secretary: User, format: Format) -> None:
    """Half of its games would look like a round paired for half of the players."""
    tournament = running_tournament(club, secretary, 8, format, accounts=False, rounds=4)
    address = f"/api/v1/tournaments/{tournament.pk}/trf/"
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    after_one_round = client_of(None).get(address).content.decode()
    next_round(tournament, secretary)
    for table in open_tables(tournament)[::2]:
        set_result(table_id=table.pk, user=secretary, outcome="goal", ranks=[1, 2], reason="on the sheet")
    text = client_of(None).get(address).content.decode()
    assert text == after_one_round
    assert not (berger_objections(text, double=False) if format == Format.ROUND_ROBIN else objections(text))
    decide(tournament, secretary, Random(2))
    assert len(client_of(None).get(address).content.decode()) > len(text)


def test_rules_are_checked_and_changes_are_logged(club: Club, secretary: User) -> None:
    organiser = client_of(secretary)
    body = {"club": club.slug, "name": "Odd", "format": "swiss_tables", "variant": "lyra-2", "control": DAYS}
    wrong = organiser.post("/api/v1/tournaments/", {**body, "bye_ai": None, "round_every": 86400})
    assert (wrong.status_code, sorted(wrong.json()["fields"])) == (400, ["first_round_at", "variant"])
    tournament = good(organiser.post("/api/v1/tournaments/", {**body, "variant": "lyra-4", "scoring": {"win": "7.5"}}))
    assert tournament["scoring"]["win"] == "15/2"


def test_points_of_a_third_are_refused(club: Club, secretary: User) -> None:
    body = {"club": club.slug, "name": "Odd", "format": "swiss", "variant": "lyra-2", "control": DAYS}
    answer = client_of(secretary).post("/api/v1/tournaments/", {**body, "scoring": {"tally_win": "13/3"}})
    assert list(answer.json()["fields"]) == ["scoring"]


@pytest.mark.parametrize("points", ["1e30000000", "1e-9", "1/0", "Infinity", "nan", "", "٣", True, [1], {"a": 1}, None])
def test_overlong_point_values_are_refused_unparsed(club: Club, secretary: User, points: object) -> None:
    body = {"club": club.slug, "name": "Odd", "format": "swiss", "variant": "lyra-2", "control": DAYS}
    answer = client_of(secretary).post("/api/v1/tournaments/", {**body, "scoring": {"win": points}})
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["scoring"]


def test_rule_changes_are_logged_with_a_reason_and_refused_when_too_late(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, accounts=False, rounds=3)
    organiser, url = client_of(secretary), f"/api/v1/tournaments/{tournament.pk}"
    late = organiser.patch(f"{url}/", {"format": "round_robin", "scoring": {"win": "3"}})
    assert (late.status_code, sorted(late.json()["fields"])) == (409, ["format", "scoring"])
    good(organiser.patch(f"{url}/", {"tie_breaks": ["wins"], "reason": "as announced"}))
    line = good(client_of(None).get(f"{url}/log/"))["results"][0]
    assert (line["kind"], line["reason"]) == ("rules", "as announced")


def test_the_club_api(db: None) -> None:
    owner, mira, pavel, stranger = make_people("owner", "mira", "pavel", "stranger")
    club = "/api/v1/clubs/vega-circle"
    good(client_of(owner).post("/api/v1/clubs/", {"name": "Vega Circle", "joining": "request"}))
    assert good(client_of(mira).post(f"{club}/members/", {})) == {"joined": "asked"}
    assert client_of(mira).get(f"{club}/requests/").status_code == 403
    assert client_of(mira).delete(f"{club}/requests/own/").status_code == 204
    assert good(client_of(owner).get(f"{club}/requests/")) == []
    good(client_of(mira).post(f"{club}/members/", {}))
    (asked,) = good(client_of(owner).get(f"{club}/requests/"))
    good(client_of(owner).post(f"{club}/requests/{asked['id']}/", {"accept": True}))
    link = good(client_of(owner).get(f"{club}/invitation/"))["invitation"]
    assert good(client_of(pavel).post(f"{club}/members/", {"invitation": link})) == {"joined": "member"}
    good(client_of(owner).patch(f"{club}/members/mira/", {"role": "organiser"}))
    good(client_of(mira).post(f"{club}/news/", {"title": "Hello", "text": "We meet."}))
    assert client_of(pavel).post(f"{club}/news/", {"title": "Hello", "text": "No."}).status_code == 403
    assert [one["title"] for one in good(client_of(None).get(f"{club}/news/"))["results"]] == ["Hello"]
    assert client_of(mira).delete(f"{club}/members/owner/").status_code == 403
    assert client_of(owner).post(f"{club}/leave/").json()["code"] == "last_owner"
    good(client_of(owner).post(f"{club}/transfer/", {"username": "mira"}))
    good(client_of(owner).post(f"{club}/leave/"))
    members = good(client_of(stranger).get(f"{club}/members/"))["results"]
    assert [(one["username"], one["role"]) for one in members] == [("mira", "owner"), ("pavel", "member")]
    good(client_of(mira).delete(f"{club}/"))
    assert client_of(stranger).post(f"{club}/members/", {"invitation": link}).json()["code"] == "closed"
    assert good(client_of(None).get("/api/v1/clubs/"))["results"] == []


def test_a_season_counts_the_best_results(club: Club, secretary: User) -> None:
    tournaments = []
    for number in (1, 2, 3):
        tournament = running_tournament(club, secretary, 2, rounds=1, name=f"Evening {number}") if number == 1 else None
        if tournament is None:
            tournament = again(club, secretary, f"Evening {number}")
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(number))
        tournaments.append(tournament.pk)
    body = {"name": "2026", "best": 2, "tournaments": tournaments}
    season = good(client_of(secretary).post(f"/api/v1/clubs/{club.slug}/seasons/", body))
    assert [len(row["counted"]) for row in season["rows"]] == [2, 2]
    assert [len(row["left_out"]) for row in season["rows"]] == [1, 1]
    address = f"/api/v1/clubs/{club.slug}/seasons/{season['id']}/"
    assert good(client_of(None).get(address)) == season
    assert client_of(None).delete(address).status_code in (401, 403)


def test_a_clubs_leaderboard_is_a_season_of_all_its_finished_tournaments(club: Club, secretary: User) -> None:
    tournament = running_tournament(club, secretary, 4, rounds=1)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    address = f"/api/v1/clubs/{club.slug}"
    body = {"name": "All", "score": "places", "tournaments": [tournament.pk]}
    season = good(client_of(secretary).post(f"{address}/seasons/", body))
    table = good(client_of(None).get(f"{address}/table/?score=places"))
    assert (table["tournaments"], table["rows"]) == (season["tournaments"], season["rows"])
    assert len(table["rows"]) > 1
    assert client_of(None).get(f"{address}/table/?score=luck").status_code == 400
    assert client_of(None).get(f"{address}/table/?best=0").status_code == 400


def again(club: Club, secretary: User, name: str) -> Tournament:
    tournament = open_tournament(club, secretary, rounds=1, name=name)
    for user in User.objects.filter(username__startswith="player"):
        enter(tournament_id=tournament.pk, user=user)
    return start_tournament(tournament_id=tournament.pk, user=secretary)


@pytest.mark.slow
def test_10_and_200_players_need_the_same_number_of_queries(
    club: Club, secretary: User, django_assert_max_num_queries: Any
) -> None:
    counts: dict[str, set[int]] = {}
    for players in (10, 200):
        tournament = running_tournament(club, secretary, players, accounts=False, rounds=2, name=f"Of {players}")
        next_round(tournament, secretary)
        decide(tournament, secretary, Random(1))
        url = f"/api/v1/tournaments/{tournament.pk}"
        for part in ("", "standings/", "crosstable/", "players/", "rounds/1/pairings/", "rounds/", "trf/", "log/"):
            client_of(None).get("/api/v1/clubs/")
            with django_assert_max_num_queries(30) as queries:
                good_read(client_of(None).get(f"{url}/{part}"))
            counts.setdefault(part, set()).add(len(queries))
    assert {part: len(found) for part, found in counts.items()} == dict.fromkeys(counts, 1)


def good_read(answer: Any) -> None:
    assert answer.status_code == 200, answer.content
