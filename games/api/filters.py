"""Filters of the lists of games and proposals."""

from typing import Any

from django import forms
from django.db.models import Exists, Q, QuerySet
from django_filters import rest_framework as filters

from games import rules
from games.enums import IN_PROGRESS, EndReason, GameStatus
from games.lobby.selectors import arranged_by, with_result
from games.models import Game, Proposal
from games.selectors.game_queries import awaits, played_by, seats_held_by

TRUTHS = {"true": True, "false": False, "1": True, "0": False}
RESULTS = ("won", "drawn", "lost")
ORDERS = {
    "newest": ["-id"],
    "deadline": ["deadline", "id"],
    "finished": ["-finished_at", "-id"],
}


def family_choices() -> list[tuple[str, str]]:
    return [(family.id, family.id) for family in rules.families()]


def variant_choices() -> list[tuple[str, str]]:
    return [(variant_id, variant_id) for variant_id in rules.variant_ids()]


class TrueOrFalseField(forms.TypedChoiceField):
    """A strict boolean: django-filter's own ignores unknown values and returns everything."""

    def __init__(self, **more: Any) -> None:
        more.pop("null_label", None)
        super().__init__(choices=[(word, word) for word in TRUTHS], coerce=TRUTHS.__getitem__, empty_value=None, **more)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).lower()


class TrueOrFalse(filters.BooleanFilter):
    field_class = TrueOrFalseField

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more, widget=forms.TextInput)


class TermsFilter(filters.FilterSet):
    variant = filters.ChoiceFilter(choices=variant_choices, help_text="Variant id.")
    family = filters.ChoiceFilter(choices=family_choices, help_text="Family id; includes all its variants.")
    rated = TrueOrFalse(help_text="True for rated games, false for casual ones.")
    is_live = TrueOrFalse(help_text="True for live games, false for correspondence.")


class GameFilter(TermsFilter):
    """`mine` and `my_turn` need a signed-in user; for visitors they find nothing.

    `result` is that of the named `player`, and without one finds nothing; `since` and `until` are days of the end.
    """

    status = filters.ChoiceFilter(choices=GameStatus.choices)
    reason = filters.ChoiceFilter(choices=EndReason.choices)
    in_progress = TrueOrFalse(
        method="filter_in_progress", help_text="True for games in set-up or play, false for ended games."
    )
    player = filters.CharFilter(method="filter_player", help_text="Username of a player, current or former.")
    opponent = filters.CharFilter(method="filter_player", help_text="Username of a second player.")
    result = filters.ChoiceFilter(choices=[(name, name) for name in RESULTS], method="filter_result")
    since = filters.DateFilter(
        field_name="finished_at", lookup_expr="date__gte", help_text="Ended on this day or later."
    )
    until = filters.DateFilter(
        field_name="finished_at", lookup_expr="date__lte", help_text="Ended on this day or earlier."
    )
    tournament = filters.CharFilter(
        method="filter_tournament", max_length=80, help_text="Tournament id, or part of its name."
    )
    mine = TrueOrFalse(method="filter_mine", help_text="Games you play or have played.")
    my_turn = TrueOrFalse(method="filter_my_turn", help_text="Games in which you are to move.")
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
    creator = filters.CharFilter(
        field_name="creator__username", lookup_expr="iexact", help_text="The creator's username."
    )

    class Meta:
        model = Proposal
        fields: list[str] = []
