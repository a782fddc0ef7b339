"""What guests may and may not do in games, what happens to their puzzles, and when they are deleted."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import Forbidden, Refused
from accounts.models import User
from accounts.services.guests import KEPT_FOR, create_guest, hand_over
from games import rules
from games.enums import GameStatus
from games.lobby.services.create import create_challenge, create_invitation, create_seek, play_ai
from games.lobby.services.terms import read_terms, terms_against_ai
from games.models import Game, Notice, Proposal, PuzzleRating, SolitaireAttempt, SolitaireBoard, Tactic, TacticTry
from games.notifications.services.notices import notify_end, notify_missed, notify_turn
from games.puzzles.engine.tactics import Tactic as Found
from games.puzzles.selectors.solitaire import table_of
from games.puzzles.services.solitaire import ensure_board, finish_solitaire
from games.puzzles.services.tactics import give_up, keep_tactics, try_tactic
from games.services.ai import run_ai_turn
from games.services.endings import resign
from games.services.guests import forget_guests
from tests.access.scene import SOLUTION
from tests.accounts.guests import begin
from tests.accounts.people import PASSWORD, has_code
from tests.games.playing import SETUPS, THREE_DAYS, next_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> User:
    return create_guest()


@pytest.fixture
def meteor() -> User:
    return User.objects.get(username="meteor")


def call(browser: Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    answer = browser.generic(method, f"/api/v1/{path}", json.dumps(body or {}), content_type="application/json")
    return answer.status_code, answer.json() if answer.content else None


class TestGames:
    @pytest.mark.parametrize("variant", rules.variant_ids())
    def test_a_guest_can_start_every_variant_against_an_ai(self, guest: User, meteor: User, variant: str) -> None:
        game = play_ai(user=guest, ai=meteor, variant=variant, seat=0)
        assert list(game.seats.order_by("index").values_list("is_ai", flat=True)) == [False] + [True] * (
            game.engine.seats - 1
        )
        assert game.status == (GameStatus.SETUP if variant in SETUPS else GameStatus.RUNNING)

    def test_turns_hints_take_backs_resignation_and_rematch(self) -> None:
        browser, _, game = begin()
        at = f"games/{game.pk}"
        assert call(browser, "POST", f"{at}/hint/", {"ply": 0})[0] == 202
        assert call(browser, "GET", f"{at}/hint/")[0] == 200
        assert call(browser, "POST", f"{at}/turns/", {"ply": 0, "steps": next_turn(game)})[0] == 201
        run_ai_turn(game_id=game.pk)
        game.refresh_from_db()
        assert call(browser, "POST", f"{at}/takeback/", {"ply": game.ply})[0] == 200
        assert call(browser, "DELETE", f"{at}/takeback/")[0] == 200
        assert call(browser, "POST", f"{at}/resign/")[0] == 200
        status, rematch = call(browser, "POST", f"{at}/rematch/")
        assert (status, Game.objects.filter(pk=rematch["game"]).exists()) == (200, True)
        assert call(browser, "POST", f"{at}/play-on/", {"ply": 0, "ai": "meteor"})[0] == 201

    def test_set_ups_are_submitted(self) -> None:
        browser, _, game = begin("vaeva")
        assert call(browser, "GET", f"games/{game.pk}/setup/")[0] == 200
        assert call(browser, "POST", f"games/{game.pk}/setup/", {"setup": SETUPS["vaeva"]})[0] == 201

    def test_the_game_page_says_how_to_keep_the_game(self) -> None:
        browser, guest, game = begin()
        page = browser.get(f"/games/{game.pk}/").content.decode()
        assert f'<a href="/accounts/signup/?next=/games/{game.pk}/">' in page
        assert guest.public_name in page
        assert f"/people/{guest.username}/" not in page
        strangers = Client().get(f"/games/{game.pk}/").content.decode()
        assert 'class="note guest-note"' in page
        assert 'class="note guest-note"' not in strangers

    def test_guests_find_their_games_again(self) -> None:
        browser, _, game = begin()
        for path in ("/", "/my/games/"):
            assert f'href="/games/{game.pk}/"' in browser.get(path).content.decode(), path

    def test_a_guest_cannot_play_another_guests_game(self) -> None:
        _, _, game = begin()
        browser, _, _ = begin()
        answer = call(browser, "POST", f"games/{game.pk}/turns/", {"ply": 0, "steps": next_turn(game)})
        assert (answer[0], answer[1]["code"]) == (403, "not_a_player")

    def test_the_number_of_running_games_is_limited(self) -> None:
        browser, guest, game = begin()
        begin("galax", browser)
        begin("lyra-3", browser)
        refused = browser.post("/play/ai/", {"variant": "nonaga"})
        assert (refused.status_code, Game.objects.count()) == (422, 3)
        assert refused.context["form"].non_field_errors()
        resign(game_id=game.pk, user=guest)
        assert call(browser, "POST", f"games/{game.pk}/play-on/", {"ply": 0, "ai": "meteor"})[0] == 201
        again = call(browser, "POST", f"games/{game.pk}/play-on/", {"ply": 0, "ai": "meteor"})
        assert (again[0], again[1]["code"]) == (422, "too_many_ai_games")


class TestForbidden:
    """Services refuse what pages and API never let through; tests/access tries all of these."""

    def test_guests_may_only_play_casual_games_against_ais(self, guest: User, meteor: User) -> None:
        mira = User.objects.create_user("mira")
        casual = read_terms(variant="nonaga", control=THREE_DAYS)
        rated = read_terms(variant="nonaga", control=THREE_DAYS, rated=True)
        for attempt in (
            lambda: create_seek(user=guest, terms=casual),
            lambda: create_invitation(user=guest, terms=casual),
            lambda: create_challenge(user=guest, terms=casual, opponents=[mira]),
            lambda: create_challenge(user=guest, terms=rated, opponents=[meteor]),
        ):
            with pytest.raises(Forbidden, check=has_code("members_only")):
                attempt()
        assert (Proposal.objects.count(), Game.objects.count()) == (0, 0)

    def test_the_api_refuses_guests_in_the_common_error_shape(self) -> None:
        browser, _, _ = begin()
        for method, path in (("POST", "seeks/"), ("POST", "tokens/"), ("GET", "me/"), ("GET", "notices/")):
            status, body = call(browser, method, path)
            assert (status, sorted(body), body["code"]) == (403, ["code", "message"], "members_only")

    def test_pages_redirect_guests_to_the_log_in(self) -> None:
        browser, _, _ = begin()
        for path in ("/settings/", "/notices/", "/my/imports/", "/clubs/new/"):
            answer = browser.get(path, follow=True)
            assert answer.redirect_chain[0][0].startswith("/accounts/login/"), path
            assert 'class="note good"' in answer.content.decode()

    def test_guests_get_no_notices(self) -> None:
        _, guest, game = begin()
        assert (notify_turn(game_id=game.pk), notify_missed()) == (0, 0)
        run_ai_turn(game_id=game.pk)
        resign(game_id=game.pk, user=guest)
        assert (notify_end(game_id=game.pk), Notice.objects.count()) == (0, 0)


class TestPuzzles:
    @pytest.fixture
    def board(self) -> SolitaireBoard:
        return ensure_board(None)

    @pytest.fixture
    def tactic(self) -> Tactic:
        position = "2b1oo/ooor/ooob/1oor/b1r/oo/1o (-2,-2) r p (-2,3)"
        keep_tactics([Found("nonaga", position, 2, "quiet", tuple(tuple(turn) for turn in SOLUTION))])
        return Tactic.objects.get()

    def test_a_solution_is_saved_and_ranked_after_signing_up(self, board: SolitaireBoard) -> None:
        browser, guest, _ = begin()
        body = {"steps": board.solution}
        status, answer = call(browser, "POST", f"puzzles/solitaire/{board.slug}/attempts/", body)
        assert (status, answer["is_kept"], answer["your_turns"], answer["table"]) == (201, False, board.par, [])
        names = {"username": "vera", "email": "vera@example.org", "password1": PASSWORD, "password2": PASSWORD}
        browser.post("/accounts/signup/", names)
        assert [attempt.user for attempt in table_of(board)] == [guest]

    def test_a_tactic_is_tried_once_without_rating_changes(self, guest: User, tactic: Tactic) -> None:
        line = [list(turn) for turn in SOLUTION]
        answer = try_tactic(tactic_id=tactic.pk, user=guest, turns=[line[0], line[2]])
        assert (answer["verdict"], answer["rating"]) == ("solved", None)
        assert give_up(tactic_id=tactic.pk, user=guest)["rating"] is None
        assert (TacticTry.objects.get().outcome, PuzzleRating.objects.count()) == ("solved", 0)
        tactic.refresh_from_db()
        assert tactic.tries == 0

    def test_merging_keeps_the_better_solution_and_the_earlier_try(
        self, guest: User, board: SolitaireBoard, tactic: Tactic
    ) -> None:
        mira = User.objects.create_user("mira")
        first, *rest = board.solution
        detour = [first, "-".join(reversed(first.split("-"))), first, *rest]
        finish_solitaire(slug=board.slug, user=mira, steps=detour)
        finish_solitaire(slug=board.slug, user=guest, steps=board.solution)
        give_up(tactic_id=tactic.pk, user=mira)
        give_up(tactic_id=tactic.pk, user=guest)
        assert hand_over(guest=guest, member=mira) == 1
        assert list(SolitaireAttempt.objects.values_list("user", "turns", "is_best").order_by("turns")) == [
            (mira.pk, board.par, True),
            (mira.pk, board.par + 2, False),
        ]
        assert TacticTry.objects.get().user == mira


class TestDeletion:
    def gone(self, guest: User) -> None:
        User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - KEPT_FOR - timedelta(hours=1))

    def test_a_guest_who_never_came_back_is_deleted_with_their_games(self, meteor: User) -> None:
        browser, guest, game = begin()
        begin("lyra-3", browser)
        resign(game_id=game.pk, user=guest)
        finish_solitaire(slug="open", user=guest, steps=ensure_board(None).solution)
        self.gone(guest)
        assert (forget_guests(), forget_guests()) == (1, 0)
        assert (Game.objects.count(), Proposal.objects.count(), SolitaireAttempt.objects.count()) == (0, 0, 0)
        assert not User.objects.filter(pk=guest.pk).exists()
        assert (browser.get("/my/games/").status_code, User.objects.filter(pk=meteor.pk).exists()) == (302, True)

    def test_recent_guests_and_members_are_not_deleted(self) -> None:
        _, guest, _ = begin()
        member = User.objects.create_user("mira")
        self.gone(member)
        User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - KEPT_FOR + timedelta(hours=1))
        assert (forget_guests(), Game.objects.count()) == (0, 1)

    def test_games_that_others_played_on_from_are_kept(self, meteor: User) -> None:
        _, guest, game = begin()
        resign(game_id=game.pk, user=guest)
        mira = User.objects.create_user("mira")
        client = Client()
        client.force_login(mira)
        assert call(client, "POST", f"games/{game.pk}/play-on/", {"ply": 0, "ai": "meteor"})[0] == 201
        self.gone(guest)
        assert forget_guests() == 1
        own = Game.objects.get()
        assert (own.played_on_from, own.seats.filter(user=mira).exists()) == (None, True)

    def test_a_failure_for_one_guest_does_not_stop_the_others(
        self, monkeypatch: pytest.MonkeyPatch, meteor: User
    ) -> None:
        troubled, other = create_guest(), create_guest()
        play_ai(user=troubled, ai=meteor, variant="nonaga")
        for one in (troubled, other):
            self.gone(one)

        def fail(**_named: object) -> None:
            raise RuntimeError("trouble")

        monkeypatch.setattr("games.services.guests.annul_game", fail)
        assert forget_guests() == 1
        assert list(User.objects.filter(is_guest=True)) == [troubled]

    def test_a_guest_deleted_meanwhile_gets_an_error(self, guest: User, meteor: User) -> None:
        self.gone(guest)
        forget_guests()
        with pytest.raises(Refused) as refusal:
            play_ai(user=guest, ai=meteor, variant="nonaga")
        assert refusal.value.code == "guest_gone"


def test_a_game_against_a_person_is_not_started_at_once(guest: User) -> None:
    mira = User.objects.create_user("mira")
    with pytest.raises(Refused) as refusal:
        play_ai(user=guest, ai=mira, variant="nonaga")
    assert refusal.value.code == "not_an_ai"


def test_games_against_ais_are_casual_with_a_week_per_turn() -> None:
    terms = terms_against_ai(variant="nonaga", options={})
    assert (terms.rated, terms.chat, terms.control.allowance) == (False, False, timedelta(days=7))
