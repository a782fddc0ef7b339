"""Private notes, mutes, blocks, reports of chat, and the effect of a suspension on games."""

from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from accounts.enums import RelationshipKind
from accounts.errors import Conflict, Forbidden
from accounts.models import Report, User
from accounts.selectors import export_data
from accounts.services.account_closure import close_account
from accounts.services.blocks import set_relationship
from games.enums import GameStatus
from games.lobby.services.create import create_challenge, create_seek
from games.lobby.services.join import fill_with_ai, join_proposal, offer_rematch, withdraw_proposal
from games.lobby.services.terms import read_terms
from games.models import Game, Note
from games.selectors.game_json import match_of
from games.selectors.game_queries import visible_proposals
from games.services.account_closure import erase_player_data
from games.services.chat import post_message
from games.services.clock import settle_overdue
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import resign
from games.services.offers import ask_takeback, offer_draw
from games.services.play import submit_turn
from games.services.setup import submit_setup
from tests.games.playing import SETUPS, THREE_DAYS, client_of, next_turn, play, start
from tests.games.test_conditional_moves import line_of
from tests.games.views.conftest import SignIn
from tournaments.services.registration import enter

MARKUP = "<img src=x onerror=alert(1)>"
TERMS = read_terms(variant="nonaga", control=THREE_DAYS)


def suspend(user: User) -> User:
    user.suspended_until = timezone.now() + timedelta(days=30)
    user.save()
    return user


def lines(user: User | None, game: Game) -> list[str]:
    return [line["text"] for line in client_of(user).get(f"/api/v1/games/{game.pk}/chat/").json()]


class TestNotes:
    def test_a_note_is_private(self, people: list[User]) -> None:
        game = start("nonaga", people[:2])
        ada, ben = (client_of(person) for person in people[:2])
        for path in (f"/api/v1/games/{game.pk}/note/", "/api/v1/people/cleo/note/"):
            assert ada.put(path, {"text": f"  {MARKUP} "}).json() == {"text": MARKUP}
            assert ada.put(path, {"text": "second"}).json() == {"text": "second"}
            assert (ada.get(path).json(), ben.get(path).json()) == ({"text": "second"}, {"text": ""})
            assert client_of(None).get(path).status_code == client_of(None).put(path).status_code == 401
        assert Note.objects.count() == 2
        assert ada.put(f"/api/v1/games/{game.pk}/note/", {"text": " "}).json() == {"text": ""}
        assert Note.objects.count() == 1
        assert ada.put("/api/v1/people/cleo/note/", {"text": "x" * 2001}).status_code == 400

    def test_a_note_that_is_too_long_is_shown_again_as_typed(self, people: list[User], sign_in: SignIn) -> None:
        game = start("nonaga", people[:2])
        typed = "Watch the <rim>.\n" + "x" * 2000
        for path, back in ((f"/games/{game.pk}/note/", f"/games/{game.pk}/"), ("/people/ben/note/", "/people/ben/")):
            answer = sign_in(people[0]).post(path, {"text": typed})
            page = answer.content.decode()
            assert answer.status_code == 400
            area = page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
            assert unescape(area).strip() == typed
            assert f'href="{back}"' in page
        assert not Note.objects.exists()

    def test_a_line_break_counts_as_one_character(self, people: list[User], sign_in: SignIn) -> None:
        game = start("nonaga", people[:2])
        sign_in(people[0]).post(f"/games/{game.pk}/note/", {"text": "x\r\n" * 999 + "yz"})
        assert Note.objects.get().text == "x\n" * 999 + "yz"

    def test_an_invisible_game_has_no_note(self, people: list[User]) -> None:
        private = start("nonaga", people[:2], spectators=False)
        assert client_of(people[4]).put(f"/api/v1/games/{private.pk}/note/", {"text": "x"}).status_code == 404

    def test_pages_save_and_escape_a_note(self, people: list[User], sign_in: SignIn) -> None:
        game = start("nonaga", people[:2])
        browser = sign_in(people[0])
        for form, page in ((f"/games/{game.pk}/note/", f"/games/{game.pk}/"), ("/people/ben/note/", "/people/ben/")):
            assert browser.post(form, {"text": MARKUP}).headers["Location"] == page
            text = browser.get(page).content.decode()
            assert "&lt;img src=x onerror" in text
            assert MARKUP not in text
            assert "&lt;img" not in sign_in(people[2]).get(page).content.decode()

    def test_notes_are_exported_and_erased_with_their_author(self, people: list[User]) -> None:
        game = start("nonaga", people[:2])
        client_of(people[0]).put(f"/api/v1/games/{game.pk}/note/", {"text": "mine"})
        client_of(people[1]).put("/api/v1/people/ada/note/", {"text": "about her"})
        assert [note["text"] for note in export_data(people[0])["talk"]["notes"]] == ["mine"]
        close_account(user=people[0])
        erase_player_data(user_id=people[0].pk)
        assert Note.objects.count() == 0


