"""Forms of a club's roster."""

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.forms import LinesField
from tournaments.clubs.roster_files.people import HIGHEST_RATING
from tournaments.models import Person


class PersonForm(forms.ModelForm):
    """A person with the data that only owners and organisers see."""

    class Meta:
        model = Person
        fields = ["name", "rating", "email", "remark", "dues_owed", "dues_paid"]
        field_classes = {"remark": LinesField}
        widgets = {"remark": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for name in ("dues_owed", "dues_paid"):
            field = self.fields[name]
            field.required = False
            field.validators.append(MinValueValidator(0))
            field.widget.attrs |= {"min": 0, "inputmode": "decimal"}
        self.fields["rating"].validators.append(MaxValueValidator(HIGHEST_RATING))
        self.fields["rating"].widget.attrs |= {"max": HIGHEST_RATING}

    def private_values(self) -> dict[str, object]:
        """The values for the service; an empty amount is zero."""
        given = dict(self.cleaned_data)
        return given | {name: given[name] or 0 for name in ("dues_owed", "dues_paid")}


class RosterListForm(forms.Form):
    text = LinesField(
        label=_("Paste a list"),
        required=False,
        max_length=100_000,
        help_text=_("One person per line; name, e-mail and rating separated by semicolons, tabs or commas."),
    )
    file = forms.FileField(label=_("Or choose a file (CSV, XLSX or TRF)"), required=False)
