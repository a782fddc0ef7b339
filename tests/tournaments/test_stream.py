"""The event stream of a tournament: sent live, resumed without loss, drafts hidden from strangers."""

import asyncio
from random import Random

import pytest

from accounts.models import User
from games.streams import access
from tests.games.playing import make_people
from tests.games.streams import Reader, in_a_loop, in_thread, is_ended, leave, listening, visit
from tests.tournaments.playing import decide, make_club, make_rules, next_round, running_tournament
from tournaments.models import Tournament
from tournaments.services.lifecycle import add_organiser, create_tournament, remove_organiser

pytestmark = pytest.mark.django_db(transaction=True)


def address(tournament: Tournament) -> str:
    return f"/api/v1/tournaments/{tournament.pk}/events/"


def set_up() -> tuple[User, Tournament]:
    (secretary,) = make_people("secretary")
    return secretary, running_tournament(make_club(secretary), secretary, 2, rounds=1, accounts=False)


@in_a_loop
async def test_rounds_and_results_are_sent_live_and_again_on_resuming() -> None:
    secretary, tournament = await in_thread(set_up)()
    begun = tournament.revision
    async with listening(address(tournament)) as one, listening(address(tournament)) as other:
        assert [await reader.some(1) for reader in (one, other)] == [[("hello", None)]] * 2
        await in_thread(next_round)(tournament, secretary)
        await in_thread(decide)(tournament, secretary, Random(1))
        heard = [await one.next() for _ in range(5)]
        assert await other.some(5) == [event[:2] for event in heard]
    assert [number for _, number, _ in heard] == list(range(begun + 1, begun + 6))
    kinds = [kind for kind, _, _ in heard]
    assert kinds == ["changed", "round_published", "result", "round_finished", "status"]
    assert heard[2][2]["players"][0]["name"].startswith("player")
    async with listening(address(tournament), last=begun + 2) as away:
        received = [await away.next() for _ in range(4)]
        assert [event[:2] for event in received[1:]] == [event[:2] for event in heard[2:]]
        assert received[1:] == heard[2:]


@in_a_loop
async def test_an_unknown_event_number_is_answered_with_a_reload() -> None:
    _, tournament = await in_thread(set_up)()
    async with listening(address(tournament), last=10_000) as reader:
        assert await reader.some(2) == [("hello", None), ("reload", tournament.revision)]


def set_up_draft() -> tuple[User, User, Tournament]:
    secretary, stranger = make_people("secretary", "stranger")
    club = make_club(secretary)
    return secretary, stranger, create_tournament(user=secretary, club_id=club.pk, rules=make_rules())


@in_a_loop
async def test_only_organisers_receive_events_of_a_draft() -> None:
    secretary, stranger, draft = await in_thread(set_up_draft)()
    for user, status in ((None, 404), (stranger, 404), (secretary, 200)):
        asked, answer = await visit(address(draft), user, None)
        assert answer["status"] == status
        await asked.send_input({"type": "http.disconnect"})
        await asyncio.wait_for(asked.wait(10), 10)


@in_a_loop
async def test_former_organisers_receive_no_events_of_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "CHECK_SECONDS", 0.05)

    def draft_of_two() -> tuple[User, User, Tournament]:
        secretary, helper = make_people("secretary", "helper")
        draft = create_tournament(user=secretary, club_id=make_club(secretary).pk, rules=make_rules())
        add_organiser(tournament_id=draft.pk, user=secretary, organiser=helper)
        return secretary, helper, draft

    secretary, helper, draft = await in_thread(draft_of_two)()
    (kept, _), (lost, _) = [await visit(address(draft), user) for user in (secretary, helper)]
    for asked in (kept, lost):
        assert (await Reader(asked).next())[0] == "hello"
    await in_thread(remove_organiser)(tournament_id=draft.pk, user=secretary, organiser=helper)
    assert await is_ended(lost)
    assert len(access.get_guard().streams) == 1
    await leave(kept)
