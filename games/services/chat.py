"""Chat in games: players and spectators have separate rooms until the end; rate limit and reports."""

from collections.abc import Sequence
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Forbidden, Invalid, NotFound, TooMany
from accounts.models import Report, User
from accounts.selectors import are_blocked
from accounts.services.checks import check_can_post
from accounts.services.reports import report_person
from games.enums import Audience, EventKind
from games.models import ChatMessage, Game, Seat
from games.selectors.game_json import can_see, seat_of
from games.selectors.game_queries import get_message
from games.services.clock import lock_settled_game

CHAT_LIMIT_WINDOW = timedelta(minutes=1)
CHAT_LIMIT = 20


def post_message(*, game_id: int, user: User, text: str) -> ChatMessage:
    """Post a chat message in the players' or the spectators' room; raises TooMany at the rate limit."""
    check_can_post(user)
    text = text.strip()
    if not text or len(text) > ChatMessage.MAX_LENGTH:
        problem = _("Write 1 to %(most)s characters.") % {"most": ChatMessage.MAX_LENGTH}
        raise Invalid.at("text", problem)
    with lock_settled_game(game_id) as locked:
        game = locked.game
        if not can_see(game, locked.seats, user):
            raise NotFound(_("This game doesn't exist, or it isn't open to spectators."))
        if not game.chat:
            raise Forbidden(_("Chat is disabled in this game."), code="no_chat")
        is_player = seat_of(locked.seats, user, game) is not None
        if is_player:
            _check_listener(user, locked.seats)
        _check_chat_limit(game, user)
        room = Audience.PLAYERS if is_player else Audience.SPECTATORS
        message = ChatMessage.objects.create(game=game, room=room, author=user, text=text)
        locked.add_event(EventKind.CHAT, audience=room, message=message.pk, author=user.username, text=text)
        locked.save()
    return message


def _check_chat_limit(game: Game, user: User) -> None:
    """Raise TooMany at the rate limit of chat messages; the game is locked."""
    said = ChatMessage.objects.filter(game=game, author=user, at__gt=timezone.now() - CHAT_LIMIT_WINDOW).count()
    if said >= CHAT_LIMIT:
        message = _("You sent %(most)s messages within a minute. Wait a moment before sending more.")
        raise TooMany(message % {"most": CHAT_LIMIT}, code="too_many_messages", retry_after=CHAT_LIMIT_WINDOW.seconds)


def report_message(*, game_id: int, message_id: int, reporter: User, reason: str, words: str = "") -> Report:
    """Report a chat message to the moderators, with a copy of its text; only its readers can."""
    message = get_message(game_id, message_id, reporter)
    path = f"{reverse('games:game', args=[game_id])}#message-{message.pk}"
    return report_person(
        reporter=reporter, person=message.author, reason=reason, words=words, path=path, quote=message.text
    )


def _check_listener(user: User, seats: Sequence[Seat]) -> None:
    """Raise Forbidden if the user and every other person in the game are kept apart by a block."""
    others = [seat.user for seat in seats if seat.user_id != user.pk and not seat.is_ai]
    if others and all(are_blocked(user, [other]) for other in others):
        raise Forbidden(_("You can't chat here: you or another player has blocked the other."), code="blocked")
