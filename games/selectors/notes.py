"""Private notes; only their author gets them."""

from typing import TypedDict

from accounts.models import User
from games.models import Game, Note
from games.selectors.game_json import Viewer


class NoteJson(TypedDict):
    text: str


def note_json(text: str) -> NoteJson:
    return {"text": text}


def note_on(viewer: Viewer, **subject: User | Game) -> str:
    """The viewer's note on a `game` or a `person`; empty if there is none."""
    notes = Note.objects.filter(author=viewer, **subject) if isinstance(viewer, User) else Note.objects.none()
    return notes.values_list("text", flat=True).first() or ""
