"""The front page, the status page, themes, the style guide."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from config.http.probes import PROBES
from frontend.views import SITE_PARTS, status
from games.models import Tactic
from games.puzzles.services.tactics import prepare_tactics
from tests.games.playing import make_people, start
from tests.games.rated import finished_row
from tests.tournaments.playing import (
    make_club,
    make_rules,
    next_round,
    open_tables,
    open_tournament,
    running_tournament,
)
from tournaments.clubs.services.clubs import publish_news
from tournaments.models import Club, Round
from tournaments.services.lifecycle import create_tournament, start_tournament
from tournaments.services.registration import enter
from tournaments.services.results import claim_result, confirm_result

pytestmark = pytest.mark.django_db

NEW_SITE = '<div class="card urgent welcome">'
NO_GAMES = '<div class="empty">'


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


class TestFrontPage:
    def test_a_new_embedded_site_says_that_the_first_account_becomes_administrator(
        self, client: Client, settings: LazySettings
    ) -> None:
        settings.EMBEDDED = True
        page = client.get("/").content.decode()
        assert NEW_SITE in page
        assert "createsuperuser" not in page

    def test_a_new_production_site_names_the_command(self, client: Client, settings: LazySettings) -> None:
        settings.EMBEDDED = False
        page = client.get("/").content.decode()
        assert NEW_SITE in page
        assert "createsuperuser" in page

    def test_a_site_with_users_says_neither(self, client: Client, member: User) -> None:
        assert NEW_SITE not in client.get("/").content.decode()

    def test_ai_players_alone_leave_the_site_new(self, client: Client) -> None:
        User.objects.create(username="hare", is_ai=True)
        assert NEW_SITE in client.get("/").content.decode()

    def test_the_name_of_a_member_is_escaped(self, client: Client, member: User) -> None:
        member.display_name = "<b>Ada</b>"
        member.save()
        client.force_login(member)
        page = client.get("/").content.decode()
        assert "&lt;b&gt;Ada&lt;/b&gt;" in page
        assert "<b>Ada</b>" not in page

    def test_it_is_read_only(self, client: Client) -> None:
        assert client.post("/").status_code == 405


class TestFrontPageOfAPlayer:
    def test_games_to_move_come_before_games_of_others(self, client: Client, player: User) -> None:
        client.force_login(player)
        page = client.get("/").content.decode()
        waiting, _, others = page.partition('<h2 id="others">')
        assert re.findall(r"<h1>\s*(\d+)", waiting) == ["3"]
        assert sorted(headings(waiting)) == ["Galax", "Lyra for four", "Nonaga"]
        assert headings(others) == ["Sirius"]

    def test_the_badge_counts_the_games_to_move(self, client: Client, player: User) -> None:
        client.force_login(player)
        assert client.get("/status/").context["my_turn_count"] == 3

    def test_another_user_sees_none_of_them(self, client: Client, player: User) -> None:
        stranger = User.objects.create_user("stranger")
        client.force_login(stranger)
        answer = client.get("/")
        assert NO_GAMES in answer.content.decode()
        assert answer.context["my_turn_count"] == 0

    def test_more_games_cost_no_more_queries(
        self, client: Client, player: User, django_assert_num_queries: Callable[..., AbstractContextManager[None]]
    ) -> None:
        client.force_login(player)
        with CaptureQueriesContext(connection) as with_four:
            client.get("/")
        ben = User.objects.get(username="ben")
        for _ in range(3):
            start("nonaga", [player, ben])
        with django_assert_num_queries(len(with_four)):
            client.get("/")


class TestProfile:
    """Recent games and clubs on a profile page."""

    def test_it_shows_the_last_games_and_the_clubs(self, client: Client) -> None:
        ada, ben = make_people("ada", "ben")
        for _ in range(6):
            finished_row([ada, ben], [1, 2])
        make_club(ada, "Vega Circle")
        page = client.get("/people/ada/").content.decode()
        assert page.count('class="game-line"') == 5
        assert "/clubs/vega-circle/" in page
        assert "/games/?player=ada" in page

    def test_a_new_user_has_neither(self, client: Client) -> None:
        make_people("ada")
        page = client.get("/people/ada/").content.decode()
        assert 'class="game-line"' not in page
        assert 'id="clubs"' not in page

    def test_more_games_cost_no_more_queries(
        self, client: Client, django_assert_num_queries: Callable[..., AbstractContextManager[None]]
    ) -> None:
        ada, ben = make_people("ada", "ben")
        finished_row([ada, ben], [1, 2])
        with CaptureQueriesContext(connection) as with_one:
            client.get("/people/ada/")
        for _ in range(3):
            finished_row([ada, ben], [2, 1])
        with django_assert_num_queries(len(with_one)):
            client.get("/people/ada/")


class TestTournamentsOnTheFrontPage:
    """Current tournaments for anonymous users; for members those of their own clubs, with news."""

    def test_anonymous_users_see_open_tournaments_before_running_ones(self, client: Client) -> None:
        secretary, *_ = make_people("secretary")
        club = make_club(secretary)
        running_tournament(club, secretary, 4, name="Winter Swiss", accounts=False)
        open_tournament(club, secretary, name="Spring Open")
        create_tournament(user=secretary, club_id=club.pk, rules=make_rules(name="Secret Cup"))
        assert [tournament.name for tournament in client.get("/").context["tournaments"]] == [
            "Spring Open",
            "Winter Swiss",
        ]

    def test_a_member_sees_tournaments_and_news_of_their_own_clubs(self, client: Client) -> None:
        secretary, other, stranger = make_people("secretary", "other", "stranger")
        club, elsewhere = make_club(secretary), make_club(other, name="Elsewhere")
        mine, entered = open_tournament(club, secretary, name="Mine"), open_tournament(elsewhere, other, name="Entered")
        open_tournament(elsewhere, other, name="Theirs")
        enter(tournament_id=entered.pk, user=secretary)
        publish_news(club_id=club.pk, user=secretary, title="The season begins", text="On Thursday.")
        publish_news(club_id=elsewhere.pk, user=other, title="Not for you", text="On Friday.")
        client.force_login(secretary)
        page = client.get("/")
        assert {tournament.pk for tournament in page.context["tournaments"]} == {mine.pk, entered.pk}
        assert [one.title for one in page.context["news"]] == ["The season begins"]
        client.force_login(stranger)
        page = client.get("/")
        assert (list(page.context["tournaments"]), list(page.context["news"])) == ([], [])

    def test_more_tournaments_cost_no_more_queries(
        self, client: Client, django_assert_num_queries: Callable[..., AbstractContextManager[None]]
    ) -> None:
        secretary, *_ = make_people("secretary")
        club = make_club(secretary)
        open_tournament(club, secretary, name="First")
        with CaptureQueriesContext(connection) as with_one:
            client.get("/")
        for name in ("Second", "Third"):
            open_tournament(club, secretary, name=name)
        with django_assert_num_queries(len(with_one)):
            client.get("/")


class TestResultsToReport:
    """Over the board the site waits for the players to report results."""

    @pytest.mark.slow
    def test_one_player_is_asked_for_the_result_and_then_the_other_for_confirmation(self, client: Client) -> None:
        secretary, *_ = make_people("secretary")
        tournament = running_tournament(make_club(secretary), secretary, 2, rounds=1)
        next_round(tournament, secretary)
        (table,) = open_tables(tournament)
        one, other = (seat.entry.user for seat in table.seats.select_related("entry__user"))
        assert one is not None
        assert other is not None
        address = f'href="/tournaments/{tournament.pk}/rounds/1/#table-{table.pk}"'
        page = self.front_of(client, one)
        assert (address in page, NO_GAMES in page) == (True, False)
        assert address not in self.front_of(client, secretary)
        claim_result(table_id=table.pk, user=one, outcome="goal", ranks=[1, 2])
        assert address not in self.front_of(client, one)
        asked_to_confirm = self.front_of(client, other)
        assert address in asked_to_confirm
        assert self.asked(asked_to_confirm) != self.asked(page)
        confirm_result(table_id=table.pk, user=other)
        assert address not in self.front_of(client, other)

    def test_a_round_that_starts_later_asks_for_nothing_yet(self, client: Client) -> None:
        secretary, *_ = make_people("secretary")
        tournament = running_tournament(make_club(secretary), secretary, 2, rounds=1)
        round_ = next_round(tournament, secretary)
        Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now() + timedelta(days=1))
        assert '<h2 id="tables">' not in self.front_of(client, User.objects.get(username="player001"))

    @pytest.mark.slow
    def test_more_tables_cost_no_more_queries(
        self, client: Client, django_assert_num_queries: Callable[..., AbstractContextManager[None]]
    ) -> None:
        secretary, ada, ben = make_people("secretary", "ada", "ben")
        club = make_club(secretary)
        client.force_login(ada)
        self.start_table(club, secretary, [ada, ben])
        with CaptureQueriesContext(connection) as with_one:
            client.get("/")
        for _ in range(2):
            self.start_table(club, secretary, [ada, ben])
        with django_assert_num_queries(len(with_one)):
            assert len(client.get("/").context["tables"]) == 3

    def start_table(self, club: Club, secretary: User, people: list[User]) -> None:
        tournament = open_tournament(club, secretary, rounds=1)
        for user in people:
            enter(tournament_id=tournament.pk, user=user)
        start_tournament(tournament_id=tournament.pk, user=secretary)
        next_round(tournament, secretary)

    def asked(self, page: str) -> str:
        """Return the text about the one table that waits."""
        return page.partition('<h2 id="tables">')[2].partition("<a ")[0]

    def front_of(self, client: Client, user: User) -> str:
        client.force_login(user)
        return client.get("/").content.decode()


def headings(page: str) -> list[str]:
    return re.findall(r"<h3><a [^>]*>([^<]+)</a></h3>", page)


class TestStatus:
    def test_everything_is_ok(self) -> None:
        answer = ask_status({"database": "ok", "broker": "ok"})
        assert answer.status_code == 200
        assert '<span class="badge bad">' not in answer.content.decode()

    def test_a_failed_part_is_shown_with_status_503(self) -> None:
        answer = ask_status({"database": "ok", "broker": "failed: TimeoutError"})
        assert answer.status_code == 503
        page = answer.content.decode()
        assert page.count('<span class="badge bad">') == 1
        assert "TimeoutError" not in page

    def test_it_agrees_with_the_readiness_probe(self, client: Client) -> None:
        assert client.get("/status/").status_code == client.get("/readyz").status_code

    def test_every_part_has_a_label(self) -> None:
        assert set(PROBES) - set(SITE_PARTS) == set()


def ask_status(answers: dict[str, str]) -> HttpResponse:
    request = RequestFactory().get("/status/")
    request.user = AnonymousUser()
    return status(request, ask=lambda: answers)


class TestTheme:
    def test_the_choice_applies_to_the_next_page(self, client: Client) -> None:
        answer = client.post("/theme/", {"theme": "dark", "next": "/status/"})
        assert (answer.status_code, answer["Location"]) == (302, "/status/")
        assert 'data-theme="dark"' in client.get("/status/").content.decode()

    def test_the_choice_applies_to_a_tactic_too(self, client: Client) -> None:
        """Its view has a `theme` of another kind."""
        prepare_tactics()
        client.cookies["theme"] = "dark"
        page = client.get(f"/puzzles/tactics/{Tactic.objects.order_by('id')[0].pk}/")
        assert 'data-theme="dark"' in page.content.decode()
        assert str(page.context["idea"]) in page.content.decode()

    def test_without_a_choice_the_system_theme_applies(self, client: Client) -> None:
        assert 'data-theme="system"' in client.get("/status/").content.decode()

    @pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""])
    def test_it_never_redirects_to_another_site(self, client: Client, target: str) -> None:
        assert client.post("/theme/", {"theme": "dark", "next": target})["Location"] == "/"

    def test_an_unknown_theme_changes_nothing(self, client: Client) -> None:
        answer = client.post("/theme/", {"theme": '"><script>', "next": "/"})
        assert "theme" not in answer.cookies

    def test_an_invalid_cookie_is_not_written_into_the_page(self, client: Client) -> None:
        client.cookies["theme"] = "purple"
        assert 'data-theme="system"' in client.get("/status/").content.decode()


class TestStyleguide:
    def test_anonymous_users_are_sent_to_the_login_page(self, client: Client) -> None:
        answer = client.get("/styleguide/")
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/styleguide/")

    def test_a_member_is_refused(self, client: Client, member: User) -> None:
        client.force_login(member)
        answer = client.get("/styleguide/")
        assert answer.status_code == 403

    def test_staff_see_both_themes(self, client: Client, keeper: User) -> None:
        client.force_login(keeper)
        page = client.get("/styleguide/").content.decode()
        assert page.count('class="styleguide-half" data-theme="light"') == 1
        assert page.count('class="styleguide-half" data-theme="dark"') == 1
