"""The migration that sets `started_at` of existing games."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Game
from tests.games.playing import make_people, start

pytestmark = pytest.mark.django_db
note_starts = import_module("games.migrations.0016_games_without_set_ups_started").note_starts


def test_existing_games_started_when_created_unless_they_wait_for_set_ups() -> None:
    players = make_people("mira", "pavel")
    lyra, vaeva = start("lyra-2", players), start("vaeva", players, set_up=False)
    Game.objects.update(started_at=None)
    note_starts(apps, None)
    lyra.refresh_from_db()
    vaeva.refresh_from_db()
    assert (lyra.started_at, vaeva.started_at) == (lyra.created_at, None)
