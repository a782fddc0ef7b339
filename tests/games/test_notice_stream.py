"""The event stream of notices: sent only to their owner as soon as they are created; others are refused."""

import pytest

from games.models import Notice
from games.notifications.services.notices import notify_turn
from tests.games.playing import client_of, make_people, start
from tests.games.streams import Reader, in_a_loop, in_thread, leave, visit

pytestmark = pytest.mark.django_db(transaction=True)
PATH = "/api/v1/notices/events/"


def notify_others() -> None:
    """Create many notices, so that a person's next number is not consecutive."""
    (other,) = make_people("other")
    Notice.objects.bulk_create(
        Notice(user=other, kind="club", key=f"{number}", about="news", path="/") for number in range(300)
    )


@in_a_loop
async def test_only_the_owner_receives_the_event() -> None:
    ada, ben = await in_thread(make_people)("ada", "ben")
    (hers, answer), (his, _) = await visit(PATH, ada), await visit(PATH, ben)
    assert answer["status"] == 200
    reader, other = Reader(hers), Reader(his)
    assert [(await one.next())[0] for one in (reader, other)] == ["hello", "hello"]
    await in_thread(notify_others)()
    game = await in_thread(start)("nonaga", [ada, ben])
    assert await in_thread(notify_turn)(game_id=game.pk) == 1
    kind, number, data = await reader.next()
    assert (kind, data["about"], number == data["seq"]) == ("notice", "turn", True)
    assert await his.receive_nothing(0.6)
    await leave(hers, his)


@in_a_loop
async def test_an_anonymous_client_is_refused() -> None:
    asked, answer = await visit(PATH)
    assert answer["status"] == 401
    await asked.wait(10)


def test_a_server_without_streams_answers_with_an_error() -> None:
    (ada,) = make_people("ada")
    answer = client_of(ada).get(PATH)
    assert (answer.status_code, answer.json()["code"]) == (503, "no_streams")
