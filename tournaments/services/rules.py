"""The rules of a tournament (`Plan`): validation, and conversion from the tournament's columns."""

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.models import User
from accounts.names import has_unseen
from games import rules
from games.lobby.services.terms import read_terms
from games.models import Terms
from tournaments.enums import Venue
from tournaments.models import Tournament
from tournaments.models.tournament import MOST_ROUNDS
from tournaments.pairing.stored import to_json
from tournaments.pairing.values import Format, Scoring
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak

# Games with a variant for three and one for four.
TABLE_GAMES = tuple(
    name.removesuffix("-4")
    for name in rules.variant_ids()
    if name.endswith("-4") and f"{name.removesuffix('-4')}-3" in rules.variant_ids()
)
SHORTEST_ROUND, LONGEST_ROUND = timedelta(minutes=5), timedelta(days=366)
# A round's length and the clocks of its games are added to its start: stay far from the calendar's end.
MIN_MOMENT, MAX_AHEAD = datetime(2000, 1, 1, tzinfo=UTC), timedelta(days=3660)
MOST_POINTS = 1000
PARTS_OF_A_POINT = 10  # the pairing engine and TRF count in decimals
MOST_PLAYERS = 2000
STANDARD = Scoring()


@dataclass(frozen=True, kw_only=True)
class Plan:
    """All rules that an organiser chooses. `terms` of a table tournament are those of four seats."""

    name: str
    format: Format
    terms: Terms
    description: str = ""
    venue: Venue = Venue.CORRESPONDENCE
    rounds: int = 5
    scoring: Scoring = STANDARD
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    members_only: bool = False
    lowest_rating: int | None = None
    highest_rating: int | None = None
    needs_approval: bool = False
    size: int | None = None
    late_entry_until: int = 0
    games_at_once: int = 1
    filler: User | None = None
    vacation_allowed: bool = True
    first_round_at: datetime | None = None
    round_every: timedelta | None = None
    round_length: timedelta | None = None
    goes_on_by_itself: bool = False

    def columns(self) -> dict[str, Any]:
        plain = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "terms"}
        return {
            **self.terms.columns(),
            **plain,
            "format": self.format.value,
            "scoring": to_json(self.scoring),
            "tie_breaks": [rule.value for rule in self.tie_breaks],
        }


def plan_of(tournament: Tournament) -> Plan:
    """The rules stored in a tournament's columns."""
    special = {"format", "terms", "scoring", "tie_breaks", "venue"}
    plain = {field.name: getattr(tournament, field.name) for field in fields(Plan) if field.name not in special}
    return Plan(
        **plain,
        format=tournament.pairing_format,
        terms=tournament.terms,
        scoring=tournament.points,
        tie_breaks=tournament.tie_break_rules,
        venue=Venue(tournament.venue),
    )


def check_plan(plan: Plan) -> None:
    """Raise Invalid with a message for every field that would not work."""
    problems: dict[str, list[str]] = {}
    for check in (_check_game, _check_numbers, _check_entry, _check_times, _check_points):
        for field, message in check(plan):
            problems.setdefault(field, []).append(message)
    if problems:
        first = next(iter(problems.values()))[0]
        raise Invalid(first, fields=problems)


Problems = list[tuple[str, str]]


def check_moments(**moments: datetime | None) -> Problems:
    """Error messages for moments too far in the past or future, by field."""
    latest = timezone.now() + MAX_AHEAD
    message = _("Choose a date after 1999 and at most ten years ahead.")
    return [(name, message) for name, at in moments.items() if at is not None and not MIN_MOMENT <= at <= latest]


def _check_game(plan: Plan) -> Problems:
    problems = []
    seats = plan.terms.engine.seats
    if not plan.name.strip():
        problems.append(("name", _("Enter a name for the tournament.")))
    if has_unseen(plan.name):
        problems.append(("name", _("Remove invisible characters.")))
    if plan.format.has_tables:
        if plan.terms.variant not in [f"{game}-4" for game in TABLE_GAMES]:
            problems.append(
                (
                    "variant",
                    _("Tables of 3 and 4 are for Lyra, Ligne or Bataille: choose lyra-4, ligne-4 or bataille-4."),
                )
            )
    elif seats != 2:
        problems.append(
            ("variant", _("This format is for two-player games. For three or four players choose a table format."))
        )
    if plan.venue == Venue.LIVE and not plan.terms.control.is_live:
        problems.append(("control", _("A live tournament needs a time control in minutes or seconds.")))
    if plan.venue == Venue.CORRESPONDENCE and plan.terms.control.is_live:
        problems.append(("control", _("A correspondence tournament needs a time control in days.")))
    return problems


