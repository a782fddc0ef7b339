"""Shared by tests of guests: a test client in which a visitor has just become a guest."""

from django.test import Client

from accounts.models import User
from games.models import Game


def begin(variant: str = "nonaga", client: Client | None = None) -> tuple[Client, User, Game]:
    """Press the button as a visitor; return the client, the guest and the game."""
    browser = client or Client()
    answer = browser.post("/play/ai/", {"variant": variant})
    assert answer.status_code == 302, answer.content
    game = Game.objects.get(pk=int(answer["Location"].strip("/").split("/")[-1]))
    return browser, game.seats.get(is_ai=False).user, game
