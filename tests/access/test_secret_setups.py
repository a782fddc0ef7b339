"""Two set-ups that differ in every place look the same to everybody but their owner: no byte shows which it is.

That the text itself is nowhere is tried beside the games and the events; here it may not show in another shape either.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
import time_machine
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game, Seat
from games.services.setup import submit_setup
from tests.access.test_mass_assignment import recorded_writes, undone
from tests.games.playing import SETUPS, client_of, make_people, start
from tests.games.streams import in_a_loop, in_thread, listening
from tests.games.test_clocks import NOON
from tests.games.test_secrets import SECRETS
from tests.tournaments.events import make_club, next_round, running_event
from tests.tournaments.test_secrets_in_events import addresses, owner_of
from tournaments.enums import Venue

# Each answer has its own.
MASKED = re.compile(rb'(csrfmiddlewaretoken" value=|csrfToken": |data-csrf=)"[^"]+"')
# These count answers, or draw something by lot each time.
NEVER_ALIKE = ("/metrics", "/readyz", "/status/", "/accounts/2fa/", "/api/v1/puzzles/")


class Shown(NamedTuple):
    content: bytes
    is_read: bool
    """Whether the column of secret set-ups was read for it."""


def half_set_up(variant: str) -> Game:
    """A game of an event, with everybody around it who could be curious."""
    (secretary,) = make_people("secretary")
    make_people("spectator")
    User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77")
    club = make_club(secretary)
    event = running_event(club, secretary, 2, variant=variant, venue=Venue.CORRESPONDENCE, rounds=1)
    next_round(event, secretary)
    return Game.objects.get()


def pages_of_the_admin(game: Game) -> list[str]:
    """Every list of rows, and every row of the game with all that hangs on it."""
    lists = [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry]
    return [*lists, f"/admin/games/game/{game.pk}/change/", f"/admin/games/game/{game.pk}/history/"]


def seen_by(person: User | None, paths: Iterable[str]) -> dict[str, Shown]:
    """What somebody is shown, by page and by API, but for what differs each time."""
    browser, seen = Client(raise_request_exception=False), {}
    if person is not None:
        browser.force_login(person)
    for path in paths:
        cache.clear()
        visitor = client_of(person) if path.startswith("/api/") else browser
        with CaptureQueriesContext(connection) as queries:
            answer: Any = visitor.get(path)
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code != 500, path
        is_read = any("secret_setup" in query["sql"] for query in queries)
        seen[path] = Shown(MASKED.sub(rb"\1", content), is_read)
    return seen


def paths_for(game: Game, variant: str) -> list[str]:
    """Every address in one variant, in the others those about games: the rest is the same for every variant."""
    paths = [*addresses(game), *pages_of_the_admin(game)]
    return paths if variant == "vaeva" else [path for path in paths if f"/{game.pk}/" in path or "games" in path]


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("person", ["opponent", "keeper", "secretary", "spectator", "anonymous"])
@pytest.mark.parametrize("variant", SECRETS)
def test_nobody_can_tell_two_set_ups_apart(db: None, variant: str, person: str) -> None:
    """An answer for which the column was not read can't depend on it; every other is asked for again with another."""
    with time_machine.travel(NOON, tick=False):
        game = half_set_up(variant)
        submit_setup(game_id=game.pk, user=owner_of(game), setup=SECRETS[variant])
        opponent = game.seats.select_related("user").get(index=1).user
        viewer = opponent if person == "opponent" else User.objects.filter(username=person).first()
        own_paths = [f"/api/v1/games/{game.pk}/", f"/games/{game.pk}/"]
        before = seen_by(viewer, paths_for(game, variant))
        assert not [path for path, shown in before.items() if SECRETS[variant].encode() in shown.content]
        own_before = seen_by(owner_of(game), own_paths)
        Seat.objects.filter(game=game, index=0).update(secret_setup=SETUPS[variant])
        asked_again = [path for path, shown in before.items() if shown.is_read and not path.startswith(NEVER_ALIKE)]
        assert set(own_paths) <= set(asked_again)
        after = seen_by(viewer, asked_again)
        assert [path for path in after if after[path].content != before[path].content] == []
        own_after = seen_by(owner_of(game), own_paths)
        assert all(own_after[path].content != own_before[path].content for path in own_paths), "nor can this test"


@pytest.mark.slow
@pytest.mark.parametrize("variant", SECRETS)
def test_no_row_but_the_seats_own_knows_it(db: None, variant: str) -> None:
    with time_machine.travel(NOON, tick=False):
        game = half_set_up(variant)
        owner, found = owner_of(game), []
        for setup in (SECRETS[variant], SETUPS[variant]):
            with undone(), recorded_writes() as writes:
                submit_setup(game_id=game.pk, user=owner, setup=setup)
            known = [sql for sql, values in writes if setup in values]
            assert len(known) == 1
            assert known[0].startswith('UPDATE "games_seat"')
            found.append([(sql, values.replace(setup, "")) for sql, values in writes])
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@in_a_loop
async def test_a_stream_says_that_it_is_in_and_nothing_more() -> None:
    people = await in_thread(make_people)("ada", "ben", "spectator")
    game = await in_thread(lambda: start("vaeva", people[:2], set_up=False))()
    address = f"/api/v1/games/{game.pk}/events/"
    async with (
        listening(address, people[1]) as opponent,
        listening(address, people[2]) as spectator,
        listening(address) as anonymous,
    ):
        readers = (opponent, spectator, anonymous)
        for reader in readers:
            assert (await reader.next())[0] == "hello"
        await in_thread(submit_setup)(game_id=game.pk, user=people[0], setup=SECRETS["vaeva"])
        for reader in readers:
            kind, _number, told = await reader.next()
            assert (kind, set(told), told["seat"]) == ("setup_in", {"seq", "kind", "at", "seat"}, 0)
