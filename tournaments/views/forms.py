"""Forms of clubs and of the wizard. A form checks shapes; what makes sense together the services say."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refused
from accounts.forms import LinesField
from accounts.models import User
from games import rules
from games.lobby.services.terms import read_control, read_terms
from games.models import Terms
from games.rules.registry import option_values
from games.translation import in_words
from games.views.forms import NewGameForm
from tournaments.enums import FormatChoices, Joining, SeasonScore, Venue
from tournaments.models import Tournament
from tournaments.pairing.values import Format
from tournaments.rule_fields import ORDINARY, RULES, Rule, TournamentRules
from tournaments.selectors.standings import tie_break_words
from tournaments.services.rules import TABLE_GAMES
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak
from tournaments.webhooks.services import HOOK_KINDS

CLOCKS = {
    "days:1": _("1 day a turn"),
    "days:3": _("3 days a turn"),
    "days:7": _("7 days a turn"),
    "bank:600:5": _("live: 10 minutes and 5 seconds a turn"),
    "bank:1800:10": _("live: 30 minutes and 10 seconds a turn"),
    "seconds:60": _("live: 1 minute a turn"),
}
KEPT_TERMS = ("time_limit", "spectators", "chat", "leave_allowed")
# What the rules call otherwise than the forms do.
ASKED_AS = {"control": "clock", "scoring": "win"}
OPTIONS = ("captures", "champion_takes")
TERMS = {"variant", "rated", "turn_limit", "no_turn_limit", "clock", "weekends_off", *OPTIONS}
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
UNIT_CHOICES = [("minute", _("minutes")), ("hour", _("hours")), ("day", _("days")), ("second", _("seconds"))]
POINTS = ("win", "tally_win", "draw", "loss", "pairing_bye", "requested_bye", "absence")


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    description = LinesField(label=_("What should people know?"), max_length=4000, required=False)
    joining = forms.ChoiceField(label=_("Who may join"), choices=Joining.choices, initial=Joining.OPEN)


class NewsForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=120)
    text = LinesField(label=_("Text"), max_length=8000)


class WebhookForm(forms.Form):
    url = forms.CharField(label=_("Address"), max_length=500, widget=forms.URLInput)
    kinds = forms.MultipleChoiceField(
        label=_("What it hears of"),
        choices=[(kind.value, kind.label) for kind in HOOK_KINDS],
        widget=forms.CheckboxSelectMultiple,
    )


class SeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60)
    best = forms.IntegerField(
        label=_("How many results count (all, if empty)"), min_value=1, max_value=100, required=False
    )
    score = forms.ChoiceField(label=_("What counts"), choices=SeasonScore.choices)
    tournament_ids = forms.MultipleChoiceField(label=_("Events"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, events: list[Tournament], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["tournament_ids"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(str(event.pk), event.name) for event in events]


def game_choices() -> list[tuple[str, str]]:
    """Games of two, and table games by the variant of four that represents them."""
    two = [(name, in_words(rules.variant(name).name)) for name in rules.variant_ids() if rules.variant(name).seats == 2]
    at_tables = _("%(game)s at tables of three and four")
    return [*two, *((f"{game}-4", at_tables % {"game": _(game.title())}) for game in TABLE_GAMES)]


def rule_fields(rule: Rule) -> dict[str, forms.Field]:
    """The fields that ask for a rule, by name; a duration has two. What is nothing by default may be left empty."""
    asked: dict[str, Any] = {"label": rule.label, "help_text": rule.help, "initial": rule.default, "required": False}
    if rule.kind is bool:
        return {rule.name: forms.BooleanField(**asked)}
    if rule.kind is datetime:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        return {rule.name: forms.DateTimeField(widget=widget, **asked)}
    least, most = rule.limits
    if rule.kind is timedelta:
        field = forms.IntegerField(min_value=1, max_value=int(most.total_seconds()), **asked)
        unit = forms.ChoiceField(label=_("Unit"), choices=UNIT_CHOICES, initial="day", required=False)
        return {rule.name: field, f"{rule.name}_unit": unit}
    asked["required"] = bool(rule.default)
    return {rule.name: forms.IntegerField(min_value=least, max_value=most, **asked)}


class WhatForm(forms.Form):
    """Step 1."""

    name = forms.CharField(label=_("What is the event called?"), max_length=80)
    variant = forms.ChoiceField(label=_("What is played?"), choices=game_choices)
    description = LinesField(
        label=_("Anything to add?"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    rated = forms.BooleanField(label=_("Games played online are rated"), required=False, initial=True)
    turn_limit = forms.IntegerField(
        label=_("Turns a seat, at most"),
        required=False,
        min_value=1,
        max_value=1000,
        help_text=_("Empty for the game's own limit; then the tally decides."),
    )
    no_turn_limit = forms.BooleanField(label=_("No turn limit"), required=False)


class FormatForm(forms.Form):
    """Step 2."""

    field_order = ("format", "rounds", "tie_breaks")
    format = forms.ChoiceField(
        label=_("How are players paired?"),
        choices=FormatChoices.choices,
        initial=FormatChoices.SWISS,
        help_text=_("Tables are for Lyra, Ligne and Bataille with three and four seats; the others for games of two."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks, from the top"),
        choices=lambda: [
            (rule.value, tie_break_words(rule)[0]) for rule in dict.fromkeys((*USUAL_TIE_BREAKS, *TieBreak))
        ],
        initial=[rule.value for rule in USUAL_TIE_BREAKS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players level on points are separated by the first you choose, then by the next."),
    )


def is_for_tables(variant: str) -> bool:
    return variant in [f"{game}-4" for game in TABLE_GAMES]


def offer_formats(form: forms.Form, variant: str) -> None:
    """Only what the chosen game can be played as, each in a few words."""
    field = form.fields["format"]
    assert isinstance(field, forms.ChoiceField)
    at_tables = is_for_tables(variant)
    field.choices = [(value, label) for value, label in FormatChoices.choices if Format(value).has_tables == at_tables]
    field.help_text = (
        _("Swiss: players of about the same score meet. A fixed schedule: everybody meets as many others as possible.")
        if at_tables
        else _(
            "Swiss: in every round players of about the same score meet. Round robin: everybody meets everybody. "
            "Knockout: whoever loses is out."
        )
    )


class WhereForm(forms.Form):
    """Step 3."""

    field_order = (
        "venue", "clock", "first_round_at", "round_every", "round_every_unit", "round_length", "round_length_unit",
        "goes_on_by_itself",
    )  # fmt: skip
    venue = forms.ChoiceField(label=_("Where is it played?"), choices=Venue.choices, initial=Venue.CORRESPONDENCE)
    clock = forms.ChoiceField(label=_("Which clock?"), choices=lambda: list(CLOCKS.items()), initial="days:3")
    weekends_off = forms.BooleanField(label=_("Weekends don't count"), required=False)


class WhoForm(forms.Form):
    """Step 4."""

    field_order = ("members_only", "needs_approval", "size", "lowest_rating", "highest_rating", "late_entry_until")
    filler = forms.ModelChoiceField(
        label=_("An AI fills in where somebody would have a bye"),
        queryset=User.objects.filter(is_ai=True, is_active=True),
        to_field_name="username",
        required=False,
        empty_label=_("no AI"),
    )


def option_field(name: str) -> forms.ChoiceField:
    """An option of a game, in the words in which a single game offers it."""
    asked = NewGameForm.base_fields[name]
    assert isinstance(asked, forms.ChoiceField)
    return forms.ChoiceField(label=asked.label, choices=asked.choices, required=False)


# 1e2000000 is a short text, and the number takes seconds to build.
FEW_DIGITS: dict[str, Any] = {"min_value": 0, "max_digits": 9, "decimal_places": 4}


class FineForm(forms.Form):
    """What a round is worth, and the finer points of the game; for the page that changes the rules."""

    field_order = (*POINTS, "games_at_once")
    win = forms.DecimalField(label=_("A win"), **FEW_DIGITS)
    tally_win = forms.DecimalField(label=_("A win by tally"), **FEW_DIGITS)
    draw = forms.DecimalField(label=_("A draw"), **FEW_DIGITS)
    loss = forms.DecimalField(label=_("A loss"), **FEW_DIGITS)
    pairing_bye = forms.DecimalField(label=_("A bye given by the pairing"), **FEW_DIGITS)
    requested_bye = forms.DecimalField(label=_("A bye asked for"), **FEW_DIGITS)
    absence = forms.DecimalField(label=_("An absence"), **FEW_DIGITS)
    captures = option_field("captures")
    champion_takes = option_field("champion_takes")


STEPS = (WhatForm, FormatForm, WhereForm, WhoForm)
FORMS = {"format": FormatForm, "where": WhereForm, "who": WhoForm, "fine": FineForm}
for _rule in ORDINARY:
    FORMS[_rule.form].base_fields |= rule_fields(_rule)


def show_where_asked(refusal: Refused, filled: Sequence[forms.Form]) -> None:
    """Beside the fields it is about, under the names forms have for them; what none asks stands above the first."""
    for field, words in (refusal.fields or {"": [refusal.message]}).items():
        name = ASKED_AS.get(field, field)
        owner = next((form for form in filled if name in form.fields), None)
        for word in words:
            (owner or filled[0]).add_error(None if owner is None else name, word)


def rules_from(answers: dict[str, Any]) -> TournamentRules:
    """The rules that the answers of the first four steps make; later steps may be missing from them."""
    return TournamentRules(terms=terms_from(answers), **plain_answers(answers))


def plain_answers(answers: dict[str, Any]) -> dict[str, Any]:
    """The rules that have fields of their own, by name."""
    given = {name: answers[name] for name in RULES if name in answers}
    for rule in ORDINARY:
        if rule.name in given and given[rule.name] is None:
            given[rule.name] = rule.default
        elif rule.name in given and rule.kind is timedelta:
            given[rule.name] *= timedelta(seconds=UNITS[answers[f"{rule.name}_unit"] or "day"])
    choices = {"format": Format(answers["format"]), "venue": Venue(answers["venue"])}
    return {**given, **choices, "tie_breaks": _tie_breaks(answers)}


def _tie_breaks(answers: dict[str, Any]) -> tuple[TieBreak, ...]:
    """In a knockout the round reached is all."""
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


def shown_answers(rules: TournamentRules) -> dict[str, Any]:
    """The rules as their fields show them; a duration in the largest unit that gives a whole number."""
    answers = {name: getattr(rules, name) for name in RULES}
    for name, value in list(answers.items()):
        if isinstance(value, timedelta):
            seconds = int(value.total_seconds())
            unit = next(unit for unit in ("day", "hour", "minute", "second") if seconds % UNITS[unit] == 0)
            answers |= {name: seconds // UNITS[unit], f"{name}_unit": unit}
        elif isinstance(value, datetime):
            answers[name] = timezone.localtime(value)
    return answers


def shown_values(form: forms.Form) -> dict[str, Any]:
    """What comes back from a form in which nothing is touched, by field."""
    return {name: _untouched(form, name) for name in form.fields}


def changed_fields(form: forms.Form, shown: dict[str, Any]) -> set[str]:
    """Check a form and name the fields that did not come back as the page showed them.

    A page shows less than a rule may be: no seconds of a time, no AI that was retired. So a field that was not touched
    is not refused, and its value is not used.
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
    """What the widget reads out of a form in which this field was not touched."""
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
