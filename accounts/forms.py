"""Forms of the settings pages. They parse; services decide."""

import zoneinfo
from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.boards import BoardTaste
from accounts.enums import BoardTheme, ModerationAction, PawnSet, ReportReason, Scope, SuitSet, VegaSet
from accounts.errors import Refused
from accounts.models import ModerationEntry, Report, User

TIME_ZONES = [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones())]
LIFETIMES = [(30, _("30 days")), (90, _("90 days")), (180, _("half a year")), (366, _("a year"))]


class LinesField(forms.CharField):
    """Text of several lines; line breaks count as one character, as in the browser, though forms send two."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace("\r\n", "\n") if isinstance(value, str) else value)


class ProfileForm(forms.Form):
    """Display name, about text, time zone and language."""

    display_name = forms.CharField(
        label=_("Display name"),
        max_length=40,
        required=False,
        help_text=_("What others see. Left empty, they see your username."),
    )
    about = LinesField(
        label=_("About you"),
        max_length=2000,
        required=False,
        help_text=_("A few words for your page. Plain text."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=TIME_ZONES)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    @classmethod
    def of(cls, user: User) -> "ProfileForm":
        return cls(initial={name: getattr(user, name) for name in cls.base_fields})


class BoardForm(forms.Form):
    """Board preferences. A form may send some of them: `of` fills in the rest."""

    theme = forms.TypedChoiceField(
        label=_("The board"), choices=BoardTheme.choices, coerce=BoardTheme, widget=forms.RadioSelect
    )
    vega = forms.TypedChoiceField(label="Vega", choices=VegaSet.choices, coerce=VegaSet, widget=forms.RadioSelect)
    suits = forms.TypedChoiceField(
        label=_("Galax and Sirius"), choices=SuitSet.choices, coerce=SuitSet, widget=forms.RadioSelect
    )
    pawns = forms.TypedChoiceField(
        label=_("Vaeva and Nonaga"), choices=PawnSet.choices, coerce=PawnSet, widget=forms.RadioSelect
    )
    coordinates = forms.BooleanField(label=_("Show coordinates"), required=False)
    confirm = forms.BooleanField(
        label=_("Confirm every turn before it is sent"),
        required=False,
        help_text=_("Without it a turn is sent with its last step."),
    )
    sound = forms.BooleanField(
        label=_("Play quiet sounds"),
        required=False,
        help_text=_("At turns of others, captures, the end, and when your time runs low in a live game."),
    )

    @classmethod
    def of(cls, taste: BoardTaste, changes: Mapping[str, str] | None = None) -> "BoardForm":
        kept = {name: getattr(taste, name) for name in cls.base_fields}
        if changes is None:
            return cls(initial=kept)
        return cls({**kept, **{name: changes[name] for name in cls.base_fields if name in changes}})


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("So that you know later what it was for."))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("How long it lasts"), choices=LIFETIMES, coerce=int, initial=90)


class DepartureForm(forms.Form):
    """Closing the account is confirmed by typing one's own username."""

    username = forms.CharField(label=_("Your username, to confirm"), max_length=30)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username.casefold() != self.user.username.casefold():
            raise ValidationError(_("This is not your username. Type %(name)s."), params={"name": self.user.username})
        return username


class ReportForm(forms.Form):
    """A report to the moderators. The URL says where it happened."""

    reason = forms.ChoiceField(label=_("What is wrong"), choices=ReportReason.choices)
    words = LinesField(
        label=_("In your own words"),
        max_length=Report.MAX_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Only the moderators read this."),
    )
    path = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)


class MeasureForm(forms.Form):
    """A moderation action, its duration and reason."""

    action = forms.TypedChoiceField(
        label=_("What to do"),
        choices=[(one.value, one.label) for one in ModerationAction if one != ModerationAction.DISMISS],
        coerce=ModerationAction,
    )
    days = forms.IntegerField(
        label=_("For how many days"), required=False, min_value=1, help_text=_("For a mute or a suspension.")
    )
    why = LinesField(
        label=_("Why"),
        max_length=ModerationEntry.MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The person reads this too."),
    )
    report_id = forms.IntegerField(required=False, widget=forms.HiddenInput)


def show_refusal(form: forms.Form, refusal: Refused) -> None:
    """Add a service's messages to the fields they are about."""
    for field, messages in (refusal.fields or {"": [refusal.message]}).items():
        for message in messages:
            form.add_error(field if field in form.fields else None, message)
