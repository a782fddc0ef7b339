"""A family of games by the id in an address."""

from collections.abc import Iterable

from django.http import Http404
from django.utils.translation import gettext

from games.rules import Family, families


def find_family(family_id: str, *, among: Iterable[Family] | None = None) -> Family:
    """The family with this id, of all or of some; Http404 names those that there are."""
    known = {family.id: family for family in (families() if among is None else among)}
    if family_id in known:
        return known[family_id]
    names = ", ".join(family.name for family in known.values())
    raise Http404(gettext("This family of games doesn't exist. Choose from %(names)s.") % {"names": names})
