"""Rate limits of chat messages and of challenges that are withdrawn at once."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import TooMany
from accounts.models import User
from games.lobby.services import create
from games.lobby.services.create import MAX_UNANSWERED_PER_HOUR, create_challenge
from games.lobby.services.join import join_proposal, withdraw_proposal
from games.lobby.services.terms import read_terms
from games.models import Notice
from games.notifications.services.notices import notify_challenge
from games.services.chat import CHAT_LIMIT, post_message
from tests.accounts.people import at_once, has_code
from tests.games.playing import THREE_DAYS, client_of, make_people, start

pytestmark = pytest.mark.slow


def test_chat_messages_are_limited_per_player_and_game(people: list[User]) -> None:
    ada, ben = people[:2]
    game, other = start("nonaga", [ada, ben]), start("nonaga", [ada, ben])
    for number in range(CHAT_LIMIT):
        post_message(game_id=game.pk, user=ada, text=f"line {number}")
    answer = client_of(ada).post(f"/api/v1/games/{game.pk}/chat/", {"text": "one more"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_messages")
    assert answer.headers["Retry-After"] == "60"
    post_message(game_id=game.pk, user=ben, text="I may")
    post_message(game_id=other.pk, user=ada, text="elsewhere too")
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        post_message(game_id=game.pk, user=ada, text="again")


def test_a_challenge_of_two_players_counts_once_for_each(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    for person in [ben] * 10 + [cleo] * 10:
        withdraw_proposal(proposal_id=create_challenge(user=ada, terms=terms, opponents=[person]).pk, user=ada)
    table = read_terms(variant="bataille-3", control=THREE_DAYS)
    assert create_challenge(user=ada, terms=table, opponents=[ben, cleo]).pk


def test_unanswered_challenges_are_limited_per_opponent_and_hour(people: list[User]) -> None:
    ada, ben, cleo, *_ = people
    terms = read_terms(variant="nonaga", control=THREE_DAYS)
    taken = create_challenge(user=ada, terms=terms, opponents=[ben])
    join_proposal(proposal_id=taken.pk, user=ben)
    for _number in range(MAX_UNANSWERED_PER_HOUR):
        asked = create_challenge(user=ada, terms=terms, opponents=[ben])
        notify_challenge(proposal_id=asked.pk)
        withdraw_proposal(proposal_id=asked.pk, user=ada)
    with pytest.raises(TooMany, check=has_code("too_many_challenges")):
        create_challenge(user=ada, terms=terms, opponents=[ben])
    assert Notice.objects.filter(user=ben).count() == MAX_UNANSWERED_PER_HOUR
    create_challenge(user=ada, terms=terms, opponents=[cleo])
    create_challenge(user=ben, terms=terms, opponents=[ada])
    create_challenge(user=ada, terms=terms, opponents=[User.objects.get(username="nova")])
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        create_challenge(user=ada, terms=terms, opponents=[ben])


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_for_concurrent_challenges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create, "MAX_UNANSWERED_PER_HOUR", 3)
    ada, ben = make_people("ada", "ben")
    terms = read_terms(variant="nonaga", control=THREE_DAYS)

    def challenge(_number: int) -> str:
        try:
            create_challenge(user=ada, terms=terms, opponents=[ben])
        except TooMany:
            return "refused"
        return "asked"

    assert sorted(at_once(8, challenge)) == ["asked"] * 3 + ["refused"] * 5
