"""Content negotiation of the API: the format of a response."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer


class ChosenForm(DefaultContentNegotiation):
    """`?format=` chooses among several renderers; with a single one it is a free parameter, as for tournaments."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        forms = list(renderers)
        chosen = [form for form in forms if len(forms) == 1 or form.format == format]
        if not chosen:
            words = _("Choose one of: %(known)s.") % {"known": ", ".join(str(form.format) for form in forms)}
            raise ValidationError({"format": [words]})
        return chosen
