"""Creating games with the lobby's form, and proposals that fill seat by seat."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games import rules
from games.enums import ProposalKind, ProposalStatus
from games.models import Game, Proposal
from games.services.ai import ensure_ai_players
from games.timing import HOUR, ControlKind
from tests.games.views.conftest import SignIn
from tests.games.views.queries import queries_of

pytestmark = pytest.mark.slow

SENTENCE = {
    "variant": "lyra-2",
    "clock": "days:3",
    "rated": "casual",
    "opponents": "anybody",
    "seat": "lot",
    "spectators": "on",
    "chat": "on",
}


def ask(client: Client, **words: Any) -> Any:
    return client.post("/play/", {**SENTENCE, **words})


class TestCreateForm:
    def test_open_to_anyone_creates_a_seek(self, people: list[User], sign_in: SignIn) -> None:
        answer = ask(sign_in(people[0]), rated="rated", message="Be gentle.", lowest_rating=1200)
        proposal = Proposal.objects.get()
        assert answer.headers["Location"] == f"/play/tables/{proposal.pk}/"
        assert (proposal.kind, proposal.rated, proposal.message) == (ProposalKind.SEEK, True, "Be gentle.")
        assert (proposal.lowest_rating, proposal.turn_limit) == (1200, rules.variant("lyra-2").turn_limit)

    def test_by_link_creates_an_invitation_and_shows_its_link(self, people: list[User], sign_in: SignIn) -> None:
        client = sign_in(people[0])
        page = client.get(ask(client, opponents="link").headers["Location"]).content.decode()
        proposal = Proposal.objects.get()
        assert f"/play/invitations/{proposal.token}/" in page

    def test_a_refused_form_is_shown_again_with_all_choices(self, people: list[User], sign_in: SignIn) -> None:
        client = sign_in(people[0])
        answer = ask(client, opponents="people", people="nobody-like-that", message="Be gentle.", hours="9999999")
        page = answer.content.decode()
        assert answer.status_code == 400
        for kept in ('value="nobody-like-that"', 'value="Be gentle."', 'value="9999999"'):
            assert kept in page
        assert '<details class="fold" open>' in page
        assert '<details class="fold" open>' not in client.get("/play/").content.decode()

    def test_naming_players_creates_a_challenge(self, people: list[User], sign_in: SignIn) -> None:
        ask(sign_in(people[0]), variant="bataille-3", opponents="people", people="BEN, @cleo")
        places = Proposal.objects.get().places.order_by("index")
        assert [place.kept_for and place.kept_for.username for place in places] == [None, "ben", "cleo"]

    def test_a_game_against_an_ai_starts_at_once(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        answer = ask(sign_in(people[0]), variant="lyra-4", opponents="ai", ai="comet", seat="0")
        game = Game.objects.get()
        assert answer.headers["Location"] == f"/games/{game.pk}/"
        seats = [seat.user.username for seat in game.seats.order_by("index")]
        assert seats == ["ada", "comet", "comet", "comet"]

    def test_a_challenge_can_name_people_and_an_ai(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        ask(sign_in(people[0]), variant="lyra-3", opponents="people", people="ben", ai="nova")
        places = Proposal.objects.get().places.order_by("index")
        assert [place.user and place.user.username for place in places] == ["ada", None, "nova"]

    def test_options_belong_to_their_game(self, people: list[User], sign_in: SignIn) -> None:
        client = sign_in(people[0])
        ask(client, variant="galax", captures="all", champion_takes="champions")
        ask(client, variant="lyra-2", captures="all", champion_takes="champions")
        galax, lyra = Proposal.objects.order_by("pk")
        assert (galax.options, lyra.options) == ({"captures": "all"}, {})

    @pytest.mark.parametrize(
        ("words", "kind", "seconds"),
        [
            ({"clock": "days:14"}, ControlKind.DAYS, 14 * 86_400),
            ({"clock": "bank:5:3"}, ControlKind.BANK, 300),
            ({"clock": "turn:60"}, ControlKind.SECONDS, 60),
            (
                {
                    "clock": "own",
                    "own_amount": 10,
                    "own_unit": "day",
                    "own_increment": 12,
                    "own_increment_unit": "hour",
                    "own_cap": 15,
                },
                ControlKind.BANK,
                10 * 86_400,
            ),
        ],
    )
    def test_every_time_control_can_be_chosen(
        self, people: list[User], sign_in: SignIn, words: dict[str, Any], kind: str, seconds: int
    ) -> None:
        assert ask(sign_in(people[0]), **words).status_code == 302
        proposal = Proposal.objects.get()
        assert (proposal.control_kind, proposal.allowance.total_seconds()) == (kind, seconds)
        assert proposal.time_limit == (HOUR if words["clock"] == "turn:60" else None)

    @pytest.mark.parametrize(
        ("words", "field"),
        [
            ({"variant": "chess"}, "variant"),
            ({"opponents": "people", "people": "nobody-here"}, "people"),
            ({"opponents": "people", "people": ""}, "people"),
            ({"opponents": "people", "people": "ada"}, "people"),
            ({"clock": "own", "own_amount": 900, "own_unit": "day"}, "clock"),
            ({"lowest_rating": 1800, "highest_rating": 1200}, "__all__"),
        ],
    )
    def test_an_invalid_form_explains_the_error_and_keeps_its_values(
        self, people: list[User], sign_in: SignIn, words: dict[str, Any], field: str
    ) -> None:
        answer = ask(sign_in(people[0]), **words)
        assert 400 <= answer.status_code < 500
        errors = answer.context["form"].errors
        assert list(errors) == [field]
        assert escape(errors[field][0]) in answer.content.decode()
        assert not Proposal.objects.exists()

    def test_anonymous_visitors_are_asked_to_log_in(self, client: Client, people: list[User]) -> None:
        assert client.get("/play/").status_code == 200
        assert "/accounts/login/" in ask(client).headers["Location"]
        assert not Proposal.objects.exists()


class TestProposals:
    def test_the_game_starts_when_two_have_joined(self, people: list[User], sign_in: SignIn) -> None:
        ada, ben = sign_in(people[0]), sign_in(people[1])
        table = ask(ada).headers["Location"]
        assert f'action="{table}join/"' in ben.get(table).content.decode()
        answer = ben.post(f"{table}join/")
        game = Game.objects.get()
        assert answer.headers["Location"] == f"/games/{game.pk}/"
        assert ada.get(table).headers["Location"] == f"/games/{game.pk}/"

    def test_an_ai_can_fill_the_third_seat(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        ada, ben = sign_in(people[0]), sign_in(people[1])
        table = ask(ada, variant="bataille-3").headers["Location"]
        assert ben.post(f"{table}join/").headers["Location"] == table
        assert ben.post(f"{table}ai/", {"ai": "meteor"}).status_code == 403
        waiting = ada.get(table)
        assert waiting.context["table"].free_count == 1
        assert f'action="{table}ai/"' in waiting.content.decode()
        assert ada.post(f"{table}ai/", {"ai": "meteor"}).headers["Location"] == f"/games/{Game.objects.get().pk}/"

    def test_an_ai_is_offered_no_seat_that_is_reserved(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        ada = sign_in(people[0])
        table = ask(ada, opponents="people", people="ben").headers["Location"]
        page = ada.get(table).content.decode()
        assert "/people/ben/" in page
        assert f'action="{table}ai/"' not in page
        refused = ada.post(f"{table}ai/", {"ai": "meteor"})
        assert (refused.status_code, refused.context["refusal"].code) == (409, "full")
        assert Proposal.objects.get().places.get(user=None).kept_for == people[1]

    def test_in_a_rated_game_each_ai_is_offered_one_seat(self, people: list[User], sign_in: SignIn) -> None:
        ensure_ai_players()
        ada = sign_in(people[0])
        table = ask(ada, variant="lyra-3", rated="rated").headers["Location"]
        ada.post(f"{table}ai/", {"ai": "meteor"})
        page = ada.get(table).content.decode()
        assert 'value="comet"' in page
        assert 'value="meteor"' not in page

    def test_players_who_joined_may_leave_and_the_creator_may_withdraw(
        self, people: list[User], sign_in: SignIn
    ) -> None:
        ada, ben = sign_in(people[0]), sign_in(people[1])
        table = ask(ada, variant="lyra-3").headers["Location"]
        ben.post(f"{table}join/")
        assert ben.post(f"{table}withdraw/").status_code == 403
        assert ben.post(f"{table}leave/").headers["Location"] == "/play/"
        assert ada.post(f"{table}withdraw/").headers["Location"] == "/play/"
        assert Proposal.objects.get().status == ProposalStatus.WITHDRAWN
        assert ada.get(table).context["table"].is_open is False

    def test_only_challenged_players_see_a_challenge(self, people: list[User], sign_in: SignIn) -> None:
        table = ask(sign_in(people[0]), opponents="people", people="ben").headers["Location"]
        assert sign_in(people[4]).get(table).status_code == 404
        assert sign_in(people[4]).post(f"{table}join/").status_code == 404
        ben = sign_in(people[1])
        assert f'action="{table}decline/"' in ben.get(table).content.decode()
        assert f'href="{table}"' in ben.get("/play/").content.decode()
        assert ben.post(f"{table}decline/").status_code == 302
        assert Proposal.objects.get().status == ProposalStatus.DECLINED

    def test_an_invitation_opens_only_by_its_link(self, people: list[User], sign_in: SignIn) -> None:
        table = ask(sign_in(people[0]), opponents="link").headers["Location"]
        token = Proposal.objects.get().token
        ben = sign_in(people[1])
        assert ben.get(table).status_code == 404
        assert ben.get(f"/play/invitations/{token}x/").status_code == 404
        assert ben.get(f"/play/invitations/{token}/").status_code == 200
        answer = ben.post(f"/play/invitations/{token}/join/")
        assert answer.headers["Location"] == f"/games/{Game.objects.get().pk}/"

    def test_a_proposal_that_ended_says_so(self, people: list[User], sign_in: SignIn) -> None:
        ada, ben = sign_in(people[0]), sign_in(people[1])
        table = ask(ada).headers["Location"]
        ada.post(f"{table}withdraw/")
        answer = ben.post(f"{table}join/")
        assert (answer.status_code, answer.context["refusal"].code) == (409, "closed")

    def test_get_requests_change_nothing(self, people: list[User], sign_in: SignIn) -> None:
        table = ask(sign_in(people[0])).headers["Location"]
        for action in ("join", "leave", "decline", "withdraw", "ai"):
            assert sign_in(people[1]).get(f"{table}{action}/").status_code == 405


class TestLobby:
    def test_open_seeks_are_listed_and_filtered(self, people: list[User], sign_in: SignIn) -> None:
        ada = sign_in(people[0])
        ask(ada)
        ask(ada, variant="nonaga", clock="bank:5:3", rated="rated")
        names = lambda query: [one.name for one in ada.get(f"/play/?{query}").context["seeks"]]  # noqa: E731
        assert names("") == ["Nonaga", "Lyra for two"]
        assert names("variant=vega") == ["Lyra for two"]
        assert names("pace=live&rated=rated") == ["Nonaga"]

    def test_the_lobby_needs_the_same_queries_with_one_seek_and_with_many(
        self, people: list[User], sign_in: SignIn
    ) -> None:
        ada = sign_in(people[0])
        ask(ada)
        ada.get("/play/")
        few = queries_of(ada, "/play/")
        for variant in ("nonaga", "lyra-4", "vaeva"):
            ask(ada, variant=variant)
        assert queries_of(ada, "/play/") == few

    def test_a_link_prefills_the_form(self, people: list[User], sign_in: SignIn) -> None:
        form = sign_in(people[0]).get("/play/?variant=galax&people=ben").context["form"]
        assert form.initial == {"opponents": "people", "variant": "galax", "people": "ben"}
