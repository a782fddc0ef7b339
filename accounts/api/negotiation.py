"""Which form an answer has."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer


class ChosenForm(DefaultContentNegotiation):
    """`?format=` chooses where there is a choice of forms; elsewhere the word is free, as for the formats of events."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        forms = list(renderers)
        return forms if len(forms) == 1 else super().filter_renderers(forms, format)
