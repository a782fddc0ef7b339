"""What tests of guests share: a browser in which somebody has just become one."""

from django.test import Client

from accounts.models import User
from games.models import Game


def begin(variant: str = "nonaga", client: Client | None = None) -> tuple[Client, User, Game]:
    """A visitor presses the button: their browser, who they are now, and the game."""
    browser = client or Client()
    answer = browser.post("/play/ai/", {"variant": variant})
    assert answer.status_code == 302, answer.content
    game = Game.objects.get(pk=int(answer["Location"].strip("/").split("/")[-1]))
    return browser, game.seats.get(is_ai=False).user, game
