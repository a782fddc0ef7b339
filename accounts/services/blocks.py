"""Relationships between users: mute, block, and remove either."""

from django.utils.translation import gettext as _

from accounts.enums import RelationshipKind
from accounts.errors import Unprocessable
from accounts.models import Relationship, User


def set_relationship(*, owner: User, other: User, kind: RelationshipKind) -> Relationship:
    """Mute or block a user; replaces the earlier choice. The other user isn't notified."""
    if owner == other:
        raise Unprocessable(_("This is you. Choose another player."), code="yourself")
    made, _new = Relationship.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind})
    return made


def remove_relationship(*, owner: User, other: User) -> None:
    """Remove a mute or block. Idempotent."""
    Relationship.objects.filter(owner=owner, other=other).delete()
