"""How many belong to each line of a list."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce


def how_many(rows: QuerySet[Any], owner: str) -> Coalesce:
    """Asked for the lines of a page alone: counted by a join, every row there is would be grouped before the first."""
    own = rows.filter(**{owner: OuterRef("pk")}).order_by().values(owner)
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)
