"""Relationships between users: mute, block, and remove either."""

from django.utils.translation import gettext as _

from accounts.enums import TieKind
from accounts.errors import Unprocessable
from accounts.models import Tie, User


def tie(*, owner: User, other: User, kind: TieKind) -> Tie:
    """Mute or block a user; replaces the earlier choice. The other user isn't notified."""
    if owner == other:
        raise Unprocessable(_("This is you. Choose another player."), code="yourself")
    made, _new = Tie.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind})
    return made


def untie(*, owner: User, other: User) -> None:
    """Neither muted nor blocked any more; doing it twice changes nothing."""
    Tie.objects.filter(owner=owner, other=other).delete()
