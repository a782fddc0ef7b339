"""Concurrent requests of guests: double clicks, double sign-ups, log-in while playing, deletion while returning."""

from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import NotFound, Unprocessable
from accounts.models import User
from accounts.services.guests import KEPT_FOR, create_guest, hand_over, note_visit
from games.analysis.services import request_analysis
from games.lobby.services.create import MAX_AI_GAMES_OF_GUEST, play_ai
from games.models import Analysis, Game, Seat, Step
from games.services.endings import resign
from games.services.guests import forget_guests
from tests.accounts.guests import begin
from tests.accounts.people import PASSWORD, at_once, overtaken, people
from tests.games.playing import next_turn, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def same_browser(browser: Client) -> Client:
    """A second client with the browser's current cookies, which gets none of the first one's later ones."""
    twin = Client(raise_request_exception=False)
    twin.cookies["sessionid"] = browser.cookies["sessionid"].value
    return twin


def member(name: str = "mira") -> User:
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD)


def test_eight_concurrent_copies_of_a_sign_up_create_one_member() -> None:
    browser, guest, game = begin()
    form = {"username": "vera", "email": "vera@example.org", "password1": PASSWORD, "password2": PASSWORD}
    twins = [same_browser(browser) for _ in range(8)]
    answers = at_once(8, lambda number: twins[number].post("/accounts/signup/", form).status_code)
    assert answers.count(302) == 1
    assert set(answers) <= {200, 302, 409}  # too late: the name is taken, or the guest has signed up
    assert list(people().values_list("pk", "username", "is_guest")) == [(guest.pk, "vera", False)]
    assert Seat.objects.get(game=game, is_ai=False).user_id == guest.pk
    winner = twins[answers.index(302)]
    assert winner.get("/api/v1/me/").json()["username"] == "vera"


def test_eight_concurrent_sign_ups_give_the_game_to_one_of_them() -> None:
    browser, guest, game = begin()
    twins = [same_browser(browser) for _ in range(8)]

    def sign_up(number: int) -> int:
        name = f"vera{number}"
        form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
        return twins[number].post("/accounts/signup/", form).status_code

    # A sign-up that arrives when the session is already a member's creates an unrelated account.
    assert set(at_once(8, sign_up)) <= {302, 409}
    assert not User.objects.filter(is_guest=True).exists()
    owner = Seat.objects.get(game=game, is_ai=False).user
    assert (owner.pk, owner.username.startswith("vera")) == (guest.pk, True)


def test_two_guests_sign_up_with_the_same_name_at_once() -> None:
    browsers = [begin()[0] for _ in range(4)]
    form = {"username": "vera", "password1": PASSWORD, "password2": PASSWORD}

    def sign_up(number: int) -> int:
        twin = same_browser(browsers[number])
        return twin.post("/accounts/signup/", form | {"email": f"vera{number}@example.org"}).status_code

    answers = at_once(4, sign_up)
    assert (answers.count(302), set(answers) <= {200, 302, 409}) == (1, True)
    assert (User.objects.filter(username="vera").count(), User.objects.filter(is_guest=True).count()) == (1, 3)


def test_logging_in_during_turns_and_new_games_loses_nothing() -> None:
    mira = member()
    for _ in range(4):
        browser, guest, game = begin()
        twins = [same_browser(browser) for _ in range(4)]
        turn = {"ply": 0, "steps": next_turn(game)}

        def act(number: int, twins: list[Client] = twins, turn: dict = turn, game: Game = game) -> int:
            if number == 0:
                return twins[0].post("/accounts/login/", {"login": "mira", "password": PASSWORD}).status_code
            if number == 1:
                return twins[1].post("/play/ai/", {"variant": "nonaga"}).status_code
            address = f"/api/v1/games/{game.pk}/turns/"
            return twins[number].post(address, turn, content_type="application/json").status_code

        logged_in, begun, *played = at_once(4, act)
        assert logged_in == 302
        assert begun in (302, 409)
        # Either in time as the guest, or too late: anonymous, or no longer the guest's game.
        assert set(played) <= {201, 401, 403}
        assert Step.objects.filter(game=game).exists() == (201 in played)
        assert Seat.objects.get(game=game, is_ai=False).user == mira
        assert not User.objects.filter(pk=guest.pk).exists()


