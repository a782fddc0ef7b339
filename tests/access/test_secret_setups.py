"""Two set-ups that differ in every place look the same to everyone but their owner: no byte of a response differs.

Other tests check that the text of a set-up appears nowhere in games and tournaments; here no trace of it may show.
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
from tests.games.test_secret_set_ups import SECRETS
from tests.tournaments.playing import make_club, next_round, running_tournament
from tests.tournaments.test_secret_set_ups_in_tournaments import addresses, owner_of
from tournaments.enums import Venue

# Differs in every response.
MASKED = re.compile(rb'(csrfmiddlewaretoken" value=|csrfToken": |data-csrf=)"[^"]+"')
# These contain counters, or draw lots each time.
NEVER_ALIKE = ("/metrics", "/readyz", "/status/", "/accounts/2fa/", "/api/v1/puzzles/")


class Shown(NamedTuple):
    content: bytes
    is_read: bool
    """Whether the column of secret set-ups was read for this response."""


def half_set_up(variant: str) -> Game:
    """Return a tournament game with one set-up handed in, and every kind of user around it."""
    (secretary,) = make_people("secretary")
    make_people("spectator")
    User.objects.create_superuser("keeper", "keeper@example.org", "glass-orbit-77")
    club = make_club(secretary)
    tournament = running_tournament(club, secretary, 2, variant=variant, venue=Venue.CORRESPONDENCE, rounds=1)
    next_round(tournament, secretary)
    return Game.objects.get()


def pages_of_the_admin(game: Game) -> list[str]:
    """Return the URL of every list in the admin, and of every row of the game and what refers to it."""
    lists = [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry]
    return [*lists, f"/admin/games/game/{game.pk}/change/", f"/admin/games/game/{game.pk}/history/"]


def seen_by(person: User | None, paths: Iterable[str]) -> dict[str, Shown]:
    """Return what a user is shown by pages and API, without what differs each time."""
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
    """Return every URL for one variant; for the others those about games, as the rest is independent of the variant."""
    paths = [*addresses(game), *pages_of_the_admin(game)]
    return paths if variant == "vaeva" else [path for path in paths if f"/{game.pk}/" in path or "games" in path]


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.timeout(900)
@pytest.mark.parametrize("person", ["opponent", "keeper", "secretary", "spectator", "anonymous"])
@pytest.mark.parametrize("variant", SECRETS)
def test_two_secret_setups_are_indistinguishable_to_everyone_else(db: None, variant: str, person: str) -> None:
    """A response that didn't read the column can't depend on it; every other is requested again with another set-up."""
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
        assert all(own_after[path].content != own_before[path].content for path in own_paths), "owner sees no change"


@pytest.mark.slow
@pytest.mark.parametrize("variant", SECRETS)
def test_only_the_row_of_the_seat_contains_the_setup(db: None, variant: str) -> None:
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
async def test_a_stream_reports_only_that_a_setup_was_handed_in() -> None:
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
            kind, _number, data = await reader.next()
            assert (kind, set(data), data["seat"]) == ("setup_in", {"seq", "kind", "at", "seat"}, 0)
