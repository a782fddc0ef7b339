"""The game page without scripts, past positions, pictures and files; and the size of its scripts."""

import gzip
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from django.core.files.storage import FileSystemStorage
from django.utils.translation import override

from accounts.models import User
from config.env import BASE_DIR
from config.static import SentFiles
from games import rules
from games.pictures.paint import PAINT
from games.rules.match import Match
from games.selectors.result_text import reason_words
from games.services.ai import ensure_ai_players
from games.services.endings import resign
from games.views.page_text import entry_words, place_words
from tests.games.playing import play, start
from tests.games.views.conftest import SignIn
from tests.games.views.queries import queries_of

pytestmark = pytest.mark.slow

STATIC = BASE_DIR / "frontend" / "static"
SCRIPTS = ("js/game/page.js", "js/site.js")
MAX_BYTES = 60_000


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["1st, 1 point", "2nd, 2 points", "4th, 10/3 points"]),
        ("fr", ["1er, 1 point", "2e, 2 points", "4e, 10/3 points"]),
        ("cs", ["1., 1 bod", "2., 2 body", "4., 10/3 bodů"]),
    ],
)
def test_a_place_is_an_ordinal_with_its_points(language: str, texts: list[str]) -> None:
    with override(language):
        assert [place_words(1, "1"), place_words(2, "2"), place_words(4, "10/3")] == texts


class TestPage:
    def test_the_page_is_readable_without_scripts(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("lyra-2", people[:2]), turns=3)
        page = sign_in(people[0]).get(f"/games/{game.pk}/").content.decode()
        steps = [step.text for step in game.steps.order_by("ply")]
        for shown in (*steps, "ada", "ben", game.engine.name, f"/games/{game.pk}/picture.svg"):
            assert shown in page

    def test_a_game_without_spectators_is_not_found_by_strangers(self, people: list[User], sign_in: SignIn) -> None:
        game = start("lyra-2", people[:2], spectators=False)
        for path in ("", "picture.svg", "record.json", "record.txt", "positions/0/"):
            assert sign_in(people[4]).get(f"/games/{game.pk}/{path}").status_code == 404
            assert sign_in(people[0]).get(f"/games/{game.pk}/{path}").status_code == 200

    @pytest.mark.parametrize("variant", ["galax", "vaeva"])
    def test_no_address_reveals_a_secret_set_up(self, people: list[User], sign_in: SignIn, variant: str) -> None:
        secret = {"galax": "=SSMMTTSSMM/TTSSMMTTSS/MMTTSSMMTT", "vaeva": "=ABCDJQRST"}[variant]
        game = start(variant, people[:2], set_up=False)
        game.seats.filter(index=0).update(secret_setup=secret)
        for path in ("", "picture.svg", "record.json", "record.txt", "positions/0/"):
            answer = sign_in(people[1]).get(f"/games/{game.pk}/{path}").content.decode()
            assert secret not in answer
        assert secret in sign_in(people[0]).get(f"/games/{game.pk}/").content.decode()

    def test_the_page_needs_the_same_queries_for_any_length_of_game(self, people: list[User], sign_in: SignIn) -> None:
        client = sign_in(people[0])
        game = play(start("lyra-2", people[:2]), turns=2)
        client.get(f"/games/{game.pk}/")
        counts = [queries_of(client, f"/games/{game.pk}/")]
        play(game, turns=12)
        counts.append(queries_of(client, f"/games/{game.pk}/"))
        assert counts[0] == counts[1]

    def test_the_scripts_are_within_their_size_limit(self) -> None:
        sent = SentFiles(FileSystemStorage(STATIC))
        assert sum(len(gzip.compress(sent.open(name).read())) for name in SCRIPTS) <= MAX_BYTES


