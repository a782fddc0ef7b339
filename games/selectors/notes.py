"""Private notes; only their author gets them."""

from typing import TypedDict

from accounts.models import User
from games.models import Game, Note
from games.selectors.game_json import Viewer


class NoteJson(TypedDict):
    text: str


def note_json(text: str) -> NoteJson:
    return {"text": text}


def note_on_game(viewer: Viewer, game: Game) -> str:
    return "" if not isinstance(viewer, User) else _text(author=viewer, game=game)


def note_on_person(viewer: Viewer, person: User) -> str:
    return "" if not isinstance(viewer, User) else _text(author=viewer, person=person)


def _text(**subject: User | Game) -> str:
    return Note.objects.filter(**subject).values_list("text", flat=True).first() or ""
