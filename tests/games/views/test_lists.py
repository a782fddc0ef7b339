"""My games, the link to the next game, and the archive."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.services.endings import resign
from games.timing import TimeControl
from tests.games.playing import play, start
from tests.games.views.conftest import SignIn
from tests.games.views.queries import queries_of

pytestmark = pytest.mark.slow


def finish(variant: str, players: list[User], loser: int = 1) -> Game:
    game = play(start(variant, players), turns=2)
    resign(game_id=game.pk, user=players[loser])
    return game


class TestMyGames:
    def test_games_on_the_players_turn_come_first_in_order_of_urgency(
        self, people: list[User], sign_in: SignIn
    ) -> None:
        ada, ben = people[:2]
        theirs = start("lyra-2", [ben, ada], control=TimeControl.days(1))
        later = start("nonaga", [ada, ben], control=TimeControl.days(7))
        urgent = start("ligne-2", [ada, ben], control=TimeControl.days(2))
        page = sign_in(ada).get("/my/games/").context["page"]
        assert [game.pk for game in page] == [urgent.pk, later.pk, theirs.pk]
        assert [game.is_waiting for game in page] == [True, True, False]

    def test_a_due_set_up_counts_as_the_players_turn(self, people: list[User], sign_in: SignIn) -> None:
        game = start("galax", people[:2], set_up=False)
        assert [each.pk for each in sign_in(people[1]).get("/my/games/?turn=mine").context["page"]] == [game.pk]

    def test_my_games_can_be_filtered(self, people: list[User], sign_in: SignIn) -> None:
        start("lyra-2", people[:2])
        nonaga = start("nonaga", people[:2])
        client = sign_in(people[0])
        assert [game.pk for game in client.get("/my/games/?variant=nonaga").context["page"]] == [nonaga.pk]
        assert list(client.get("/my/games/?pace=live").context["page"]) == []
        assert client.get("/my/games/?variant=chess&pace=x&page=zz").status_code == 200

    def test_my_games_contain_no_games_of_others(self, people: list[User], sign_in: SignIn) -> None:
        start("lyra-2", people[:2])
        assert list(sign_in(people[4]).get("/my/games/").context["page"]) == []

    def test_my_games_require_a_log_in(self, client: object, people: list[User]) -> None:
        answer = client.get("/my/games/")  # type: ignore[attr-defined]
        assert answer.status_code == 302
        assert "/accounts/login/" in answer.headers["Location"]

    def test_the_list_needs_the_same_queries_with_one_game_and_with_many(
        self, people: list[User], sign_in: SignIn
    ) -> None:
        client = sign_in(people[0])
        start("lyra-2", people[:2])
        client.get("/my/games/")
        few = queries_of(client, "/my/games/")
        for variant in ("nonaga", "lyra-4", "vaeva", "bataille-3"):
            start(variant, people[: 4 if "4" in variant else 3 if "3" in variant else 2])
        assert queries_of(client, "/my/games/") == few


class TestNextGame:
    def test_the_next_game_is_the_most_urgent_other_game(self, people: list[User], sign_in: SignIn) -> None:
        first = start("lyra-2", people[:2], control=TimeControl.days(1))
        second = start("nonaga", people[:2], control=TimeControl.days(2))
        client = sign_in(people[0])
        assert client.get("/my/games/next/").headers["Location"] == f"/games/{first.pk}/"
        assert client.get(f"/my/games/next/?after={first.pk}").headers["Location"] == f"/games/{second.pk}/"

    def test_without_a_next_game_it_redirects_to_the_list(self, people: list[User], sign_in: SignIn) -> None:
        game = start("lyra-2", people[:2])
        answer = sign_in(people[0]).get(f"/my/games/next/?after={game.pk}")
        assert answer.headers["Location"] == "/my/games/"


class TestArchive:
    def test_the_archive_is_filtered_by_player_result_and_reason(self, people: list[User], sign_in: SignIn) -> None:
        ada, ben, cleo = people[:3]
        won = finish("lyra-2", [ada, ben], loser=1)
        lost = finish("nonaga", [ada, cleo], loser=0)
        client = sign_in(people[4])
        found = lambda query: [game.pk for game in client.get(f"/games/?{query}").context["page"]]  # noqa: E731
        assert found("") == [lost.pk, won.pk]
        assert found("player=Ada&result=won") == [won.pk]
        assert found("player=ada&result=lost") == [lost.pk]
        assert found("player=ada&result=drawn") == []
        assert found("player=ada&opponent=cleo") == [lost.pk]
        assert found("variant=vega") == [won.pk]
        assert found("reason=resignation&rated=casual&pace=days") == [lost.pk, won.pk]
        assert found("reason=goal") == []

    def test_the_archive_is_filtered_by_date(self, people: list[User], sign_in: SignIn) -> None:
        game = finish("lyra-2", people[:2])
        Game.objects.filter(pk=game.pk).update(finished_at=timezone.now() - timedelta(days=40))
        client = sign_in(people[0])
        recent = (timezone.now() - timedelta(days=10)).date().isoformat()
        assert list(client.get(f"/games/?since={recent}").context["page"]) == []
        assert [each.pk for each in client.get(f"/games/?until={recent}").context["page"]] == [game.pk]
        assert client.get("/games/?since=yesterday").status_code == 200

    def test_the_archive_contains_no_games_in_progress(self, people: list[User], sign_in: SignIn) -> None:
        start("lyra-2", people[:2])
        assert list(sign_in(people[0]).get("/games/").context["page"]) == []

    def test_the_list_needs_the_same_queries_with_one_game_and_with_many(
        self, people: list[User], sign_in: SignIn
    ) -> None:
        client = sign_in(people[0])
        finish("lyra-2", people[:2])
        client.get("/games/")
        few = queries_of(client, "/games/")
        for _ in range(4):
            finish("nonaga", people[:2])
        assert queries_of(client, "/games/") == few