class TestPastPositions:
    def test_every_position_of_the_record_is_shown(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("nonaga", people[:2]), turns=4)
        client = sign_in(people[0])
        positions = [client.get(f"/games/{game.pk}/positions/{ply}/").json() for ply in range(game.ply + 1)]
        engine = rules.variant("nonaga")
        state = engine.start()
        assert positions[0]["position"] == str(state)
        for step, seen in zip(game.steps.order_by("ply"), positions[1:], strict=True):
            state = state.play(step.text)
            assert seen["position"] == str(state)
            assert seen["choices"] == []

    def test_a_ply_beyond_the_end_shows_the_end(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("lyra-2", people[:2]), turns=2)
        seen = sign_in(people[0]).get(f"/games/{game.pk}/positions/999999/").json()
        assert seen["position"] == game.face["position"]

    @pytest.mark.parametrize("ply", ["-1", "1e3", "²", "99999999999999999999", "x"])
    def test_an_invalid_ply_in_the_url_is_not_found(self, people: list[User], sign_in: SignIn, ply: str) -> None:
        game = play(start("lyra-2", people[:2]), turns=2)
        assert sign_in(people[0]).get(f"/games/{game.pk}/", {"ply": ply}).status_code == 404

    @pytest.mark.parametrize("ply", ["", "999999"])
    def test_no_ply_or_one_beyond_the_end_shows_the_current_position(
        self, people: list[User], sign_in: SignIn, ply: str
    ) -> None:
        game = play(start("lyra-2", people[:2]), turns=2)
        answer = sign_in(people[0]).get(f"/games/{game.pk}/", {"ply": ply})
        assert (answer.status_code, answer.context["ply"]) == (200, None)


class TestRecord:
    def test_entries_that_are_not_steps_are_shown_as_text(self) -> None:
        assert entry_words("a2-b5") == "a2-b5"
        words = {entry_words(entry) for entry in ("#resignation:1", "#timeout:0", "#agreement", "#limit")}
        assert len(words) == 4
        assert not any(text.startswith("#") for text in words)

    def test_the_page_shows_no_internal_notation(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("lyra-2", people[:2]), turns=2)
        resign(game_id=game.pk, user=people[0])
        record = sign_in(people[1]).get(f"/games/{game.pk}/").context["record"]
        assert record[-1]["text"] == entry_words("#resignation:0")


class TestNextGame:
    def test_no_next_game_is_offered_while_an_ai_is_about_to_move(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        meteor = User.objects.get(username="meteor")
        awaiting = [start("lyra-2", [other, people[0]]) for other in (meteor, people[1])]
        pages = [sign_in(people[0]).get(f"/games/{game.pk}/").content.decode() for game in awaiting]
        assert [re.search('data-part="next-game"[^>]* hidden', page) is not None for page in pages] == [True, False]


class TestFiles:
    def test_the_record_replays_to_the_same_position(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("sirius", people[:2]), turns=6)
        answer = sign_in(people[0]).get(f"/games/{game.pk}/record.json")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="asterism-{game.pk}.json"'
        kept = json.loads(answer.content)
        assert (kept["format"], kept["version"], kept["variant"]) == ("asterism-game", 1, "sirius")
        match = Match.replay(rules.variant(kept["variant"], **kept["options"]), kept["record"])
        assert str(match.state) == game.face["position"]

    def test_the_transcript_says_how_it_ended(self, people: list[User], sign_in: SignIn) -> None:
        game = play(start("lyra-2", people[:2]), turns=2)
        resign(game_id=game.pk, user=people[0])
        text = sign_in(people[0]).get(f"/games/{game.pk}/record.txt").content.decode()
        head, *lines = text.splitlines()
        assert all(shown in head for shown in (game.engine.name, str(game.pk)))
        assert lines[:3] == ["red: ada", "blue: ben", ""]
        assert lines[3].startswith("1. red ")
        assert "ben" in lines[-1]
        assert lines[-1].endswith(reason_words("resignation", "lyra-2"))

    @pytest.mark.parametrize("variant", rules.variant_ids())
    def test_a_picture_shows_every_piece(self, people: list[User], sign_in: SignIn, variant: str) -> None:
        game = play(start(variant, people[: rules.variant(variant).seats]), turns=3)
        answer = sign_in(people[1]).get(f"/games/{game.pk}/picture.svg")
        assert answer.headers["Content-Type"] == "image/svg+xml"
        root = ElementTree.fromstring(answer.content)
        shadows = [shape for shape in root.iter() if shape.get("opacity") == PAINT["piece-shadow"]["opacity"]]
        assert len(shadows) == len(game.face["scene"]["pieces"])
        assert "style" not in answer.content.decode()

    def test_a_picture_is_cacheable_until_the_next_event(self, people: list[User], sign_in: SignIn) -> None:
        game = start("lyra-2", people[:2])
        client = sign_in(people[0])
        kept = client.get(f"/games/{game.pk}/picture.svg?event={game.event_seq}").headers["Cache-Control"]
        asked_again = client.get(f"/games/{game.pk}/picture.svg?event={game.event_seq + 1}").headers["Cache-Control"]
        assert "immutable" in kept
        assert "no-cache" in asked_again
