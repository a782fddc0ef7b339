"""What lists of games and tables can be narrowed by."""

from typing import Any

from django.db.models import Exists, Q, QuerySet
from django_filters import rest_framework as filters

from games import rules
from games.enums import IN_PROGRESS, EndReason, GameStatus
from games.models import Game, Proposal
from games.selectors.lists import awaits, played_by, seats_held_by
from games.selectors.tables import arranged_by, with_result

RESULTS = ("won", "drawn", "lost")
ORDERS = {
    "newest": ["-id"],
    "deadline": ["deadline", "id"],
    "finished": ["-finished_at", "-id"],
}


def _families() -> list[tuple[str, str]]:
    families = dict.fromkeys(rules.variant(variant_id).family for variant_id in rules.variant_ids())
    return [(family, family) for family in families]


def _variants() -> list[tuple[str, str]]:
    return [(variant_id, variant_id) for variant_id in rules.variant_ids()]


class TermsFilter(filters.FilterSet):
    variant = filters.ChoiceFilter(choices=_variants)
    family = filters.ChoiceFilter(choices=_families)
    rated = filters.BooleanFilter()
    is_live = filters.BooleanFilter()


class GameFilter(TermsFilter):
    """`mine` and `my_turn` need a signed-in user; for anybody else they find nothing.

    `result` is that of the named `player`, and without one finds nothing; `since` and `until` are days of the end.
    """

    status = filters.ChoiceFilter(choices=GameStatus.choices)
    reason = filters.ChoiceFilter(choices=EndReason.choices)
    in_progress = filters.BooleanFilter(method="filter_in_progress")
    player = filters.CharFilter(method="filter_player")
    opponent = filters.CharFilter(method="filter_player")
    result = filters.ChoiceFilter(choices=[(name, name) for name in RESULTS], method="filter_result")
    since = filters.DateFilter(field_name="finished_at", lookup_expr="date__gte")
    until = filters.DateFilter(field_name="finished_at", lookup_expr="date__lte")
    tournament = filters.CharFilter(method="filter_tournament", max_length=80)
    mine = filters.BooleanFilter(method="filter_mine")
    my_turn = filters.BooleanFilter(method="filter_my_turn")
    order = filters.ChoiceFilter(choices=[(name, name) for name in ORDERS], method="filter_order")

    class Meta:
        model = Game
        fields: list[str] = []

    def filter_in_progress(self, games: QuerySet[Game], name: str, value: bool) -> QuerySet[Game]:
        return games.filter(status__in=IN_PROGRESS) if value else games.exclude(status__in=IN_PROGRESS)

    def filter_player(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        return games.filter(played_by(value))

    def filter_result(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        username = str(self.data.get("player", ""))
        return games.filter(with_result(username, value)) if username else games.none()

    def filter_tournament(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        return games.filter(arranged_by(value, self.request.user))

    def filter_mine(self, games: QuerySet[Game], name: str, value: bool) -> QuerySet[Game]:
        own = Q(Exists(seats_held_by(self.request.user.pk)))
        return games.filter(own) if value else games.exclude(own)

    def filter_my_turn(self, games: QuerySet[Game], name: str, value: bool) -> QuerySet[Game]:
        waiting = awaits(self.request.user)
        return games.filter(waiting) if value else games.exclude(waiting)

    def filter_order(self, games: QuerySet[Game], name: str, value: Any) -> QuerySet[Game]:
        return games.order_by(*ORDERS[value])


class ProposalFilter(TermsFilter):
    creator = filters.CharFilter(field_name="creator__username", lookup_expr="iexact")

    class Meta:
        model = Proposal
        fields: list[str] = []