class TestMuteAndBlock:
    def test_messages_of_a_muted_player_are_hidden_from_the_muting_user(self, people: list[User]) -> None:
        game = start("lyra-2", people[:2])
        post_message(game_id=game.pk, user=people[1], text="Hurry up.")
        set_relationship(owner=people[0], other=people[1], kind=RelationshipKind.MUTE)
        post_message(game_id=game.pk, user=people[1], text="Hello?")
        assert (lines(people[0], game), lines(people[1], game)) == ([], ["Hurry up.", "Hello?"])

    def test_the_page_lists_whose_messages_to_hide_in_the_stream(
        self,
        people: list[User],
        sign_in: SignIn,
    ) -> None:
        game = start("lyra-2", people[:2])
        set_relationship(owner=people[0], other=people[1], kind=RelationshipKind.MUTE)
        assert sign_in(people[0]).get(f"/games/{game.pk}/").context["data"]["silenced"] == ["ben"]
        assert sign_in(people[1]).get(f"/games/{game.pk}/").context["data"]["silenced"] == []

    @pytest.mark.parametrize(("blocker", "blocked"), [(0, 1), (1, 0)])
    def test_a_block_stops_chat_challenges_and_joining_in_both_directions(
        self, people: list[User], blocker: int, blocked: int
    ) -> None:
        game = play(start("lyra-2", people[:2]), 2)
        seek = create_seek(user=people[1], terms=TERMS)
        set_relationship(owner=people[blocker], other=people[blocked], kind=RelationshipKind.BLOCK)
        for user in people[:2]:
            with pytest.raises(Forbidden) as refused:
                post_message(game_id=game.pk, user=user, text="Hello?")
            assert refused.value.code == "blocked"
        with pytest.raises(Forbidden):
            create_challenge(user=people[0], terms=TERMS, opponents=[people[1]])
        with pytest.raises(Forbidden):
            join_proposal(proposal_id=seek.pk, user=people[0])
        resign(game_id=game.pk, user=people[0])
        with pytest.raises(Forbidden):
            offer_rematch(game_id=game.pk, user=people[0])
        join_proposal(proposal_id=seek.pk, user=people[2])

    def test_in_a_larger_game_other_players_still_read_the_messages(self, people: list[User]) -> None:
        game = start("bataille-3", people[:3])
        set_relationship(owner=people[0], other=people[1], kind=RelationshipKind.BLOCK)
        post_message(game_id=game.pk, user=people[1], text="Hello.")
        assert (lines(people[0], game), lines(people[2], game)) == ([], ["Hello."])


class TestReports:
    def test_a_reported_message_is_quoted_literally(self, people: list[User]) -> None:
        game = start("lyra-2", people[:2])
        message = post_message(game_id=game.pk, user=people[1], text=MARKUP)
        path = f"/api/v1/games/{game.pk}/chat/{message.pk}/report/"
        reported = client_of(people[0]).post(path, {"reason": "abuse", "words": "Look."})
        assert reported.status_code == 201
        report = Report.objects.get()
        assert (report.person, report.quote, report.path) == (
            people[1],
            MARKUP,
            f"/games/{game.pk}/#message-{message.pk}",
        )
        assert client_of(None).post(path).status_code == 401
        assert client_of(people[4]).post(path, {"reason": "abuse"}).status_code == 404, "this user can't read that room"

    def test_a_message_is_reported_on_the_page(self, people: list[User], sign_in: SignIn) -> None:
        game = start("lyra-2", people[:2])
        message = post_message(game_id=game.pk, user=people[1], text=MARKUP)
        path = f"/games/{game.pk}/chat/{message.pk}/report/"
        text = sign_in(people[0]).get(path).content.decode()
        assert "&lt;img src=x" in text
        assert MARKUP not in text
        assert sign_in(people[0]).post(path, {"reason": "spam"}).status_code == 302
        assert sign_in(people[4]).get(path).status_code == 404
        assert Report.objects.get().quote == MARKUP


