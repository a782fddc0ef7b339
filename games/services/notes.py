"""Private notes on games and on people."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.models import User
from games.models import Note
from games.selectors.game_json import get_game


def keep_note_on_game(*, author: User, game_id: int, text: str) -> str:
    """Save a private note on a visible game; an empty text deletes it."""
    game, _ = get_game(game_id, author)
    return _keep(text, author=author, game=game)


def keep_note_on_person(*, author: User, person: User, text: str) -> str:
    """Save a private note on a person; an empty text deletes it."""
    return _keep(text, author=author, person=person)


def _keep(text: str, **subject: Any) -> str:
    text = text.strip()
    if len(text) > Note.MAX_LENGTH:
        problem = _("A note can have at most %(most)s characters. Shorten it.") % {"most": Note.MAX_LENGTH}
        raise Invalid.at("text", problem)
    if not text:
        Note.objects.filter(**subject).delete()
    else:
        Note.objects.update_or_create(**subject, defaults={"text": text, "changed_at": timezone.now()})
    return text
