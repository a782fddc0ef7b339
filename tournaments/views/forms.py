"""Forms of clubs and of the tournament wizard. They check single fields; services check combinations."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refused
from accounts.forms import LinesField
from accounts.models import User
from games import rules
from games.lobby.services.terms import read_control, read_terms
from games.models import Terms
from games.rules.registry import option_values, options
from games.translation import in_words
from games.views.forms import OptionsForm
from tournaments.enums import FormatChoices, Joining, SeasonScore, Venue
from tournaments.models import Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.standings import tie_break_words
from tournaments.services.rules import LONGEST_ROUND, TABLE_GAMES, Plan
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak
from tournaments.webhooks.services import HOOK_KINDS

CLOCKS = {
    "days:1": _("1 day per turn"),
    "days:3": _("3 days per turn"),
    "days:7": _("7 days per turn"),
    "bank:600:5": _("live: 10 min + 5 s per turn"),
    "bank:1800:10": _("live: 30 min + 10 s per turn"),
    "seconds:60": _("live: 1 min per turn"),
}
KEPT_TERMS = ("time_limit", "spectators", "chat", "vacation_allowed")
# Rules whose form field has another name.
ASKED_AS = {"control": "clock", "scoring": "win"}
OPTIONS = tuple(option.name for option in options())
TERMS = {"variant", "rated", "turn_limit", "no_turn_limit", "clock", "weekends_off", *OPTIONS}
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
UNIT_CHOICES = [("minute", _("minutes")), ("hour", _("hours")), ("day", _("days")), ("second", _("seconds"))]
MAX_ROUND_SECONDS = int(LONGEST_ROUND.total_seconds())
POINTS = ("win", "tally_win", "draw", "loss", "pairing_bye", "requested_bye", "absence")


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    description = LinesField(label=_("Description"), max_length=4000, required=False)
    joining = forms.ChoiceField(label=_("Who can join"), choices=Joining.choices, initial=Joining.OPEN)


class NewsForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=120)
    text = LinesField(label=_("Text"), max_length=8000)


class WebhookForm(forms.Form):
    url = forms.CharField(label=_("Address"), max_length=500, widget=forms.URLInput)
    kinds = forms.MultipleChoiceField(
        label=_("Events to send"),
        choices=[(kind.value, kind.label) for kind in HOOK_KINDS],
        widget=forms.CheckboxSelectMultiple,
    )


class SeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    best = forms.IntegerField(
        label=_("Results that count (leave empty for all)"), min_value=1, max_value=100, required=False
    )
    score = forms.ChoiceField(label=_("Score"), choices=SeasonScore.choices)
    tournament_ids = forms.MultipleChoiceField(
        label=_("Tournaments"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, tournaments: list[Tournament], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["tournament_ids"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(one.pk), one.name) for one in tournaments]


def game_choices() -> list[tuple[str, str]]:
    """Games for two, and table games by their variant for four."""
    two = [(name, in_words(rules.variant(name).name)) for name in rules.variant_ids() if rules.variant(name).seats == 2]
    at_tables = _("%(game)s at tables of 3 and 4")
    return [*two, *((f"{game}-4", at_tables % {"game": _(game.title())}) for game in TABLE_GAMES)]


class WhatForm(forms.Form):
    """Step 1 of the wizard."""

    name = forms.CharField(label=_("Tournament name"), max_length=80)
    variant = forms.ChoiceField(label=_("Which game?"), choices=game_choices)
    description = LinesField(
        label=_("Description (optional)"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    rated = forms.BooleanField(label=_("Online games are rated"), required=False, initial=True)
    turn_limit = forms.IntegerField(
        label=_("Turn limit per player"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Leave empty for the game's default limit. At the limit, the tally decides."),
    )
    no_turn_limit = forms.BooleanField(label=_("No turn limit"), required=False)


class FormatForm(forms.Form):
    """Step 2 of the wizard."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=FormatChoices.choices,
        initial=FormatChoices.SWISS,
        help_text=_(
            "Table formats are for Lyra, Ligne and Bataille with three or four players; the others are "
            "for two-player games."
        ),
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"),
        min_value=1,
        max_value=60,
        initial=5,
        help_text=_("In a round robin or knockout this depends on the number of players."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks, in order"),
        choices=lambda: [
            (rule.value, tie_break_words(rule)[0]) for rule in dict.fromkeys((*USUAL_TIE_BREAKS, *TieBreak))
        ],
        initial=[rule.value for rule in USUAL_TIE_BREAKS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Ties on points are broken by the first one you choose, then by the next."),
    )


def is_for_tables(variant: str) -> bool:
    return variant in [f"{game}-4" for game in TABLE_GAMES]


def offer_formats(form: forms.Form, variant: str) -> None:
    """Offer only the formats of the chosen game, each with a short description."""
    field = form.fields["format"]
    assert isinstance(field, forms.ChoiceField)
    at_tables = is_for_tables(variant)
    field.choices = [(value, label) for value, label in FormatChoices.choices if Format(value).has_tables == at_tables]
    field.help_text = (
        _("Swiss: players with similar scores meet. Fixed schedule: each player meets as many others as possible.")
        if at_tables
        else _(
            "Swiss: players with similar scores meet in each round. Round robin: everyone plays "
            "everyone. Knockout: the loser is out."
        )
    )


def unit_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Unit"), choices=UNIT_CHOICES, initial="day", required=False)


class WhereForm(forms.Form):
    """Step 3 of the wizard."""

    venue = forms.ChoiceField(label=_("Venue"), choices=Venue.choices, initial=Venue.CORRESPONDENCE)
    clock = forms.ChoiceField(label=_("Time control"), choices=lambda: list(CLOCKS.items()), initial="days:3")
    first_round_at = forms.DateTimeField(
        label=_("Start of the first round"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Leave empty to start rounds manually."),
    )
    round_every = forms.IntegerField(
        label=_("Time between rounds"), min_value=1, max_value=MAX_ROUND_SECONDS, required=False
    )
    round_every_unit = unit_field()
    round_length = forms.IntegerField(
        label=_("Time per round"),
        min_value=1,
        max_value=MAX_ROUND_SECONDS,
        required=False,
        help_text=_("Unfinished games are then decided on tally."),
    )
    round_length_unit = unit_field()
    goes_on_by_itself = forms.BooleanField(label=_("Start the next round automatically"), required=False)
    weekends_off = forms.BooleanField(label=_("Weekends don't count"), required=False)
    vacation_allowed = forms.BooleanField(label=_("Vacations stop the clock"), required=False, initial=True)


class WhoForm(forms.Form):
    """Step 4 of the wizard."""

    members_only = forms.BooleanField(label=_("Club members only"), required=False)
    needs_approval = forms.BooleanField(label=_("Entries need your approval"), required=False)
    size = forms.IntegerField(label=_("Maximum number of players"), min_value=2, max_value=2000, required=False)
    lowest_rating = forms.IntegerField(label=_("Lowest rating"), min_value=0, max_value=9999, required=False)
    highest_rating = forms.IntegerField(label=_("Highest rating"), min_value=0, max_value=9999, required=False)
    late_entry_until = forms.IntegerField(
        label=_("Allow late entry up to round (0 = none)"), min_value=0, max_value=60, initial=0, required=False
    )
    filler = forms.ModelChoiceField(
        label=_("An AI plays in place of a bye"),
        queryset=User.objects.filter(is_ai=True, is_active=True),
        to_field_name="username",
        required=False,
        empty_label=_("no AI"),
    )


# "1e2000000" is short, and the number takes seconds to build.
FEW_DIGITS: dict[str, Any] = {"min_value": 0, "max_digits": 9, "decimal_places": 4}


class FineForm(OptionsForm):
    """Scoring and game options; for the page that changes the rules."""

    win = forms.DecimalField(label=_("Win"), **FEW_DIGITS)
    tally_win = forms.DecimalField(label=_("Win on tally"), **FEW_DIGITS)
    draw = forms.DecimalField(label=_("Draw"), **FEW_DIGITS)
    loss = forms.DecimalField(label=_("Loss"), **FEW_DIGITS)
    pairing_bye = forms.DecimalField(label=_("Pairing-allocated bye"), **FEW_DIGITS)
    requested_bye = forms.DecimalField(label=_("Requested bye"), **FEW_DIGITS)
    absence = forms.DecimalField(label=_("Absence"), **FEW_DIGITS)
    games_at_once = forms.IntegerField(label=_("Games at the same time per player"), min_value=1, max_value=60)


STEPS = (WhatForm, FormatForm, WhereForm, WhoForm)


def show_where_asked(refusal: Refused, filled: Sequence[forms.Form]) -> None:
    """Add the errors of a refusal to their form fields, and those without a field to the first form."""
    for field, words in (refusal.fields or {"": [refusal.message]}).items():
        name = ASKED_AS.get(field, field)
        owner = next((form for form in filled if name in form.fields), None)
        for word in words:
            (owner or filled[0]).add_error(None if owner is None else name, word)


def plan_from(answers: dict[str, Any]) -> Plan:
    """The rules from the answers of the wizard."""
    return Plan(terms=terms_from(answers), **plain_answers(answers))


def plain_answers(answers: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": answers["name"],
        "description": answers["description"],
        "format": Format(answers["format"]),
        "rounds": answers["rounds"],
        "tie_breaks": _tie_breaks(answers),
        "venue": Venue(answers["venue"]),
        "first_round_at": answers["first_round_at"],
        "round_every": _duration(answers, "round_every"),
        "round_length": _duration(answers, "round_length"),
        "goes_on_by_itself": answers["goes_on_by_itself"],
        "vacation_allowed": answers["vacation_allowed"],
        "members_only": answers["members_only"],
        "needs_approval": answers["needs_approval"],
        "size": answers["size"],
        "lowest_rating": answers["lowest_rating"],
        "highest_rating": answers["highest_rating"],
        "late_entry_until": answers["late_entry_until"] or 0,
        "filler": answers["filler"],
    }


def _tie_breaks(answers: dict[str, Any]) -> tuple[TieBreak, ...]:
    """The chosen tie-breaks; empty in a knockout, where only the round reached counts."""
    is_needed = answers["format"] != Format.KNOCKOUT.value
    return tuple(TieBreak(name) for name in answers["tie_breaks"]) if is_needed else ()


def terms_from(answers: dict[str, Any], before: Terms | None = None) -> Terms:
    kind, *numbers = answers["clock"].split(":")
    if kind == "kept" and before is not None:
        control = before.control
    else:
        allowance = timedelta(days=int(numbers[0])) if kind == "days" else timedelta(seconds=int(numbers[0]))
        increment = timedelta(seconds=int(numbers[1])) if len(numbers) > 1 else timedelta(0)
        control = read_control(kind=kind, allowance=allowance, increment=increment)
    return read_terms(
        variant=answers["variant"],
        control=control,
        options={name: answers[name] for name in option_values(answers["variant"]) if answers.get(name)},
        rated=answers["rated"],
        weekends_off=answers["weekends_off"],
        turn_limit=None if answers["no_turn_limit"] else answers["turn_limit"] or "default",
        **({} if before is None else {name: getattr(before, name) for name in KEPT_TERMS}),
    )


def _duration(answers: dict[str, Any], name: str) -> timedelta | None:
    number = answers[name]
    return None if number is None else timedelta(seconds=number * UNITS[answers[f"{name}_unit"] or "day"])


def duration_answers(name: str, duration: timedelta | None) -> dict[str, Any]:
    """A duration as values of its two fields, in the largest unit that gives a whole number."""
    if duration is None:
        return {}
    seconds = int(duration.total_seconds())
    unit = next(unit for unit in ("day", "hour", "minute", "second") if seconds % UNITS[unit] == 0)
    return {name: seconds // UNITS[unit], f"{name}_unit": unit}


def shown_values(form: forms.Form) -> dict[str, Any]:
    """The values that an unchanged form submits, by field."""
    return {name: _untouched(form, name) for name in form.fields}


def changed_fields(form: forms.Form, shown: dict[str, Any]) -> set[str]:
    """Validate a form and return the fields that differ from what the page showed.

    A page can't show every value: no seconds of a time, no retired AI. So errors of unchanged fields are dropped, and
    their values are not used.
    """
    changed = {name for name in form.fields if _sent(form, name) != shown.get(name)}
    for name in form.errors.keys() - changed:
        del form.errors[name]
        form.cleaned_data[name] = None
    return changed


def _sent(form: forms.Form, name: str) -> Any:
    sent = form.fields[name].widget.value_from_datadict(form.data, form.files, name)
    return sent.replace("\r\n", "\n") if isinstance(sent, str) else sent


def _untouched(form: forms.Form, name: str) -> Any:
    """The value that an unchanged field submits."""
    widget: Any = form.fields[name].widget
    value = form.fields[name].prepare_value(form[name].initial)
    if isinstance(widget, forms.CheckboxInput):
        return bool(value)
    shown = widget.format_value(value)
    if isinstance(shown, str) or shown is None:
        return (shown or "").replace("\r\n", "\n")
    if widget.allow_multiple_selected:
        return shown
    offered = [str(choice) for choice, _label in widget.choices]
    return next((choice for choice in shown if choice in offered), offered[0])
