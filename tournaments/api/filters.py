"""Query filters of the lists of clubs, members and tournaments."""

from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters

from games.api.filters import family_choices, variant_choices
from tournaments.clubs.selectors.clubs import is_called
from tournaments.clubs.selectors.roster import called_on_roster, owing
from tournaments.enums import FormatChoices, Status
from tournaments.models import Club, Membership, Person, Tournament
from tournaments.selectors.search import MAX_SEARCHED, called


class NameFilter(filters.CharFilter):
    """Searches names in Python, so it comes last, after the filters that narrow the list in the database."""

    def __init__(self) -> None:
        super().__init__(
            max_length=80,
            help_text=f"Part of the name, ignoring case and accents; searches the newest {MAX_SEARCHED:,}.",
        )

    def filter(self, qs: QuerySet[Any], value: str) -> QuerySet[Any]:
        return called(qs, value) if value else qs


class ClubFilter(filters.FilterSet):
    search = NameFilter()

    class Meta:
        model = Club
        fields: list[str] = []


class MemberFilter(filters.FilterSet):
    search = filters.CharFilter(
        method="filter_search", max_length=80, help_text="Part of the display name or username."
    )

    class Meta:
        model = Membership
        fields: list[str] = []

    def filter_search(self, members: QuerySet[Membership], name: str, value: str) -> QuerySet[Membership]:
        return members.filter(is_called(value))


class RosterFilter(filters.FilterSet):
    search = filters.CharFilter(method="filter_search", max_length=80, help_text="Part of the name or e-mail.")
    owes = filters.BooleanFilter(method="filter_owes", help_text="Only people who owe dues.")

    class Meta:
        model = Person
        fields: list[str] = []

    def filter_search(self, people: QuerySet[Person], name: str, value: str) -> QuerySet[Person]:
        return called_on_roster(people, value)

    def filter_owes(self, people: QuerySet[Person], name: str, value: bool) -> QuerySet[Person]:
        return owing(people) if value else people


class TournamentFilter(filters.FilterSet):
    club = filters.CharFilter(field_name="club__slug", help_text="Club slug.")
    status = filters.ChoiceFilter(choices=Status.choices)
    format = filters.ChoiceFilter(choices=FormatChoices.choices)
    family = filters.ChoiceFilter(choices=family_choices, help_text="Family id; includes all its variants.")
    variant = filters.ChoiceFilter(choices=variant_choices, help_text="Variant id.")
    search = NameFilter()

    class Meta:
        model = Tournament
        fields: list[str] = []
