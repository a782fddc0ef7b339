"""Forms of the settings pages. They parse; services decide."""

import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.boards import BoardTaste
from accounts.enums import BoardTheme, ModerationAction, PawnSet, ReportReason, Scope, SuitSet, VegaSet
from accounts.errors import Refused
from accounts.models import ModerationEntry, Report, User

TIME_ZONES = [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones())]
Saved = TypeVar("Saved")
LIFETIMES = [(30, _("30 days")), (90, _("90 days")), (180, _("6 months")), (366, _("1 year"))]


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
        help_text=_("What others see. Leave empty to show your username."),
    )
    about = LinesField(
        label=_("About you"),
        max_length=2000,
        required=False,
        help_text=_("Shown on your profile. Plain text."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=TIME_ZONES)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


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
        label=_("Confirm each move before it is sent"),
        required=False,
        help_text=_("If off, a move is sent as soon as its last step is played."),
    )
    sound = forms.BooleanField(
        label=_("Play sounds"),
        required=False,
        help_text=_("For opponents' moves, captures, the end of the game, and when your time runs low in a live game."),
    )

    @classmethod
    def of(cls, taste: BoardTaste, changes: Mapping[str, str] | None = None) -> "BoardForm":
        kept = {name: getattr(taste, name) for name in cls.base_fields}
        if changes is None:
            return cls(initial=kept)
        return cls({**kept, **{name: changes[name] for name in cls.base_fields if name in changes}})


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("To remember what it is for."))
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Expires after"), choices=LIFETIMES, coerce=int, initial=90)


class DepartureForm(forms.Form):
    """Closing the account is confirmed by typing one's own username."""

    username = forms.CharField(label=_("Type your username to confirm"), max_length=30)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username.casefold() != self.user.username.casefold():
            raise ValidationError(_("That isn't your username. Type %(name)s."), params={"name": self.user.username})
        return username


class ReportForm(forms.Form):
    """A report to the moderators. The URL says where it happened."""

    reason = forms.ChoiceField(label=_("What is wrong?"), choices=ReportReason.choices)
    words = LinesField(
        label=_("Details"),
        max_length=Report.MAX_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Only the moderators see this."),
    )
    path = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)


class MeasureForm(forms.Form):
    """A moderation action, its duration and reason."""

    action = forms.TypedChoiceField(
        label=_("Action"),
        choices=[(one.value, one.label) for one in ModerationAction if one != ModerationAction.DISMISS],
        coerce=ModerationAction,
    )
    days = forms.IntegerField(label=_("Days"), required=False, min_value=1, help_text=_("For a mute or a suspension."))
    why = LinesField(
        label=_("Reason"),
        max_length=ModerationEntry.MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The player sees this too."),
    )
    report_id = forms.IntegerField(required=False, widget=forms.HiddenInput)


def save_form(form: forms.Form, save: Callable[..., Saved]) -> Saved | None:
    """The result of a service called with the form's data; None if form or service refuse: the form then says why."""
    if not form.is_valid():
        return None
    try:
        return save(**form.cleaned_data)
    except Refused as refusal:
        show_refusal(form, refusal)
        return None


def show_refusal(form: forms.Form, refusal: Refused) -> None:
    """Add a service's messages to the fields they are about."""
    for field, messages in (refusal.fields or {"": [refusal.message]}).items():
        for message in messages:
            form.add_error(field if field in form.fields else None, message)
