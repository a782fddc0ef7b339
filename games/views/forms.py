"""Forms of games pages: a new game as one sentence, and filters of lists."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import LinesField
from accounts.models import User
from accounts.selectors import get_person
from games import rules
from games.enums import EndReason
from games.lobby.services.terms import read_control, read_terms
from games.models import Terms
from games.rules.registry import option_values, options, variants_with
from games.selectors.ai import ai_players
from games.timing import DAYS_A_TURN, ControlKind
from games.translation import in_words

LIVE_BANKS = ((3, 2), (5, 3), (10, 5), (15, 10), (30, 20))
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


def variant_choices() -> list[tuple[str, Any]]:
    """The variants grouped by family; a family with one variant has no group."""
    choices: list[tuple[str, Any]] = []
    for family in rules.families():
        variants = [_variant_choice(each.id) for each in family.variants]
        choices.append((in_words(family.name), variants) if len(variants) > 1 else variants[0])
    return choices


def _variant_choice(variant_id: str) -> tuple[str, str]:
    return variant_id, in_words(rules.variant(variant_id).name)


def clock_choices() -> list[tuple[str, Any]]:
    days = [
        (f"days:{days}", ngettext("one day per turn", "%(n)d days per turn", days) % {"n": days})
        for days in DAYS_A_TURN
    ]
    live = [
        (
            f"bank:{minutes}:{seconds}",
            gettext("%(m)d min + %(s)d s per turn") % {"m": minutes, "s": seconds},
        )
        for minutes, seconds in LIVE_BANKS
    ]
    return [
        (gettext("By correspondence"), days),
        (gettext("Live"), [*live, ("turn:60", gettext("60 s per turn, 1 h per game"))]),
        (gettext("Custom"), [("own", gettext("custom time control"))]),
    ]


def variant_or_family_choices() -> list[tuple[str, Any]]:
    """Choices of a list's filter: a whole family, or one variant."""
    families = {family.id: in_words(family.name) for family in rules.families()}
    others = [_variant_choice(variant_id) for variant_id in rules.variant_ids() if variant_id not in families]
    return [("", _("any game")), *families.items(), *others]


class AiField(forms.ModelChoiceField):
    """One of the AI opponents, by name."""

    def __init__(self, *, empty_label: Any = None) -> None:
        super().__init__(
            queryset=ai_players(), label=_("AI"), required=False, empty_label=empty_label, to_field_name="username"
        )

    def label_from_instance(self, obj: Any) -> str:
        return str(obj.public_name)