class TestSuspension:
    def test_suspended_users_can_neither_play_nor_chat(self, people: list[User]) -> None:
        ada, ben = people[:2]
        running = play(start("nonaga", [ada, ben]), 2)
        setting_up = start("galax", [ada, ben], set_up=False)
        seek, own = create_seek(user=ben, terms=TERMS), create_seek(user=ada, terms=TERMS)
        ai = User.objects.filter(is_ai=True).first()
        turn, ply = next_turn(running), running.ply
        suspend(ada)
        attempts = [
            lambda: submit_turn(game_id=running.pk, user=ada, ply=running.ply, steps=turn),
            lambda: submit_setup(game_id=setting_up.pk, user=ada, setup=SETUPS["galax"]),
            lambda: offer_draw(game_id=running.pk, user=ada, ply=running.ply),
            lambda: ask_takeback(game_id=running.pk, user=ada, ply=running.ply),
            lambda: post_message(game_id=running.pk, user=ada, text="Why?"),
            lambda: create_seek(user=ada, terms=TERMS),
            lambda: join_proposal(proposal_id=seek.pk, user=ada),
            lambda: fill_with_ai(proposal_id=own.pk, user=ada, ai=ai),
            lambda: save_conditional_moves(game_id=running.pk, user=ada, ply=running.ply, tree=[]),
        ]
        for attempt in attempts:
            with pytest.raises(Forbidden) as refused:
                attempt()
            assert refused.value.code == "suspended"
        running.refresh_from_db()
        assert running.ply == ply

    def test_conditional_moves_of_suspended_users_are_not_played(self, people: list[User]) -> None:
        ada, ben = people[:2]
        game = play(start("nonaga", [ada, ben]), 1)
        line = line_of(match_of(game), 2)
        save_conditional_moves(game_id=game.pk, user=ada, ply=game.ply, tree=line)
        suspend(ada)
        submit_turn(game_id=game.pk, user=ben, ply=game.ply, steps=line[0]["steps"])
        game.refresh_from_db()
        assert (game.turn, game.to_move) == (2, 0)

    def test_suspended_users_may_read_and_resign_and_their_clock_runs(self, people: list[User]) -> None:
        ada, ben = people[:2]
        given_up = play(start("nonaga", [ada, ben]), 2)
        left = play(start("nonaga", [ada, ben]), 2)
        suspend(ada)
        assert client_of(ada).get(f"/api/v1/games/{left.pk}/").status_code == 200
        resign(game_id=given_up.pk, user=ada)
        settle_overdue(is_live=False, now=timezone.now())
        left.refresh_from_db()
        assert left.status == GameStatus.RUNNING
        Game.objects.filter(pk=left.pk).update(
            since=timezone.now() - timedelta(days=4), deadline=timezone.now() - timedelta(days=1)
        )
        settle_overdue(is_live=False, now=timezone.now())
        left.refresh_from_db()
        assert (left.status, left.reason) == (GameStatus.OVER, "timeout")

    def test_suspended_users_cannot_enter_a_tournament(self, people: list[User]) -> None:
        with pytest.raises(Forbidden) as refused:
            enter(tournament_id=0, user=suspend(people[0]))
        assert refused.value.code == "suspended"

    def test_open_proposals_of_suspended_users_cannot_be_joined(self, people: list[User]) -> None:
        seek = create_seek(user=people[0], terms=TERMS)
        suspend(people[0])
        assert list(visible_proposals(seek.kind, people[1])) == []
        with pytest.raises(Conflict):
            join_proposal(proposal_id=seek.pk, user=people[1])
        assert withdraw_proposal(proposal_id=seek.pk, user=people[0]).status == "withdrawn"
