"""Concurrent offers, replies, endings and account closures: record, events and ratings stay consistent."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.account_closure import close_account
from games.enums import EventKind, GameStatus, NoticeKind, ProposalStatus
from games.lobby.services.create import create_challenge, create_seek
from games.lobby.services.join import (
    decline_challenge,
    fill_with_ai,
    join_proposal,
    leave_proposal,
    offer_rematch,
    withdraw_proposal,
)
from games.lobby.services.terms import read_terms
from games.models import Game, GameEvent, Notice, Place, Proposal, Push, PushSubscription, RatingChange, Seat, Step
from games.notifications.services.notices import (
    News,
    choose_deliveries,
    notify_end,
    notify_missed,
    notify_news,
    notify_turn,
    read_notices,
)
from games.notifications.services.push_subscriptions import forget_browser
from games.ratings.services import rate_finished_games, rate_game
from games.selectors.game_json import match_of
from games.services.account_closure import erase_player_data
from games.services.chat import post_message
from games.services.clock import settle_game
from games.services.conditional_moves import save_conditional_moves
from games.services.endings import abort_game, annul_game, resign
from games.services.offers import ask_takeback, decline_draw, decline_takeback, offer_draw
from games.services.play import submit_turn
from games.timing import DAY, TimeControl
from tests.accounts.people import at_once, attempt, overtaken
from tests.games.browsers import make_subscription
from tests.games.playing import make_people, next_turn, play, start
from tests.games.rated import won_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
# Outcomes allowed when another request was faster; anything else is a bug.
TOO_LATE = {
    "done", "stale", "game_over", "out_of_play", "not_your_turn", "your_turn", "offered_already",
    "nothing_to_take_back", "too_late_to_abort", "not_casual", "not_a_player", "bad_conditional_moves",
}  # fmt: skip

Act = Callable[[], object]


def run_concurrently(acts: list[Act]) -> list[str]:
    return at_once(len(acts), lambda number: attempt(acts[number]))


def check_consistent(game: Game) -> Game:
    """Check that record and events have no gaps, that the end is published once, and that the position matches."""
    game.refresh_from_db()
    steps = list(Step.objects.filter(game=game).order_by("ply").values_list("ply", flat=True))
    assert steps == list(range(game.ply))
    events = list(GameEvent.objects.filter(game=game).order_by("seq"))
    assert [event.seq for event in events] == list(range(1, game.event_seq + 1))
    ends = [event for event in events if event.kind in (EventKind.OVER, EventKind.ABORTED, EventKind.ANNULLED)]
    assert len(ends) == (0 if game.is_in_progress else 1)
    ranks = list(Seat.objects.filter(game=game).values_list("rank", flat=True))
    assert all(rank is not None for rank in ranks) is (game.status == GameStatus.OVER)
    if game.is_in_progress:
        assert game.to_move == match_of(game).state.seat
    else:
        assert (game.deadline, game.to_move, game.takeback_to) == (None, None, None)
        assert not Seat.objects.filter(game=game, wants_draw=True).exists()
    return game


def everything_at(game: Game, people: list[User]) -> list[Act]:
    at = {"game_id": game.pk}
    acts: list[Act] = []
    for user in people:
        acts += [
            partial(offer_draw, **at, user=user, ply=game.ply),
            partial(decline_draw, **at, user=user),
            partial(ask_takeback, **at, user=user, ply=game.ply),
            partial(decline_takeback, **at, user=user),
            partial(submit_turn, **at, user=user, ply=game.ply, steps=next_turn(game)),
            partial(save_conditional_moves, **at, user=user, ply=game.ply, tree=[{"steps": next_turn(game)}]),
            partial(post_message, **at, user=user, text="Well played."),
        ]
    return acts


@pytest.mark.parametrize("variant", ["lyra-2", "lyra-3"])
def test_concurrent_offers_replies_and_turns(variant: str) -> None:
    people = make_people("ada", "ben", "cleo")[: int(variant[-1])]
    rng = random.Random(variant)
    for _ in range(6):
        game = play(start(variant, people), len(people) + 1)
        acts = everything_at(game, people)
        rng.shuffle(acts)
        answers = run_concurrently(acts)
        assert set(answers) <= TOO_LATE
        check_consistent(game)


def test_concurrent_endings_of_every_kind_end_a_game_once() -> None:
    people = make_people("ada", "ben")
    late = timezone.now() + 4 * DAY
    for turns in (0, 1, 2, 3):
        game = play(start("lyra-2", people, rated=True), turns)
        acts: list[Act] = [
            *everything_at(game, people),
            *(partial(resign, game_id=game.pk, user=user) for user in people),
            *(partial(abort_game, game_id=game.pk, user=user) for user in people),
            partial(annul_game, game_id=game.pk),
            *(partial(settle_game, game_id=game.pk, now=late) for _ in range(2)),
        ]
        assert set(run_concurrently(acts)) <= TOO_LATE
        assert not check_consistent(game).is_in_progress
        tasks = [partial(notify_end, game_id=game.pk), notify_missed, partial(rate_game, game_id=game.pk)]
        assert set(run_concurrently([*tasks, *tasks, rate_finished_games])) == {"done"}
        assert Notice.objects.filter(game=game, kind=NoticeKind.OVER).count() <= 2
        counted = RatingChange.objects.filter(game=game).count()
        assert counted == (2 if game.status == GameStatus.OVER else 0)


def test_a_concurrent_flag_and_turn_in_time() -> None:
    people = make_people("ada", "ben")
    for _ in range(6):
        game = play(start("lyra-2", people), 2)
        late = timezone.now() + 4 * DAY
        played, flagged = run_concurrently(
            [
                partial(submit_turn, game_id=game.pk, user=people[0], ply=game.ply, steps=next_turn(game)),
                partial(settle_game, game_id=game.pk, now=late),
            ]
        )
        check_consistent(game)
        assert flagged == "done"
        # The sweep's time is later than the next player's deadline too: it ends the game in any case.
        assert played in ("done", "game_over")
        assert game.status == GameStatus.OVER


def test_an_account_is_closed_during_its_games() -> None:
    ada, ben = make_people("ada", "ben")
    games = [play(start("lyra-2", [ada, ben]), 2) for _ in range(4)]
    turns = [
        partial(submit_turn, game_id=game.pk, user=user, ply=game.ply, steps=next_turn(game))
        for game in games
        for user in (ada, ben)
    ]

    def leave() -> None:
        close_account(user=ada)
        erase_player_data(user_id=ada.pk)

    answers = run_concurrently([*turns, leave, partial(erase_player_data, user_id=ada.pk)])
    assert set(answers) <= TOO_LATE
    erase_player_data(user_id=ada.pk)
    for game in games:
        assert check_consistent(game).status == GameStatus.OVER
        assert Step.objects.filter(game=game, text__startswith="#resignation").count() == 1


# -- proposals ----------------------------------------------------------------------------------------------------


def test_a_proposal_for_three_is_joined_left_and_withdrawn_at_once() -> None:
    host, *others = make_people("host", "ada", "ben", "cleo", "dora")
    ai = User.objects.get(username="meteor")
    terms = read_terms(variant="lyra-3", control=TimeControl.days(3))
    for _ in range(6):
        seek = create_seek(user=host, terms=terms)
        acts: list[Act] = [
            *(partial(join_proposal, proposal_id=seek.pk, user=user) for user in others for _ in range(2)),
            *(partial(leave_proposal, proposal_id=seek.pk, user=user) for user in others[:2]),
            partial(fill_with_ai, proposal_id=seek.pk, user=host, ai=ai),
            partial(withdraw_proposal, proposal_id=seek.pk, user=host),
        ]
        answers = run_concurrently(acts)
        assert set(answers) <= {"done", "started", "closed", "full", "not_found", "own_table"}
        seek.refresh_from_db()
        seated = list(Place.objects.filter(proposal=seek).exclude(user=None).values_list("user_id", flat=True))
        assert len(seated) == len(set(seated))
        if seek.status == ProposalStatus.STARTED:
            assert sorted(seated) == sorted(Seat.objects.filter(game=seek.game).values_list("user_id", flat=True))
        else:
            assert seek.status == ProposalStatus.WITHDRAWN
            assert seek.game is None
    assert Game.objects.count() == Proposal.objects.filter(status=ProposalStatus.STARTED).count()


def test_a_challenge_accepted_declined_and_withdrawn_at_once_has_one_outcome() -> None:
    ada, ben = make_people("ada", "ben")
    terms = read_terms(variant="lyra-2", control=TimeControl.days(3))
    for _ in range(8):
        asked = create_challenge(user=ada, terms=terms, opponents=[ben]).pk
        answers = run_concurrently(
            [
                partial(join_proposal, proposal_id=asked, user=ben),
                partial(decline_challenge, proposal_id=asked, user=ben),
                partial(withdraw_proposal, proposal_id=asked, user=ada),
            ]
        )
        assert sorted(answers)[-1] in ("done", "started")
        assert answers.count("done") == 1
    assert Game.objects.count() == Proposal.objects.filter(status=ProposalStatus.STARTED).count()


def test_a_rematch_requested_by_both_at_once_is_one_game() -> None:
    ada, ben = make_people("ada", "ben")
    for _ in range(4):
        game = won_by(ada, ben)
        acts = [partial(offer_rematch, game_id=game.pk, user=user) for user in (ada, ben) for _ in range(3)]
        assert set(run_concurrently(acts)) == {"done"}
        proposal = Proposal.objects.get(rematch_of=game)
        assert proposal.status == ProposalStatus.STARTED
        assert Game.objects.filter(rematch_of=game).count() == 1


# -- notices ------------------------------------------------------------------------------------------------------


@pytest.mark.postgres
def test_concurrent_notices_to_the_same_users_do_not_deadlock() -> None:
    people = make_people("ada", "ben", "cleo")
    news = [
        News(user_id=user.pk, kind=NoticeKind.EVENT, key="life:1:1", about="event_started", path="/") for user in people
    ]
    notify_news(replace(one, key="life:1:0") for one in news)  # the first notice to a user creates their settings
    overtaken(
        lambda: notify_news(reversed(news)),
        hold=lambda: notify_news(news[:1]),
        meanwhile=lambda: notify_news(news[1:]),
    )
    assert Notice.objects.count() == 6


def test_notices_created_and_read_at_once_are_created_once() -> None:
    ada, ben = make_people("ada", "ben")
    games = [play(start("lyra-2", [ada, ben]), 2) for _ in range(4)]
    acts: list[Act] = [
        *(partial(notify_turn, game_id=game.pk) for game in games for _ in range(2)),
        *(partial(read_notices, user=ada) for _ in range(4)),
        notify_missed,
        notify_missed,
    ]
    assert set(run_concurrently(acts)) == {"done"}
    assert Notice.objects.filter(user=ada, kind=NoticeKind.TURN).count() == 4


@pytest.mark.postgres
@pytest.mark.parametrize("notifies_first", [True, False])
def test_a_subscription_deleted_during_a_notice_does_not_roll_it_back(notifies_first: bool) -> None:
    (ada,) = make_people("ada")
    browser = make_subscription(ada, None)
    news = [News(user_id=ada.pk, kind=NoticeKind.EVENT, key="life:1:1", about="event_started", path="/")]
    choose_deliveries(user=ada, pushes={NoticeKind.EVENT: True})
    tell = partial(notify_news, news)
    forget = partial(forget_browser, user=ada, subscription_id=browser.pk)
    overtaken(forget if notifies_first else tell, hold=tell if notifies_first else forget, meanwhile=lambda: None)
    assert (Notice.objects.count(), Push.objects.count(), PushSubscription.objects.count()) == (1, 0, 0)
