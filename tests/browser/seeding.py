"""Runs with the site's own code and data (`site.run`): makes people, sessions and games, prints them as JSON."""

import json
from typing import Any

from django.test import Client

from accounts.models import User
from games.services.create import start_game
from games.services.terms import read_terms
from games.timing import TimeControl


def print_game(variant: str, people: list[str], *, days: int = 3, with_game: bool = True, **terms: Any) -> None:
    users = [person(name) for name in people]
    told: dict[str, Any] = {"sessions": {user.username: session_of(user) for user in users}}
    if with_game:
        game = start_game(terms=read_terms(variant=variant, control=TimeControl.days(days), **terms), players=users)
        told["game"] = game.pk
    print(json.dumps(told))  # noqa: T201


def person(name: str) -> User:
    user = User.objects.filter(username=name).first()
    return user or User.objects.create_user(name, f"{name}@example.org", "a long password", display_name=name.title())


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value
