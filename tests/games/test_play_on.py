"""Playing on from a position against an AI, and importing games from a file."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.errors import Conflict, Invalid, Unprocessable
from accounts.models import User
from accounts.selectors import export_data
from accounts.services.account_closure import close_account
from games.imports.entries import read_entries
from games.imports.play_on import play_on
from games.imports.services import import_record, import_text
from games.models import Game, ImportedGame, Step
from games.selectors.game_json import record_json, seats_of
from games.selectors.replay import GameRecordJson, face_at, record_file
from games.services.account_closure import erase_player_data
from games.services.endings import resign
from games.services.offers import ask_takeback
from tests.accounts.people import has_code
from tests.games.playing import client_of, play, start

MARKUP = "<script>alert(1)</script>"


@pytest.fixture
def nova(db: None) -> User:
    return User.objects.get(username="nova")


def finished(variant: str, players: list[User], turns: int) -> Game:
    game = play(start(variant, players), turns)
    resign(game_id=game.pk, user=players[0])
    game.refresh_from_db()
    return game


def file_of(game: Game) -> GameRecordJson:
    return record_file(game, seats_of(game))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "seats"), [("nonaga", 2), ("galax", 2), ("bataille-3", 3), ("vaeva", 2)])
def test_entries_are_read_with_the_turns_and_seats_they_were_played_in(
    people: list[User], variant: str, seats: int
) -> None:
    game = finished(variant, people[:seats], 7)
    rows = list(Step.objects.filter(game=game).order_by("ply"))
    _match, entries = read_entries(game.engine, [row.text for row in rows], turn_limit=game.turn_limit)
    assert [(entry.turn, entry.seat, entry.text) for entry in entries] == [(r.turn, r.seat, r.text) for r in rows]


class TestPlayOn:
    def test_the_new_game_starts_from_the_chosen_position(self, people: list[User], nova: User) -> None:
        old = finished("nonaga", people[:2], 5)
        ply = record_json(old)[3]["ply"]
        new = play_on(user=people[4], game_id=old.pk, ply=ply, ai=nova)
        new.refresh_from_db()
        assert new.face["position"] == face_at(old, ply)["position"]
        assert (new.ply, new.rated, new.status, new.played_on_from, new.played_on_ply) == (
            ply,
            False,
            "running",
            old,
            ply,
        )
        assert [seat.user.username for seat in seats_of(new)] == ["nova", "stranger"]
        assert record_json(new)[:3] != []
        assert [turn["steps"] for turn in record_json(new)] == [turn["steps"] for turn in record_json(old)[:3]]
        assert play(new, 1).ply > ply

    def test_turns_of_the_original_game_cannot_be_taken_back(self, people: list[User], nova: User) -> None:
        old = finished("lyra-2", people[:2], 6)
        new = play_on(user=people[0], game_id=old.pk, ply=4, ai=nova)
        with pytest.raises(Unprocessable):
            ask_takeback(game_id=new.pk, user=people[0], ply=4)

    def test_seats_that_left_stay_out(self, people: list[User], nova: User) -> None:
        old = play(start("bataille-3", people[:3]), 4)
        resign(game_id=old.pk, user=people[0])
        old.refresh_from_db()
        old = play(old, 2)
        resign(game_id=old.pk, user=people[1])
        ply = Step.objects.filter(game=old).count() - 1
        new = play_on(user=people[0], game_id=old.pk, ply=ply, ai=nova)
        assert [bool(seat.left) for seat in seats_of(new)] == [True, False, False]
        assert play(new, 1).status == "running"

    def test_running_games_and_final_positions_cannot_be_played_on(self, people: list[User], nova: User) -> None:
        running = play(start("nonaga", people[:2]), 3)
        with pytest.raises(Conflict):
            play_on(user=people[4], game_id=running.pk, ply=2, ai=nova)
        old = finished("galax", people[:2], 2)
        with pytest.raises(Unprocessable) as over:
            play_on(user=people[0], game_id=old.pk, ply=old.ply, ai=nova)
        with pytest.raises(Unprocessable) as early:
            play_on(user=people[0], game_id=old.pk, ply=1, ai=nova)
        with pytest.raises(Unprocessable) as person:
            play_on(user=people[0], game_id=old.pk, ply=2, ai=people[1])
        assert [one.value.code for one in (over, early, person)] == ["game_over", "half_way", "not_an_ai"]

    def test_api_and_page_play_on(self, people: list[User], nova: User) -> None:
        old = finished("lyra-2", people[:2], 4)
        path = f"/api/v1/games/{old.pk}/play-on/"
        made = client_of(people[4]).post(path, {"ply": 2, "ai": "nova"})
        assert (made.status_code, made.json()["played_on"]) == (201, {"game": old.pk, "ply": 2})
        assert client_of(None).post(path, {"ply": 2, "ai": "nova"}).status_code == 401
        browser = Client()
        browser.force_login(people[0])
        assert "data-play-on" in browser.get(f"/games/{old.pk}/").content.decode()
        answer = browser.post(f"/games/{old.pk}/play-on/", {"ply": "2", "ai": "nova"})
        new = Game.objects.latest("pk")
        assert answer.headers["Location"] == f"/games/{new.pk}/"
        page = browser.get(f"/games/{new.pk}/").content.decode()
        assert f'href="/games/{old.pk}/?ply=2"' in page
        assert "data-play-on" not in page
        assert Client().post(f"/games/{old.pk}/play-on/").status_code == 302


class TestImport:
    @pytest.mark.slow
    @pytest.mark.parametrize(("variant", "seats"), [("nonaga", 2), ("sirius", 2), ("lyra-4", 4)])
    def test_an_exported_record_is_imported_completely_and_once(
        self, people: list[User], variant: str, seats: int
    ) -> None:
        game = finished(variant, people[:seats], 5)
        first = import_record(owner=people[4], data=json.loads(json.dumps(file_of(game))))
        assert first.record == file_of(game)["record"]
        assert import_record(owner=people[4], data=file_of(game)) == first
        assert ImportedGame.objects.count() == 1
        if seats == 2:
            assert first.result is not None
            assert first.result["ranks"] == [2, 1]
        assert Game.objects.count() == 1, "an import creates no game of the site"

    def test_the_first_illegal_step_is_named_and_nothing_is_saved(self, people: list[User]) -> None:
        data = file_of(finished("nonaga", people[:2], 4))
        data["record"][3] = "nonsense"
        data["record"][5] = "also wrong"
        with pytest.raises(Unprocessable, match="“nonsense”") as refused:
            import_record(owner=people[0], data=data)
        assert (refused.value.code, refused.value.payload) == ("illegal_entry", {"entry": 3})
        assert ImportedGame.objects.count() == 0

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"format": "pgn"}, "format"),
            ({"version": 2}, "version"),
            ({"variant": "chess"}, "variant"),
            ({"variant": 7}, "variant"),
            ({"options": {"captures": "some"}}, "options"),
            ({"options": [1]}, "options"),
            ({"turn_limit": True}, "turn_limit"),
            ({"turn_limit": 0}, "turn_limit"),
            ({"players": [{"name": "one"}]}, "players"),
            ({"players": "ada"}, "players"),
            ({"players": 2}, "players"),
            ({"players": True}, "players"),
            ({"record": "steps"}, "record"),
            ({"record": [1]}, "record"),
            ({"record": ["x" * 121]}, "record"),
        ],
    )
    def test_a_file_of_another_format_is_refused(self, people: list[User], change: dict[str, Any], field: str) -> None:
        data = {**file_of(finished("nonaga", people[:2], 1)), **change}
        with pytest.raises(Invalid) as refused:
            import_record(owner=people[0], data=data)
        assert list(refused.value.fields or {}) == [field]
        assert ImportedGame.objects.count() == 0

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "entry", ["#resignation:9", "#agreement:1", "#what", "#timeout:-1", "#limit", "#timeout:٣"]
    )
    def test_entries_between_steps_are_checked_too(self, people: list[User], entry: str) -> None:
        data = file_of(finished("nonaga", people[:2], 2))
        data["record"] = [*data["record"], entry]
        with pytest.raises(Unprocessable, check=has_code("illegal_entry")):
            import_record(owner=people[0], data=data)

    @pytest.mark.parametrize("text", [b"", b"{", b"[]", b'"x"', b"\xff", b"[" * 100_000, b" " * 600_000])
    def test_an_unreadable_file_is_refused(self, people: list[User], text: bytes) -> None:
        with pytest.raises(Invalid):
            import_text(owner=people[0], text=text)

    @pytest.mark.parametrize(
        "change", [{"record": ["\ud800"]}, {"players": [{"name": "\ud800"}, {"name": "Ben"}]}, {"\ud800": 1}]
    )
    def test_a_lone_surrogate_is_refused(self, people: list[User], change: dict[str, Any]) -> None:
        """JSON can escape half of a surrogate pair, which no page can show and PostgreSQL can't store."""
        ada = Client()
        ada.force_login(people[0])
        data = {**file_of(finished("nonaga", people[:2], 1)), **change}
        file = SimpleUploadedFile("game.json", json.dumps(data).encode())
        assert ada.post("/my/imports/", {"record": file}).status_code == 400
        assert ImportedGame.objects.count() == 0

    @pytest.mark.slow
    def test_pages_are_private_and_escape_names(self, people: list[User], nova: User) -> None:
        data = file_of(finished("lyra-2", people[:2], 4))
        data["players"][0]["name"] = MARKUP
        ada, other = Client(), Client()
        ada.force_login(people[0])
        other.force_login(people[1])
        file = SimpleUploadedFile("game.json", json.dumps(data).encode())
        answer = ada.post("/my/imports/", {"record": file})
        kept = ImportedGame.objects.get()
        assert answer.headers["Location"] == f"/my/imports/{kept.pk}/"
        for path in (f"/my/imports/{kept.pk}/", f"/my/imports/{kept.pk}/?ply=2", "/my/imports/"):
            text = ada.get(path).content.decode()
            assert "&lt;script&gt;" in text
            assert MARKUP not in text
        assert ada.get(f"/my/imports/{kept.pk}/positions/2/").json()["seat"] == 0
        paths = (f"/my/imports/{kept.pk}/", f"/my/imports/{kept.pk}/positions/2/")
        assert [other.get(path).status_code for path in paths] == [404, 404]
        assert [Client().get(path).status_code for path in paths] == [302, 302]
        assert other.post(f"/my/imports/{kept.pk}/delete/").status_code == 404
        assert other.post(f"/my/imports/{kept.pk}/play-on/", {"ply": "2", "ai": "nova"}).status_code == 404
        assert ada.post(f"/my/imports/{kept.pk}/play-on/", {"ply": "2", "ai": "nova"}).status_code == 302
        assert Game.objects.latest("pk").played_on_ply == 2
        assert ada.post(f"/my/imports/{kept.pk}/delete/").status_code == 302
        assert ImportedGame.objects.count() == 0
        bad = SimpleUploadedFile("game.json", b"{}")
        refused = ada.post("/my/imports/", {"record": bad})
        assert (refused.status_code, ImportedGame.objects.count()) == (400, 0)

    def test_api_imports_and_lists(self, people: list[User], nova: User) -> None:
        data = file_of(finished("lyra-2", people[:2], 4))
        ada = client_of(people[0])
        made = ada.post("/api/v1/imports/", data, format="json")
        assert (made.status_code, made.json()["plies"]) == (201, 5)
        path = f"/api/v1/imports/{made.json()['id']}/"
        assert ada.get(path).json() == ada.get("/api/v1/imports/").json()["results"][0]
        bad = ada.post("/api/v1/imports/", {**data, "record": ["x"]}, format="json")
        assert (bad.status_code, bad.json()["code"], bad.json()["entry"]) == (422, "illegal_entry", 0)
        assert ada.post(f"{path}play-on/", {"ply": 2, "ai": "nova"}).status_code == 201
        stranger, nobody = client_of(people[4]), client_of(None)
        calls = [("get", path), ("delete", path), ("post", f"{path}play-on/")]
        body = {"ply": 2, "ai": "nova"}
        assert [getattr(stranger, method)(where, body).status_code for method, where in calls] == [404] * 3
        assert [getattr(nobody, method)(where).status_code for method, where in calls] == [401] * 3
        assert [nobody.get("/api/v1/imports/").status_code, nobody.post("/api/v1/imports/").status_code] == [401] * 2
        assert ada.delete(path).status_code == 204

    def test_imports_are_exported_and_erased_with_their_owner(self, people: list[User]) -> None:
        import_record(owner=people[4], data=file_of(finished("lyra-2", people[:2], 2)))
        assert [one["variant"] for one in export_data(people[4])["talk"]["imported_games"]] == ["lyra-2"]
        close_account(user=people[4])
        erase_player_data(user_id=people[4].pk)
        assert ImportedGame.objects.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("ply", ["abc", "-1", "9" * 12, "2.5"])
def test_an_invalid_ply_is_refused(people: list[User], nova: User, client: Client, ply: str) -> None:
    old = finished("lyra-2", people[:2], 4)
    kept = import_text(owner=people[0], text=json.dumps(file_of(old)).encode())
    client.force_login(people[0])
    pages = (
        f"/games/{old.pk}/",
        f"/games/{old.pk}/picture.svg",
        f"/games/{old.pk}/analysis/",
        f"/my/imports/{kept.pk}/",
    )
    for page in pages:
        assert client.get(page, {"ply": ply}).status_code == 404, page
        assert client.get(page, {"ply": "0"}).status_code == 200, page
    before = Game.objects.count()
    for path in (f"/games/{old.pk}/play-on/", f"/my/imports/{kept.pk}/play-on/"):
        assert client.post(path, {"ply": ply, "ai": "nova"}).status_code == 400, path
    assert Game.objects.count() == before