class OptionsForm(forms.Form):
    """A form that also asks for the options that the games declare, by their names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in options():
            choices = [(value.id, in_words(value.label)) for value in option.values]
            self.fields[option.name] = forms.ChoiceField(label=in_words(option.label), required=False, choices=choices)

    def option_fields(self) -> list[tuple[forms.BoundField, str]]:
        """Each field of an option with the ids of its variants, separated by spaces."""
        return [(self[option.name], " ".join(variants_with(option))) for option in options()]


class NewGameForm(OptionsForm):
    """All terms of a game. What is not in the sentence is in the fold below it."""

    variant = forms.ChoiceField(label=_("Game"), choices=variant_choices)
    clock = forms.ChoiceField(label=_("Time control"), choices=clock_choices, initial="days:3")
    rated = forms.ChoiceField(label=_("Rated or casual"), choices=[("casual", _("casual")), ("rated", _("rated"))])
    opponents = forms.ChoiceField(
        label=_("Against"),
        choices=[
            ("anybody", _("open to anyone")),
            ("people", _("named players")),
            ("link", _("anyone with my link")),
            ("ai", _("the AI")),
        ],
    )
    people = forms.CharField(
        label=_("Usernames"), required=False, max_length=100, help_text=_("Separate several with commas.")
    )
    ai = AiField(empty_label=_("no AI"))
    seat = forms.ChoiceField(
        label=_("Seats"),
        choices=[
            ("lot", _("random seats")),
            ("0", _("I move first")),
            ("1", _("I move second")),
            ("2", _("I move third")),
            ("3", _("I move fourth")),
        ],
    )
    own_amount = forms.IntegerField(
        label=_("Time per player"), required=False, min_value=1, max_value=10_000, initial=10
    )
    own_unit = forms.ChoiceField(
        label=_("of"), required=False, choices=[("minute", _("minutes")), ("day", _("days"))], initial="day"
    )
    own_increment = forms.IntegerField(
        label=_("Increment per turn"), required=False, min_value=0, max_value=10_000, initial=1
    )
    own_increment_unit = forms.ChoiceField(
        label=_("of"),
        required=False,
        choices=[("second", _("seconds")), ("hour", _("hours")), ("day", _("days"))],
        initial="day",
    )
    own_cap = forms.IntegerField(
        label=_("Maximum bank"),
        required=False,
        min_value=1,
        max_value=10_000,
        help_text=_("In the unit of the time per player."),
    )
    turn_limit = forms.IntegerField(
        label=_("Turn limit per player"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Leave empty for the game's default limit. At the limit, the tally decides."),
    )
    hours = forms.IntegerField(
        label=_("Time limit per game (hours)"),
        required=False,
        min_value=1,
        max_value=24 * 366,
        help_text=_("Leave empty for no limit."),
    )
    lowest_rating = forms.IntegerField(label=_("Lowest rating"), required=False, min_value=0, max_value=9999)
    highest_rating = forms.IntegerField(label=_("Highest rating"), required=False, min_value=0, max_value=9999)
    spectators = forms.BooleanField(label=_("Allow spectators"), required=False, initial=True)
    chat = forms.BooleanField(label=_("Allow chat"), required=False, initial=True)
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("Correspondence only: clocks stop on Saturday and Sunday, in each player's time zone."),
    )
    message = forms.CharField(label=_("Message"), required=False, max_length=200)

    def terms(self) -> Terms:
        """The terms; raises Invalid with the field to change."""
        data = self.cleaned_data
        hours = data["hours"] or (1 if data["clock"].startswith("turn:") else None)
        return read_terms(
            variant=data["variant"],
            control=read_control(**self._control()),
            options=self._options(),
            rated=data["rated"] == "rated",
            turn_limit=data["turn_limit"] or "default",
            time_limit=None if hours is None else timedelta(hours=hours),
            spectators=data["spectators"],
            chat=data["chat"],
            weekends_off=data["weekends_off"],
        )

    def _control(self) -> dict[str, Any]:
        kind, *numbers = self.cleaned_data["clock"].split(":")
        if kind == "own":
            return self._own_control()
        if kind == "days":
            return {"kind": ControlKind.DAYS, "allowance": timedelta(days=int(numbers[0]))}
        if kind == "turn":
            return {"kind": ControlKind.SECONDS, "allowance": timedelta(seconds=int(numbers[0]))}
        bank, increment = timedelta(minutes=int(numbers[0])), timedelta(seconds=int(numbers[1]))
        return {"kind": ControlKind.BANK, "allowance": bank, "increment": increment}

    def _own_control(self) -> dict[str, Any]:
        data = self.cleaned_data
        unit = UNITS[data["own_unit"] or "day"]
        cap = data["own_cap"]
        return {
            "kind": ControlKind.BANK,
            "allowance": timedelta(seconds=(data["own_amount"] or 0) * unit),
            "increment": timedelta(
                seconds=(data["own_increment"] or 0) * UNITS[data["own_increment_unit"] or "second"]
            ),
            "cap": None if cap is None else timedelta(seconds=cap * unit),
        }

    def _options(self) -> dict[str, str]:
        asked = {name: self.cleaned_data[name] for name in option_values(self.cleaned_data["variant"])}
        return {name: value for name, value in asked.items() if value}

    def chosen_seat(self) -> int | None:
        seat = self.cleaned_data["seat"]
        return None if seat == "lot" else int(seat)

    def named_opponents(self, seats: int) -> list[User]:
        """The people named, and the chosen AI on every seat left."""
        names = self.cleaned_data["people"].split(",") if self.cleaned_data["opponents"] == "people" else []
        people = [get_person(name.strip().lstrip("@")) for name in names if name.strip()]
        ai = self.cleaned_data["ai"]
        if self.cleaned_data["opponents"] == "ai" and ai is None:
            ai = ai_players().first()
        return people + [ai] * (seats - 1 - len(people)) if ai is not None else people


class PlayAiForm(forms.Form):
    """The shortest form: which game, against which AI, who begins. Only the game is required."""

    variant = forms.ChoiceField(label=_("Game"), choices=variant_choices)
    ai = AiField()
    seat = forms.ChoiceField(
        label=_("Seats"), choices=[("0", _("move first")), ("lot", _("random seats"))], required=False
    )

    def wishes(self) -> dict[str, Any]:
        """The arguments of the service; the default AI is the weakest."""
        data = self.cleaned_data
        seat = None if data["seat"] == "lot" else 0
        return {"variant": data["variant"], "ai": data["ai"] or ai_players()[0], "seat": seat}


class TermsFilterForm(forms.Form):
    """Filters a list by terms."""

    variant = forms.ChoiceField(label=_("Game"), required=False, choices=variant_or_family_choices)
    pace = forms.ChoiceField(
        label=_("Pace"),
        required=False,
        choices=[("", _("any time control")), ("live", _("live")), ("days", _("correspondence"))],
    )
    rated = forms.ChoiceField(
        label=_("Rated"),
        required=False,
        choices=[("", _("rated or casual")), ("rated", _("rated")), ("casual", _("casual"))],
    )

    def wanted(self) -> dict[str, Any]:
        """The valid filters; invalid ones are left out."""
        self.is_valid()
        return self.cleaned_data


class MyGamesForm(TermsFilterForm):
    turn = forms.ChoiceField(label=_("Turn"), required=False, choices=[("", _("all games")), ("mine", _("my turn"))])
    field_order = ["turn", "variant", "pace", "rated"]


class ArchiveForm(TermsFilterForm):
    player = forms.CharField(label=_("Player"), required=False, max_length=30)
    opponent = forms.CharField(label=_("Against"), required=False, max_length=30)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("any result")), ("won", _("won")), ("drawn", _("drawn")), ("lost", _("lost"))],
    )
    reason = forms.ChoiceField(label=_("Ending"), required=False, choices=[("", _("any ending")), *EndReason.choices])
    tournament = forms.CharField(label=_("Tournament"), required=False, max_length=80)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}))
    field_order = ["player", "opponent", "result", "variant", "reason", "tournament", "pace", "rated", "since", "until"]


class NoteForm(forms.Form):
    """A private note; the service checks its length."""

    text = LinesField(
        label=_("Your private note"),
        required=False,
        widget=forms.Textarea({"rows": 8}),
        help_text=_("Only you can see it."),
    )
