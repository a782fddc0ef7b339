"""What players write: chat messages, private notes, saved set-ups."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.enums import Audience
from games.models.game import Game


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


class Note(models.Model):
    """A private note about a game or a person; only its author reads it."""

    MAX_LENGTH = 2000

    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="notes")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    text = models.TextField(max_length=MAX_LENGTH)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note")
        ordering = ["-changed_at"]
        constraints = [
            models.UniqueConstraint(fields=["author", "game"], condition=Q(person=None), name="games_note_game_once"),
            models.UniqueConstraint(fields=["author", "person"], condition=Q(game=None), name="games_note_person_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False, person=None) | Q(game=None, person__isnull=False),
                name="games_note_is_about_something",
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk}"


class SavedSetup(models.Model):
    """A saved set-up. Its text reads the same from either side."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_setups")
    variant = models.CharField(max_length=20)
    name = models.CharField(_("name"), max_length=40)
    text = models.CharField(max_length=60)

    class Meta:
        verbose_name = _("saved set-up")
        ordering = ["variant", "name"]
        constraints = [
            models.UniqueConstraint(fields=["user", "variant", "name"], name="games_savedsetup_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
