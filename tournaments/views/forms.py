"""Forms of clubs and of the tournament wizard. They check single fields; services check combinations."""

import json
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
from games.rules.registry import option_values, options
from games.translation import in_words
from games.views.forms import OptionsForm
from tournaments.enums import FormatChoices, Joining, SeasonScore, Venue
from tournaments.models import Tournament
from tournaments.pairing.values import Format
from tournaments.rule_fields import ORDINARY, RULES, Rule, TournamentRules
from tournaments.selectors.standings import tie_break_words
from tournaments.services.rules import TABLE_GAMES
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak, tie_breaks_for
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


def rule_fields(rule: Rule) -> dict[str, forms.Field]:
    """The fields that ask for a rule, by name; a duration has two. What is nothing by default may be left empty.

    A rule that only some formats know is left out by the page's script in the others (`data-formats`).
    """
    asked: dict[str, Any] = {"label": rule.label, "help_text": rule.help, "initial": rule.default, "required": False}
    least, most = rule.limits
    fields: dict[str, forms.Field]
    if rule.kind is bool:
        fields = {rule.name: forms.BooleanField(**asked)}
    elif rule.kind is datetime:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        fields = {rule.name: forms.DateTimeField(widget=widget, **asked)}
    elif rule.kind is timedelta:
        field = forms.IntegerField(min_value=1, max_value=int(most.total_seconds()), **asked)
        unit = forms.ChoiceField(label=_("Unit"), choices=UNIT_CHOICES, initial="day", required=False)
        fields = {rule.name: field, f"{rule.name}_unit": unit}
    else:
        asked["required"] = bool(rule.default) and not rule.formats
        fields = {rule.name: forms.IntegerField(min_value=least, max_value=most, **asked)}
    if rule.formats:
        fields[rule.name].widget.attrs["data-formats"] = " ".join(rule.formats)
    return fields


class WhatForm(forms.Form):
    """Step 1 of the wizard."""

    name = forms.CharField(label=_("Tournament name"), max_length=80)
    variant = forms.ChoiceField(label=_("Which game?"), choices=game_choices)
    description = LinesField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
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

    field_order = ("format", "rounds", "games_per_match", "third_place", "tie_breaks")
    format = forms.ChoiceField(
        label=_("Format"),
        choices=FormatChoices.choices,
        initial=FormatChoices.SWISS,
        widget=forms.Select(attrs={"data-tie-breaks": json.dumps({one.value: tie_breaks_for(one) for one in Format})}),
        help_text=_(
            "Table formats are for Lyra, Ligne and Bataille with three or four players; the others are "
            "for two-player games."
        ),
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


def suggests_check_in(answers: dict[str, str]) -> bool:
    """Whether check-in is ticked at first: over the board, where presence decides who is paired."""
    kind = answers.get("format", "")
    return answers.get("venue") == Venue.BOARD and kind in FormatChoices.values and Format(kind).is_open


class WhereForm(forms.Form):
    """Step 3 of the wizard."""

    field_order = (
        "venue", "clock", "first_round_at", "round_every", "round_every_unit", "round_length", "round_length_unit",
        "auto_advance", "repeat_every", "repeat_every_unit",
    )  # fmt: skip
    venue = forms.ChoiceField(label=_("Venue"), choices=Venue.choices, initial=Venue.CORRESPONDENCE)
    clock = forms.ChoiceField(label=_("Time control"), choices=lambda: list(CLOCKS.items()), initial="days:3")
    weekends_off = forms.BooleanField(label=_("Weekends don't count"), required=False)


class WhoForm(forms.Form):
    """Step 4 of the wizard."""

    field_order = (
        "members_only", "needs_approval", "check_in", "size", "lowest_rating", "highest_rating", "late_entry_until",
    )  # fmt: skip
    bye_ai = forms.ModelChoiceField(
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

    field_order = (*POINTS, "games_at_once")
    win = forms.DecimalField(label=_("Win"), **FEW_DIGITS)
    tally_win = forms.DecimalField(label=_("Win on tally"), **FEW_DIGITS)
    draw = forms.DecimalField(label=_("Draw"), **FEW_DIGITS)
    loss = forms.DecimalField(label=_("Loss"), **FEW_DIGITS)
    pairing_bye = forms.DecimalField(label=_("Pairing-allocated bye"), **FEW_DIGITS)
    requested_bye = forms.DecimalField(label=_("Requested bye"), **FEW_DIGITS)
    absence = forms.DecimalField(label=_("Absence"), **FEW_DIGITS)


STEPS = (WhatForm, FormatForm, WhereForm, WhoForm)
FORMS = {"format": FormatForm, "venue": WhereForm, "who": WhoForm, "fine": FineForm}
for _rule in ORDINARY:
    FORMS[_rule.form].base_fields |= rule_fields(_rule)


def show_where_asked(refusal: Refused, filled: Sequence[forms.Form]) -> None:
    """Add the errors of a refusal to their form fields, and those without a field to the first form."""
    for field, words in (refusal.fields or {"": [refusal.message]}).items():
        name = ASKED_AS.get(field, field)
        owner = next((form for form in filled if name in form.fields), None)
        for word in words:
            (owner or filled[0]).add_error(None if owner is None else name, word)


def rules_from(answers: dict[str, Any]) -> TournamentRules:
    """The rules from the answers of the wizard."""
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
    """The chosen tie-breaks; empty in a knockout, where only the round reached counts."""
    is_needed = answers["format"] != Format.KNOCKOUT.value
    return tuple(TieBreak(name) for name in answers["tie_breaks"]) if is_needed else ()


def terms_from(answers: dict[str, Any], before: Terms | None = None) -> Terms:
    kind, *numbers = answers["clock"].split(":")
    if numbers == ["kept"] and before is not None:
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
