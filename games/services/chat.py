"""Chat at the table: players among themselves, spectators apart until the end."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import Forbidden, Invalid, NotFound
from accounts.models import User
from games.enums import Audience, EventKind
from games.events import chat_posted, publish
from games.models import ChatMessage
from games.selectors.views import can_see, seat_of
from games.services.table import note, open_table, save


def post_message(*, game_id: int, user: User, text: str) -> ChatMessage:
    """Say something in the room one belongs to."""
    text = text.strip()
    if not text or len(text) > ChatMessage.MAX_LENGTH:
        problem = f"Write 1 to {ChatMessage.MAX_LENGTH} characters."
        raise Invalid(problem, fields={"text": [problem]})
    with transaction.atomic():
        table = open_table(game_id=game_id, now=timezone.now())
        game = table.game
        if not can_see(game, table.seats, user):
            raise NotFound("There is no such game, or it is not open to spectators.")
        if not game.chat:
            raise Forbidden("There is no chat at this table.", code="no_chat")
        is_player = seat_of(table.seats, user, game) is not None
        room = Audience.PLAYERS if is_player else Audience.SPECTATORS
        message = ChatMessage.objects.create(game=game, room=room, author=user, text=text)
        note(table, EventKind.CHAT, audience=room, message=message.pk, author=user.username, text=text)
        save(table)
        publish(chat_posted, game_id=game.pk, message_id=message.pk)
    return message
