"""The rules of a tournament, each declared once.

To add a rule of an ordinary kind (yes or no, a number, a duration, a moment), add a column to `Tournament` and a field
to `TournamentRules`: forms, API, sentences, log and what may still be changed follow. A rule of a kind of its own, such
as the tie-breaks, also has its field written out in `views/forms.py` and the modules of `api`.
"""

from dataclasses import Field, dataclass, fields, replace
from datetime import datetime, timedelta
from types import NoneType
from typing import Annotated, Any, Literal, get_args

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Terms
from games.rules.sentences import Sentence, say
from tournaments.enums import Status, Venue
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.pairing.stored import to_json
from tournaments.pairing.values import Format, Scoring
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak

ROUND_LIMITS = timedelta(minutes=5), timedelta(days=366)
REPEAT_LIMITS = timedelta(days=1), timedelta(days=366)
MAX_PLAYERS = 2000
MAX_GAMES_PER_MATCH = 9
STANDARD = Scoring()
RUNNING, PROVISIONAL = Status.RUNNING, Status.PROVISIONAL


@dataclass(frozen=True)
class Rule:
    """What the log calls a rule, how a form asks for it, its limits, until when it may change, and how it is said.

    `text` is said where the rule is set, with its value as %(number)s, %(time)s, %(when)s or under its own name, and
    `otherwise` where it is not; `refusal` answers a value out of limits. `formats` are those that know the rule, if
    not all do. Name, kind and default are the field's.
    """

    title: Sentence
    form: Literal["", "format", "venue", "who", "fine"] = ""
    label: str | Promise = ""
    help: str | Promise = ""
    limits: tuple[Any, Any] = (None, None)
    refusal: str | Promise = ""
    changeable_until: Status = Status.REGISTRATION
    text: str | Promise = ""
    otherwise: str | Promise = ""
    formats: tuple[Format, ...] = ()
    name: str = ""
    kind: Any = None
    default: Any = None

    def is_changeable(self, status: Status) -> bool:
        return list(Status).index(status) <= list(Status).index(self.changeable_until)


