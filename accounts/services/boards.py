"""Change a user's board preferences."""

from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.boards import BoardTaste
from accounts.models import User


def change_board(*, user: User, **given: Any) -> BoardTaste:
    """Change the given preferences only; concurrent changes are both kept."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        taste = replace(BoardTaste.read(person.board), **given)
        person.board = taste.text
        person.save(update_fields=["board"])
    user.board = taste.text
    return taste
