"""Stream events and chat messages of a game."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import Audience, EventKind
from games.models.game import Game
from games.streams.models import FeedEvent


class GameEvent(FeedEvent):
    """Something that happened in a game, numbered within it under the game's lock."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20, choices=EventKind.choices)
    audience = models.CharField(max_length=12, choices=Audience.choices, default=Audience.ALL)

    class Meta:
        verbose_name = _("event")
        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="games_gameevent_seq_once")]


class ChatMessage(models.Model):
    """A line of chat, in the players' room or in the spectators'."""

    MAX_LENGTH = 500

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    room = models.CharField(max_length=12, choices=[(room.value, room.label) for room in Audience if room != "all"])
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=MAX_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("chat message")
        ordering = ["id"]
        indexes = [models.Index(fields=["game", "room", "id"], name="games_chatmessage_room")]

    def __str__(self) -> str:
        return self.text
