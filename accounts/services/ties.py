"""What people want of each other: to mute somebody, to block them, and to let both go again."""

from django.utils.translation import gettext as _

from accounts.enums import TieKind
from accounts.errors import Unprocessable
from accounts.models import Tie, User


def tie(*, owner: User, other: User, kind: TieKind) -> Tie:
    """Mute or block somebody; the later choice holds, and the other is not told."""
    if owner == other:
        raise Unprocessable(_("This is you. Choose somebody else."), code="yourself")
    made, _new = Tie.objects.update_or_create(owner=owner, other=other, defaults={"kind": kind})
    return made


def untie(*, owner: User, other: User) -> None:
    """Neither muted nor blocked any more; doing it twice changes nothing."""
    Tie.objects.filter(owner=owner, other=other).delete()
