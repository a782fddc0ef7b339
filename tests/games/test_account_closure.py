"""Account closure in games: games end, texts are erased, results and ratings stay under a neutral name."""

import pytest
from django.core.management import call_command

from accounts.models import User
from accounts.services.account_closure import close_account
from games import tasks
from games.enums import GameStatus, ProposalStatus
from games.lobby.services.create import create_challenge, create_invitation, create_seek
from games.lobby.services.join import join_proposal
from games.lobby.services.terms import read_terms
from games.models import CalendarFeed, ChatMessage, Game, Notice, Proposal, Rating, SavedSetup
from games.notifications.services.notices import make_feed
from games.ratings.services import rate_finished_games
from games.services.account_closure import erase_player_data
from games.services.chat import post_message
from games.services.setup import save_setup
from tests.games.playing import SETUPS, THREE_DAYS, client_of, play, start
from tests.games.rated import won_by

pytestmark = pytest.mark.slow


@pytest.fixture
def zelda(people: list[User]) -> User:
    User.objects.filter(pk=people[0].pk).update(username="zelda", display_name="Zelda", email="zelda@example.org")
    return User.objects.get(pk=people[0].pk)


def statuses(*games: Game) -> list[tuple[str, str]]:
    return [Game.objects.values_list("status", "reason").get(pk=game.pk) for game in games]


def test_an_open_account_is_not_erased(people: list[User]) -> None:
    game = start("nonaga", people[:2])
    assert erase_player_data(user_id=people[0].pk) is False
    assert statuses(game) == [(GameStatus.RUNNING, "")]


def test_running_games_are_resigned_or_aborted_if_hardly_begun(people: list[User], zelda: User) -> None:
    begun = play(start("nonaga", [zelda, people[1]]), 2)
    fresh = start("nonaga", [people[1], zelda])
    setting_up = start("galax", [zelda, people[1]], set_up=False)
    three = play(start("bataille-3", [zelda, *people[1:3]]), 3)
    close_account(user=zelda)
    assert [tasks.erase_player_data(zelda.pk), tasks.erase_player_data(zelda.pk)] == [True, True]
    assert statuses(begun, fresh, setting_up, three) == [
        (GameStatus.OVER, "resignation"),
        (GameStatus.ABORTED, ""),
        (GameStatus.ABORTED, ""),
        (GameStatus.RUNNING, ""),
    ]
    assert three.seats.get(index=0).left == "resignation"


def test_proposals_are_withdrawn_left_or_declined(people: list[User], zelda: User) -> None:
    two, three = (read_terms(variant=variant, control=THREE_DAYS) for variant in ("nonaga", "bataille-3"))
    own = [
        create_seek(user=zelda, terms=two, message="Zelda here"),
        create_invitation(user=zelda, terms=two),
        create_challenge(user=zelda, terms=two, opponents=[people[1]]),
    ]
    joined = create_seek(user=people[1], terms=three)
    join_proposal(proposal_id=joined.pk, user=zelda)
    asked = create_challenge(user=people[1], terms=two, opponents=[zelda])
    close_account(user=zelda)
    erase_player_data(user_id=zelda.pk)
    assert set(Proposal.objects.filter(pk__in=[each.pk for each in own]).values_list("status", "message")) == {
        (ProposalStatus.WITHDRAWN, "")
    }
    joined.refresh_from_db()
    assert (joined.status, joined.places.filter(user=zelda).count()) == (ProposalStatus.OPEN, 0)
    asked.refresh_from_db()
    assert asked.status == ProposalStatus.DECLINED


