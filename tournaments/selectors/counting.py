"""Counts of related rows, for annotating lists."""

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce


def how_many(rows: QuerySet[Any], owner: str) -> Coalesce:
    """A subquery that counts rows per owner, for the page's rows only: a join would group every row first."""
    own = rows.filter(**{owner: OuterRef("pk")}).order_by().values(owner)
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)