@dataclass(frozen=True, kw_only=True)
class TournamentRules:
    """Everything that an organiser decides. `terms` of a table event are those of four seats."""

    # fmt: off
    name: Annotated[str, Rule(say("name"), changeable_until=PROVISIONAL)]
    description: Annotated[str, Rule(say("description"), changeable_until=PROVISIONAL)] = ""
    format: Annotated[Format, Rule(say("format"))]
    terms: Annotated[Terms, Rule(say("game"))]
    venue: Annotated[Venue, Rule(say("venue"))] = Venue.CORRESPONDENCE
    rounds: Annotated[int, Rule(
        say("rounds"), "format", _("Number of rounds"),
        _("In a round robin or knockout this depends on the number of players."),
        limits=(1, MAX_ROUNDS), refusal=_("Choose 1 to %(most)s rounds."), changeable_until=RUNNING,
    )] = 5
    games_per_match: Annotated[int, Rule(
        say("games per match"), "format", _("Games per match (best of)"),
        _("Sides are swapped after each game. A tied match has one game more."),
        limits=(1, MAX_GAMES_PER_MATCH), refusal=_("Choose 1 to %(most)s games per match."),
        text=_("Matches are best of %(number)s games."), formats=(Format.KNOCKOUT,),
    )] = 1
    third_place: Annotated[bool, Rule(
        say("match for third place"), "format", _("Match for third place"), changeable_until=RUNNING,
        text=_("The losers of the semi-finals play for third place."), formats=(Format.KNOCKOUT,),
    )] = False
    scoring: Annotated[Scoring, Rule(say("scoring"))] = STANDARD
    tie_breaks: Annotated[tuple[TieBreak, ...], Rule(
        say("tie-breaks"), changeable_until=PROVISIONAL,
    )] = USUAL_TIE_BREAKS
    members_only: Annotated[bool, Rule(
        say("members only"), "who", _("Club members only"), changeable_until=RUNNING,
        text=_("Open to club members."), otherwise=_("Open to everyone."),
    )] = False
    lowest_rating: Annotated[int | None, Rule(
        say("lowest rating"), "who", _("Lowest rating"), limits=(0, 9999), changeable_until=RUNNING,
    )] = None
    highest_rating: Annotated[int | None, Rule(
        say("highest rating"), "who", _("Highest rating"), limits=(0, 9999), changeable_until=RUNNING,
    )] = None
    needs_approval: Annotated[bool, Rule(
        say("approval of entries"), "who", _("Entries need your approval"), changeable_until=RUNNING,
        text=_("Organisers approve every entry."),
    )] = False
    size: Annotated[int | None, Rule(
        say("maximum number of players"), "who", _("Maximum number of players"), changeable_until=RUNNING,
        limits=(2, MAX_PLAYERS), refusal=_("Choose 2 to %(most)s players, or leave it empty."),
        text=_("Up to %(size)s players; later entries go on the waiting list."),
    )] = None
    late_entry_until: Annotated[int, Rule(
        say("late entry"), "who", _("Allow late entry up to round (0 = none)"), limits=(0, MAX_ROUNDS),
        changeable_until=RUNNING, text=_("Late entry is possible up to round %(number)s."),
    )] = 0
    check_in: Annotated[bool, Rule(
        say("check-in"), "who", _("Players check in before each round"),
        _("Over the board or live: only players who are present are paired."), changeable_until=RUNNING,
        text=_("Players check in before each round."),
    )] = False
    games_at_once: Annotated[int, Rule(
        say("games at the same time"), "fine", _("Games at the same time per player"), limits=(1, MAX_ROUNDS),
        changeable_until=RUNNING,
    )] = 1
    bye_ai: Annotated[User | None, Rule(say("AI in place of byes"))] = None
    vacation_allowed: Annotated[bool, Rule(say("vacation"), "venue", _("Vacations stop the clock"))] = True
    first_round_at: Annotated[datetime | None, Rule(
        say("start of the first round"), "venue", _("Start of the first round"),
        _("In your time zone. Leave empty to start rounds manually."),
        changeable_until=RUNNING, text=_("The first round starts on %(when)s."),
    )] = None
    round_every: Annotated[timedelta | None, Rule(
        say("time between rounds"), "venue", _("Time between rounds"), limits=ROUND_LIMITS,
        refusal=_("Choose between five minutes and one year."), changeable_until=RUNNING,
        text=_("Each round starts %(time)s after the previous one."),
    )] = None
    round_length: Annotated[timedelta | None, Rule(
        say("time per round"), "venue", _("Time per round"), _("Unfinished games are then decided on tally."),
        limits=ROUND_LIMITS, refusal=_("Choose between five minutes and one year."), changeable_until=RUNNING,
        text=_("A round lasts %(time)s; unfinished games are then decided on tally."),
    )] = None
    auto_advance: Annotated[bool, Rule(
        say("automatic rounds"), "venue", _("Start the next round automatically"), changeable_until=RUNNING,
        text=_("Rounds start automatically."), otherwise=_("Organisers pair and publish every round."),
    )] = False
    repeat_every: Annotated[timedelta | None, Rule(
        say("repetition"), "venue", _("Repeat every"),
        _("For a regular evening: once this tournament has started, the next one is drafted with the same rules."),
        limits=REPEAT_LIMITS, refusal=_("Choose between one day and one year."), changeable_until=PROVISIONAL,
        text=_("The tournament is repeated every %(time)s."),
    )] = None
    # fmt: on

    def columns(self) -> dict[str, Any]:
        return {
            **self.terms.columns(),
            **{name: getattr(self, name) for name in RULES if name != "terms"},
            "format": self.format.value,
            "scoring": to_json(self.scoring),
            "tie_breaks": [rule.value for rule in self.tie_breaks],
        }


def _declared(field: "Field[Any]") -> Rule:
    """The rule of a field with its name, its kind (`int` of `int | None`) and its default."""
    hint, rule = get_args(field.type)
    kind = next(part for part in get_args(hint) or [hint] if part is not NoneType)
    return replace(rule, name=field.name, kind=kind, default=field.default)


RULES: dict[str, Rule] = {field.name: _declared(field) for field in fields(TournamentRules)}
ORDINARY = [rule for rule in RULES.values() if rule.kind in (bool, int, timedelta, datetime)]