def test_no_personal_text_is_left_in_games(people: list[User], zelda: User, capsys: pytest.CaptureFixture[str]) -> None:
    rated = won_by(zelda, people[1])
    rate_finished_games()
    game = play(start("nonaga", [zelda, people[1]]), 2)
    post_message(game_id=game.pk, user=zelda, text="Call me on 555-0199")
    save_setup(user=zelda, variant="vaeva", name="Zelda's own", setup=SETUPS["vaeva"])
    make_feed(user=zelda)
    tasks.catch_up_on_notices()
    close_account(user=zelda)
    erase_player_data(user_id=zelda.pk)
    left = [model.objects.filter(user=zelda).count() for model in (Notice, SavedSetup, CalendarFeed)]
    assert left == [0, 0, 0]
    assert not ChatMessage.objects.filter(author=zelda).exists()
    call_command("dumpdata", "games")
    dump = capsys.readouterr().out.lower()
    assert [word for word in ("zelda", "555-0199", "example.org") if word in dump] == []
    shown = client_of(people[1]).get(f"/api/v1/games/{rated.pk}/").json()
    assert shown["seats"][0]["name"] == f"departed player {zelda.pk}"
    assert Rating.objects.filter(user=zelda).exists()


def test_the_sweep_finds_a_closed_account_whose_task_was_lost(people: list[User], zelda: User) -> None:
    game = play(start("nonaga", [zelda, people[1]]), 2)
    create_seek(user=zelda, terms=read_terms(variant="nonaga", control=THREE_DAYS))
    close_account(user=zelda)
    assert [tasks.finish_erasures(), tasks.finish_erasures()] == [1, 0]
    assert statuses(game) == [(GameStatus.OVER, "resignation")]


def test_closing_an_account_enqueues_its_erasure(
    zelda: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    heard: list[int] = []
    monkeypatch.setattr(tasks.erase_player_data, "delay", heard.append)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        close_account(user=zelda)
    assert heard == [zelda.pk]


def test_the_data_export_contains_everything_stored(people: list[User], zelda: User) -> None:
    won = won_by(zelda, people[1])
    rate_finished_games()
    game = play(start("nonaga", [zelda, people[1]]), 2)
    hidden = start("galax", [people[1], zelda], set_up=False)
    client_of(people[1]).post(f"/api/v1/games/{hidden.pk}/setup/", {"setup": SETUPS["galax"]})
    post_message(game_id=game.pk, user=zelda, text="A good game")
    save_setup(user=zelda, variant="vaeva", name="mine", setup=SETUPS["vaeva"])
    create_seek(user=zelda, terms=read_terms(variant="nonaga", control=THREE_DAYS), message="Anybody?")
    tasks.catch_up_on_notices()
    client = client_of(None)
    client.force_login(zelda)
    data = client.get("/api/v1/me/export/").json()
    assert [line["id"] for line in data["games"]] == [won.pk, game.pk, hidden.pk]
    assert data["games"][0]["record"] == ["#resignation:1"]
    assert (data["games"][0]["rank"], data["games"][2]["record"]) == (1, [])
    assert SETUPS["galax"] not in str(data)
    assert data["ratings"][0]["history"][0]["game"] == won.pk
    assert data["talk"]["chat"][0]["text"] == "A good game"
    assert data["talk"]["proposals"][0]["message"] == "Anybody?"
    assert data["talk"]["set_ups"] == [{"variant": "vaeva", "name": "mine", "text": SETUPS["vaeva"]}]
    assert sorted(line["kind"] for line in data["notices"]["notices"]) == ["over", "turn", "turn"]
    assert data["notices"]["by_mail"]["challenge"] == "now"


def test_an_unreadable_game_does_not_stop_the_erasure_of_the_rest(
    people: list[User], zelda: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = (play(start("nonaga", [zelda, people[1]]), 2) for _ in range(2))
    post_message(game_id=whole.pk, user=zelda, text="Zelda was here.")
    Game.objects.filter(pk=broken.pk).update(snapshot={})
    close_account(user=zelda)
    assert erase_player_data(user_id=zelda.pk)
    assert statuses(broken, whole) == [(GameStatus.RUNNING, ""), (GameStatus.OVER, "resignation")]
    assert not ChatMessage.objects.exists()
