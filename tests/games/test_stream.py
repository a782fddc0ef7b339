"""The event stream of a game: sent live, resumed without loss or duplicates, each event to its audience."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from django.db import InterfaceError

from accounts.models import User
from games.api.game_events import GameOutbox
from games.models import Game, GameEvent
from games.services.chat import post_message
from games.services.play import submit_turn
from games.streams import hub, sse
from games.streams.feeds import Feed, Message, Outbox
from games.streams.hub import Hub, Listener, get_hub
from games.streams.listen_notify import wake_listeners
from tests.games.playing import client_of, make_people, next_turn, play, start
from tests.games.streams import PATIENCE, Reader, in_a_loop, in_thread, is_ended, leave, listening, token_of, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def address(game: Game) -> str:
    return f"/api/v1/games/{game.pk}/events/"


def set_table(variant: str = "lyra-2") -> tuple[list[User], Game]:
    people = make_people("ada", "ben", "cleo", "stranger")
    return people, start(variant, people[:2])


async def play_one(game: Game, people: list[User]) -> None:
    def turn() -> None:
        game.refresh_from_db()
        submit_turn(game_id=game.pk, user=people[game.to_move or 0], ply=game.ply, steps=next_turn(game))
        game.refresh_from_db()

    await in_thread(turn)()


@in_a_loop
async def test_all_listeners_receive_a_turn() -> None:
    people, game = await in_thread(set_table)()
    async with listening(address(game), people[1]) as player, listening(address(game)) as visitor:
        for reader in (player, visitor):
            kind, number, data = await reader.next()
            assert (kind, number, data["event"]) == ("hello", None, 1)
        await play_one(game, people)
        for reader in (player, visitor):
            kind, number, data = await reader.next()
            assert (kind, number, data["seat"], data["ply"]) == ("turn", 2, 0, 1)
            assert data["state"] == game.face
            assert data["clock"]["seat"] == 1


@in_a_loop
async def test_a_stream_resumes_where_it_was_interrupted() -> None:
    people, game = await in_thread(set_table)()
    await in_thread(play)(game, 4)
    async with listening(address(game), people[0], last=2) as reader:
        assert await reader.some(4) == [("hello", None), ("turn", 3), ("turn", 4), ("turn", 5)]
        await play_one(game, people)
        assert await reader.some(1) == [("turn", 6)]
    async with listening(address(game), people[0], last=6) as reader:
        assert await reader.some(1) == [("hello", None)]
        await play_one(game, people)
        assert await reader.some(1) == [("turn", 7)]


@in_a_loop
async def test_no_event_is_lost_or_duplicated_between_reconnections() -> None:
    people, game = await in_thread(set_table)()
    numbers: list[int | None] = []
    last = 1
    for _ in range(6):
        async with listening(address(game), people[0], last=last) as reader:
            assert (await reader.next())[0] == "hello"
            await play_one(game, people)
            numbers.append((await reader.next())[1])
        await play_one(game, people)
        last = numbers[-1] or 0
        async with listening(address(game), people[0], last=last) as reader:
            await reader.next()
            numbers.append((await reader.next())[1])
            last = numbers[-1] or 0
    assert numbers == list(range(2, 14))


@pytest.mark.parametrize("last", [99, 0])
@in_a_loop
async def test_a_client_that_missed_too_many_events_is_sent_a_reload(
    last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "LONGEST_CATCH_UP", 3)
    people, game = await in_thread(set_table)()
    await in_thread(play)(game, 6)
    async with listening(address(game), people[0], last=last) as reader:
        assert await reader.some(2) == [("hello", None), ("reload", 7)]
        await play_one(game, people)
        assert await reader.some(1) == [("turn", 8)]


@in_a_loop
async def test_feeds_of_several_kinds_work_at_once() -> None:
    """What a new kind of stream needs: rows, an outbox, and `wake_listeners` when they are written."""
    people, game = await in_thread(set_table)()
    bare = Feed(Outbox(kind="bare", model=GameEvent, owner="game_id"), game.pk)
    plain = Listener(last=1, audiences={"all"})
    get_hub().join(plain, bare, latest=1)
    async with listening(address(game)) as reader:
        await reader.next()
        await play_one(game, people)
        await in_thread(wake_listeners)("bare", game.pk)
        # Not `asyncio.wait_for`: it waits in a new task, which starts after `pending` was checked.
        async with asyncio.timeout(PATIENCE):
            while not plain.pending:
                await plain.wait()
        assert (plain.last, plain.pending[0].startswith(b"id: 2\nevent: turn\n")) == (2, True)
        assert await in_thread(bare.latest)() == 2
        assert await reader.some(1) == [("turn", 2)]
    get_hub().leave(plain, bare)
    await get_hub().close()
    assert get_hub().watchers == set()


@in_a_loop
async def test_chat_goes_to_its_own_room() -> None:
    people, game = await in_thread(set_table)()
    async with listening(address(game), people[1]) as player, listening(address(game), people[3]) as visitor:
        await player.next()
        await visitor.next()
        await in_thread(post_message)(game_id=game.pk, user=people[0], text="among us")
        await in_thread(post_message)(game_id=game.pk, user=people[3], text="from the stands")
        await play_one(game, people)
        assert await player.some(2) == [("chat", 2), ("turn", 4)]
        assert await visitor.some(2) == [("chat", 3), ("turn", 4)]


@in_a_loop
async def test_an_idle_stream_sends_keep_alives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.05)
    people, game = await in_thread(set_table)()
    async with listening(address(game), people[0]) as reader:
        await reader.next()
        for _ in range(2):
            await reader.comment()
        await play_one(game, people)
        assert await reader.some(1) == [("turn", 2)]


def make_event(seq: int, audience: str = "all") -> Message:
    return Message(seq, audience, f"{seq}".encode())


def test_a_listener_accepts_consecutive_events_and_detects_a_gap() -> None:
    listener = Listener(last=4, audiences={"all", "players"})
    listener.is_behind = False
    for message in (
        make_event(4),
        make_event(5),
        make_event(6, "spectators"),
        make_event(6, "players"),
        make_event(7, "players"),
    ):
        listener.hand(message)
    assert (list(listener.pending), listener.last, listener.is_behind) == ([b"5", b"7"], 7, False)
    listener.hand(make_event(9))
    assert (list(listener.pending), listener.last, listener.is_behind) == ([b"5", b"7"], 7, True)


def test_the_queue_of_a_slow_listener_is_limited() -> None:
    listener = Listener(last=0, audiences={"all"})
    listener.is_behind = False
    for number in range(1, hub.MAX_PENDING + 5):
        listener.hand(make_event(number))
    assert (len(listener.pending), listener.last, listener.is_behind) == (hub.MAX_PENDING, hub.MAX_PENDING, True)


@pytest.mark.parametrize("error", [InterfaceError("connection already closed"), RuntimeError("a bug")])
@in_a_loop
async def test_a_failed_watcher_restarts(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    people, game = await in_thread(set_table)()
    sound, failures = Hub._deliver, [error, error, error]

    async def fail_at_first(own: Hub, keys: Any) -> None:
        if failures:
            raise failures.pop()
        await sound(own, keys)

    monkeypatch.setattr(hub, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(Hub, "_deliver", fail_at_first)
    async with listening(address(game)) as reader:
        await reader.next()
        await play_one(game, people)
        assert (await reader.next())[:2] == ("turn", 2)  # read by the stream itself, as it begins
        async with asyncio.timeout(PATIENCE):
            while failures:
                await asyncio.sleep(0.01)
        await play_one(game, people)
        assert (await reader.next())[:2] == ("turn", 3)


@in_a_loop
async def test_a_feed_that_cannot_be_read_ends_its_streams_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    people, broken = await in_thread(set_table)()
    sound = await in_thread(start)("lyra-2", people[:2])
    read = GameOutbox.read

    def fail_for_one(outbox: GameOutbox, feed_id: int, *, after: int) -> list[Message]:
        if feed_id == broken.pk and after > 0:
            raise KeyError("a bug")
        return read(outbox, feed_id, after=after)

    asked, _ = await visit(address(broken))
    async with listening(address(sound)) as reader:
        for each in (Reader(asked), reader):
            await each.next()
        # Both have caught up by the first event after it.
        for game, each in ((broken, Reader(asked)), (sound, reader)):
            await play_one(game, people)
            assert (await each.next())[:2] == ("turn", 2)
        monkeypatch.setattr(GameOutbox, "read", fail_for_one)
        await play_one(broken, people)
        await play_one(sound, people)
        assert (await reader.next())[:2] == ("turn", 3)
        assert await is_ended(asked)


@pytest.mark.parametrize(("failures", "seconds"), [(1, 1), (2, 2), (3, 4), (5, 10), (10_000, 10)])
def test_a_failing_watcher_restarts_with_backoff(failures: int, seconds: float) -> None:
    assert hub.pause_after(failures) == seconds


@in_a_loop
async def test_a_stream_ends_after_its_maximum_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(sse, "LIFETIME_SECONDS", 0.01)
    _, game = await in_thread(set_table)()
    asked, _ = await visit(address(game), None, None)
    assert (await asked.receive_output(PATIENCE))["body"].startswith(b"retry: ")
    assert await is_ended(asked)
    assert (list(sse._open_streams), get_hub().circles) == ([], {})


@in_a_loop
async def test_streams_per_person_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_STREAMS_PER_USER", 1)
    people, game = await in_thread(set_table)()
    async with listening(address(game), people[0]) as reader:
        await reader.next()
        _, refused = await visit(address(game), people[0], None)
        assert refused["status"] == 429
        assert (b"Retry-After", b"30") in refused["headers"]
    async with listening(address(game), people[0]) as reader:
        await reader.next()


@in_a_loop
async def test_streams_per_network_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_STREAMS_PER_NETWORK", 2)
    people, game = await in_thread(set_table)()
    hosts = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
    visits = [await visit(address(game), person, host=host) for person, host in zip(people, hosts, strict=True)]
    assert [answer["status"] for _, answer in visits] == [200, 200, 429, 200]
    await leave(*(asked for asked, answer in visits if answer["status"] == 200))


@in_a_loop
async def test_streams_per_process_are_limited_and_it_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_STREAMS", 2)
    people, game = await in_thread(set_table)()
    visits = [await visit(address(game), person, host=f"192.0.2.{number}") for number, person in enumerate(people)]
    assert [answer["status"] for _, answer in visits] == [200, 200, 429, 429]
    assert (b"Retry-After", b"60") in visits[-1][1]["headers"]
    await leave(*(asked for asked, answer in visits if answer["status"] == 200))


@in_a_loop
async def test_the_limit_holds_for_concurrent_streams() -> None:
    """A stream counts from the moment it is admitted, not from its first byte."""
    people, game = await in_thread(set_table)()
    token = await in_thread(token_of)(people[0])
    visits = await asyncio.gather(*(visit(address(game), token=token) for _ in range(2 * sse.MAX_STREAMS_PER_USER)))
    statuses = Counter(answer["status"] for _, answer in visits)
    assert statuses == {200: sse.MAX_STREAMS_PER_USER, 429: sse.MAX_STREAMS_PER_USER}
    await leave(*(asked for asked, answer in visits if answer["status"] == 200))
    assert not sse._open_streams
    async with listening(address(game), people[0]) as reader:
        await reader.next()


def test_a_private_game_is_not_streamed_to_strangers() -> None:
    people = make_people("ada", "ben", "stranger")
    game = start("lyra-2", people[:2], spectators=False)
    answer = client_of(people[2]).get(f"/api/v1/games/{game.pk}/events/", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
