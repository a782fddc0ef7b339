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
from tournaments.models.tournament import MOST_ROUNDS
from tournaments.pairing.stored import to_json
from tournaments.pairing.values import Format, Scoring
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak

ROUND_LIMITS = timedelta(minutes=5), timedelta(days=366)
MOST_PLAYERS = 2000
STANDARD = Scoring()
RUNNING, PROVISIONAL = Status.RUNNING, Status.PROVISIONAL


@dataclass(frozen=True)
class Rule:
    """What the log calls a rule, how a form asks for it, its limits, until when it may change, and how it is said.

    `text` is said where the rule is set, with its value as %(number)s, %(time)s, %(when)s or under its own name, and
    `otherwise` where it is not; `refusal` answers a value out of limits. Name, kind and default are the field's.
    """

    title: Sentence
    form: Literal["", "format", "where", "who", "fine"] = ""
    label: str | Promise = ""
    help: str | Promise = ""
    limits: tuple[Any, Any] = (None, None)
    refusal: str | Promise = ""
    changeable_until: Status = Status.REGISTRATION
    text: str | Promise = ""
    otherwise: str | Promise = ""
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
        say("rounds"), "format", _("How many rounds?"),
        _("In a round robin and a knockout it follows from the number of players."),
        limits=(1, MOST_ROUNDS), refusal=_("Choose 1 to %(most)s rounds."),
    )] = 5
    scoring: Annotated[Scoring, Rule(say("scoring"))] = STANDARD
    tie_breaks: Annotated[tuple[TieBreak, ...], Rule(
        say("tie-breaks"), changeable_until=PROVISIONAL,
    )] = USUAL_TIE_BREAKS
    members_only: Annotated[bool, Rule(
        say("members only"), "who", _("Club members only"), changeable_until=RUNNING,
        text=_("Members of the club may enter."), otherwise=_("Everybody may enter."),
    )] = False
    lowest_rating: Annotated[int | None, Rule(
        say("lowest rating"), "who", _("Lowest rating"), limits=(0, 9999), changeable_until=RUNNING,
    )] = None
    highest_rating: Annotated[int | None, Rule(
        say("highest rating"), "who", _("Highest rating"), limits=(0, 9999), changeable_until=RUNNING,
    )] = None
    needs_approval: Annotated[bool, Rule(
        say("approval of entries"), "who", _("You approve every entry"), changeable_until=RUNNING,
        text=_("Organisers approve every entry."),
    )] = False
    size: Annotated[int | None, Rule(
        say("maximum number of players"), "who", _("Most players"), changeable_until=RUNNING,
        limits=(2, MOST_PLAYERS), refusal=_("Choose 2 to %(most)s players, or leave it empty."),
        text=_("There are %(size)s places; whoever comes later waits for one."),
    )] = None
    late_entry_until: Annotated[int, Rule(
        say("late entry"), "who", _("Late entry until round"), limits=(0, MOST_ROUNDS),
        changeable_until=RUNNING, text=_("Late entry is possible until round %(number)s."),
    )] = 0
    games_at_once: Annotated[int, Rule(
        say("games at the same time"), "fine", _("Games at once for one player"), limits=(1, MOST_ROUNDS),
        changeable_until=RUNNING,
    )] = 1
    filler: Annotated[User | None, Rule(say("AI that fills in"))] = None
    leave_allowed: Annotated[bool, Rule(say("vacation"), "where", _("A player's leave stops the clock"))] = True
    first_round_at: Annotated[datetime | None, Rule(
        say("start of the first round"), "where", _("When does the first round begin?"),
        _("In your time zone. Leave it empty to start rounds by hand."),
        changeable_until=RUNNING, text=_("The first round begins on %(when)s."),
    )] = None
    round_every: Annotated[timedelta | None, Rule(
        say("time between rounds"), "where", _("Time from round to round"), limits=ROUND_LIMITS,
        refusal=_("Choose five minutes to a year."), changeable_until=RUNNING,
        text=_("Each round begins %(time)s after the one before."),
    )] = None
    round_length: Annotated[timedelta | None, Rule(
        say("time for a round"), "where", _("Time for a round"), _("Then unfinished games end by tally."),
        limits=ROUND_LIMITS, refusal=_("Choose five minutes to a year."), changeable_until=RUNNING,
        text=_("A round lasts %(time)s; then unfinished games end by tally."),
    )] = None
    goes_on_by_itself: Annotated[bool, Rule(
        say("automatic rounds"), "where", _("The next round follows by itself"), changeable_until=RUNNING,
        text=_("Rounds follow by themselves."), otherwise=_("Organisers pair and publish every round."),
    )] = False
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