def test_eight_concurrent_merges_of_a_guest_have_one_effect() -> None:
    mira = member()
    _, guest, _ = begin()
    assert sorted(at_once(8, lambda number: hand_over(guest=guest, member=mira))) == [0] * 7 + [1]
    assert Seat.objects.filter(user=mira).count() == 1


def test_the_limit_of_games_per_guest_holds_for_concurrent_requests() -> None:
    guest, meteor = create_guest(), User.objects.get(username="meteor")

    def ask(number: int) -> bool:
        with suppress(Unprocessable):
            play_ai(user=guest, ai=meteor, variant="nonaga")
            return True
        return False

    assert at_once(8, ask).count(True) == Game.objects.count() == MAX_AI_GAMES_OF_GUEST


def test_concurrent_sweeps_delete_each_guest_once_and_keep_returning_ones() -> None:
    meteor = User.objects.get(username="meteor")
    guests = [create_guest() for _ in range(6)]
    long_ago = timezone.now() - KEPT_FOR - timedelta(days=1)
    for guest in guests:
        play_ai(user=guest, ai=meteor, variant="nonaga")
        guest.last_login = long_ago
        guest.save(update_fields=["last_login"])

    def act(number: int) -> int:
        return forget_guests() if number else int(note_visit(guest=guests[0]))

    came_back, *forgotten = at_once(5, act)
    assert sum(forgotten) + came_back == 6
    assert User.objects.filter(is_guest=True).count() == came_back
    assert Game.objects.count() == came_back


class TestDoubleClick:
    """Two requests of one button are sent before either is answered."""

    def press_twice(self, page: str, browser: Client) -> list[Client]:
        """Both requests have the cookies of the page, and none of each other's responses."""
        token = str(browser.get(page).context["csrf_token"])
        twins = [Client(enforce_csrf_checks=True) for _ in range(2)]
        for twin in twins:
            for name, cookie in browser.cookies.items():
                twin.cookies[name] = cookie.value
        form = {"variant": "nonaga", "csrfmiddlewaretoken": token}
        answers = at_once(2, lambda number: twins[number].post("/play/ai/", form))
        assert {answer["Location"] for answer in answers} == {f"/games/{Game.objects.latest('pk').pk}/"}
        return twins

    def test_a_visitor_becomes_one_guest_with_one_game(self) -> None:
        twins = self.press_twice("/", Client())
        guest = User.objects.get(is_guest=True)
        assert Game.objects.count() == 1
        assert [twin.session["_auth_user_id"] for twin in twins] == [str(guest.pk)] * 2
        self.press_twice("/", twins[1])
        assert (User.objects.filter(is_guest=True).count(), Game.objects.count()) == (1, 2)

    def test_a_member_gets_one_new_game(self) -> None:
        browser = Client()
        browser.force_login(member())
        self.press_twice("/play/ai/", browser)
        assert Game.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize("asks_first", [True, False])
def test_an_analysis_is_requested_while_the_guest_is_deleted(asks_first: bool) -> None:
    guest, ada = create_guest(), member("ada")
    game = play(play_ai(user=guest, ai=User.objects.get(username="meteor"), variant="lyra-2"), 2)
    resign(game_id=game.pk, user=guest)
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - KEPT_FOR - timedelta(days=1))
    ask = partial(request_analysis, game_id=game.pk, user=ada)
    if asks_first:
        assert overtaken(forget_guests, hold=ask, meanwhile=lambda: None) == 1
    else:
        with pytest.raises(NotFound):
            overtaken(ask, hold=forget_guests, meanwhile=lambda: None)
    assert (Game.objects.count(), Analysis.objects.count()) == (0, 0)