def _check_numbers(plan: Plan) -> Problems:
    problems = []
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        problems.append(("rounds", _("Choose 1 to %(most)s rounds.") % {"most": MOST_ROUNDS}))
    if plan.size is not None and not 2 <= plan.size <= MOST_PLAYERS:
        problems.append(("size", _("Choose 2 to %(most)s players, or leave it empty.") % {"most": MOST_PLAYERS}))
    several = plan.format.is_round_robin or plan.format == Format.FIXED_TABLES
    if not 1 <= plan.games_at_once <= (MOST_ROUNDS if several else 1):
        problems.append(
            ("games_at_once", _("Only a round robin or a fixed schedule can have several games at the same time."))
        )
    if len(set(plan.tie_breaks)) < len(plan.tie_breaks):
        problems.append(("tie_breaks", _("Choose each tie-break only once.")))
    return problems


def _check_entry(plan: Plan) -> Problems:
    problems = []
    low, high = plan.lowest_rating, plan.highest_rating
    if low is not None and high is not None and low > high:
        problems.append(("lowest_rating", _("The lowest rating is above the highest. Swap them.")))
    if plan.late_entry_until and not plan.format.is_open:
        problems.append(("late_entry_until", _("Late entry is possible only in Swiss and table formats.")))
    if not 0 <= plan.late_entry_until <= plan.rounds:
        problems.append(("late_entry_until", _("Choose a round of the tournament, or 0 for no late entry.")))
    if plan.filler is not None:
        if not plan.filler.is_ai:
            problems.append(("filler", _("Only an AI can replace a bye. Choose an AI.")))
        if plan.venue == Venue.BOARD or plan.format == Format.KNOCKOUT:
            problems.append(("filler", _("An AI can replace a bye only online, and not in a knockout.")))
    return problems


def _check_times(plan: Plan) -> Problems:
    problems = check_moments(first_round_at=plan.first_round_at)
    for name, value in (("round_every", plan.round_every), ("round_length", plan.round_length)):
        if value is not None and not SHORTEST_ROUND <= value <= LONGEST_ROUND:
            problems.append((name, _("Choose between five minutes and one year.")))
    if plan.round_every is not None and plan.first_round_at is None:
        problems.append(("first_round_at", _("Set the start of the first round; the others follow from it.")))
    return problems


def _check_points(plan: Plan) -> Problems:
    scoring = plan.scoring
    values = [getattr(scoring, field.name) for field in fields(scoring)]
    if any(not 0 <= value <= MOST_POINTS for value in values):
        return [("scoring", _("Choose points from 0 to %(most)s.") % {"most": MOST_POINTS})]
    if not scoring.win >= scoring.tally_win >= scoring.draw >= scoring.loss:
        return [("scoring", _("Points must not increase in this order: win, win on tally, draw, loss."))]
    if any(PARTS_OF_A_POINT % value.denominator for value in values):
        return [("scoring", _("Points must be whole numbers, halves or tenths."))]
    return []


def terms_for(tournament: Tournament, seats: int) -> Terms:
    """The terms of a table with so many seats: the tournament's game, or its variant for three."""
    terms = tournament.terms
    if seats == terms.engine.seats:
        return terms
    game = terms.variant.rpartition("-")[0]
    usual: Literal["default"] = "default"
    return read_terms(
        variant=f"{game}-{seats}",
        control=terms.control,
        options=terms.options,
        rated=terms.rated,
        turn_limit=usual if terms.turn_limit == terms.engine.turn_limit else terms.turn_limit,
        time_limit=terms.time_limit,
        spectators=terms.spectators,
        chat=terms.chat,
        weekends_off=terms.weekends_off,
        vacation_allowed=terms.vacation_allowed,
    )
