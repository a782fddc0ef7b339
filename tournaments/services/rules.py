"""The rules of an event as its organiser gives them, checked; and as the event's columns keep them."""

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.models import User
from accounts.names import has_unseen
from games.lobby.services.terms import read_terms
from games.models import Terms
from tournaments.enums import Venue
from tournaments.models import Tournament
from tournaments.models.tournament import MOST_ROUNDS
from tournaments.pairing.stored import to_json
from tournaments.pairing.values import Format, Scoring
from tournaments.standings.tie_breaks import USUAL_TIE_BREAKS, TieBreak

TABLE_GAMES = ("lyra", "ligne", "bataille")
SHORTEST_ROUND, LONGEST_ROUND = timedelta(minutes=5), timedelta(days=366)
# A round's times are added to, by its length and by the clocks of its games: far from the end of the calendar.
MIN_MOMENT, MAX_AHEAD = datetime(2000, 1, 1, tzinfo=UTC), timedelta(days=3660)
MOST_POINTS = 1000
PARTS_OF_A_POINT = 10  # pairing engine and TRF count in decimals
MOST_PLAYERS = 2000
STANDARD = Scoring()


@dataclass(frozen=True, kw_only=True)
class TournamentRules:
    """Everything that an organiser decides. `terms` of a table event are those of four seats."""

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
    leave_allowed: bool = True
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


def rules_of(tournament: Tournament) -> TournamentRules:
    """The rules that a tournament's columns hold."""
    special = {"format", "terms", "scoring", "tie_breaks", "venue"}
    plain = {
        field.name: getattr(tournament, field.name) for field in fields(TournamentRules) if field.name not in special
    }
    return TournamentRules(
        **plain,
        format=tournament.pairing_format,
        terms=tournament.terms,
        scoring=tournament.points,
        tie_breaks=tournament.tie_break_rules,
        venue=Venue(tournament.venue),
    )


def check_rules(rules: TournamentRules) -> None:
    """Invalid names every field that would not work, and says what would."""
    problems: dict[str, list[str]] = {}
    for check in (_check_game, _check_numbers, _check_entry, _check_times, _check_points):
        for field, message in check(rules):
            problems.setdefault(field, []).append(message)
    if problems:
        first = next(iter(problems.values()))[0]
        raise Invalid(first, fields=problems)


Problems = list[tuple[str, str]]


def check_moments(**moments: datetime | None) -> Problems:
    """Those of the moments, by their fields, that no round is planned for."""
    latest = timezone.now() + MAX_AHEAD
    message = _("Choose a date from the year 2000 on, and at most ten years ahead.")
    return [(name, message) for name, at in moments.items() if at is not None and not MIN_MOMENT <= at <= latest]


def _check_game(rules: TournamentRules) -> Problems:
    problems = []
    seats = rules.terms.engine.seats
    if not rules.name.strip():
        problems.append(("name", _("Give the event a name.")))
    if has_unseen(rules.name):
        problems.append(("name", _("Leave out characters that cannot be seen.")))
    if rules.format.has_tables:
        if rules.terms.variant not in [f"{game}-4" for game in TABLE_GAMES]:
            problems.append(
                ("variant", _("Tables play Lyra, Ligne or Bataille: choose lyra-4, ligne-4 or bataille-4."))
            )
    elif seats != 2:
        problems.append(("variant", _("This format is for games of two. Choose tables for three and four seats.")))
    if rules.venue == Venue.LIVE and not rules.terms.control.is_live:
        problems.append(("control", _("A live event needs a clock of minutes or seconds.")))
    if rules.venue == Venue.CORRESPONDENCE and rules.terms.control.is_live:
        problems.append(("control", _("A correspondence event needs a clock of days.")))
    return problems


def _check_numbers(rules: TournamentRules) -> Problems:
    problems = []
    if not 1 <= rules.rounds <= MOST_ROUNDS:
        problems.append(("rounds", _("Choose 1 to %(most)s rounds.") % {"most": MOST_ROUNDS}))
    if rules.size is not None and not 2 <= rules.size <= MOST_PLAYERS:
        problems.append(("size", _("Choose 2 to %(most)s players, or leave it empty.") % {"most": MOST_PLAYERS}))
    several = rules.format.is_round_robin or rules.format == Format.FIXED_TABLES
    if not 1 <= rules.games_at_once <= (MOST_ROUNDS if several else 1):
        problems.append(("games_at_once", _("Only a round robin or a fixed schedule has several games at once.")))
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        problems.append(("tie_breaks", _("Name each tie-break once.")))
    return problems


def _check_entry(rules: TournamentRules) -> Problems:
    problems = []
    low, high = rules.lowest_rating, rules.highest_rating
    if low is not None and high is not None and low > high:
        problems.append(("lowest_rating", _("The lowest rating is above the highest. Swap them.")))
    if rules.late_entry_until and not rules.format.is_open:
        problems.append(("late_entry_until", _("Late entry is possible in a Swiss or at tables only.")))
    if not 0 <= rules.late_entry_until <= rules.rounds:
        problems.append(("late_entry_until", _("Choose a round of the event, or 0 for no late entry.")))
    if rules.filler is not None:
        if not rules.filler.is_ai:
            problems.append(("filler", _("Only an AI fills in for a bye. Choose one of them.")))
        if rules.venue == Venue.BOARD or rules.format == Format.KNOCKOUT:
            problems.append(("filler", _("An AI fills in online only, and not in a knockout.")))
    return problems


def _check_times(rules: TournamentRules) -> Problems:
    problems = check_moments(first_round_at=rules.first_round_at)
    for name, value in (("round_every", rules.round_every), ("round_length", rules.round_length)):
        if value is not None and not SHORTEST_ROUND <= value <= LONGEST_ROUND:
            problems.append((name, _("Choose five minutes to a year.")))
    if rules.round_every is not None and rules.first_round_at is None:
        problems.append(("first_round_at", _("Say when the first round begins; the others follow it.")))
    return problems


def _check_points(rules: TournamentRules) -> Problems:
    scoring = rules.scoring
    values = [getattr(scoring, field.name) for field in fields(scoring)]
    if any(not 0 <= value <= MOST_POINTS for value in values):
        return [("scoring", _("Choose points from 0 to %(most)s.") % {"most": MOST_POINTS})]
    if not scoring.win >= scoring.tally_win >= scoring.draw >= scoring.loss:
        return [("scoring", _("A win is worth as much as a win by tally at least, that as a draw, that as a loss."))]
    if any(PARTS_OF_A_POINT % value.denominator for value in values):
        return [("scoring", _("Choose points that are whole numbers, halves or tenths."))]
    return []


def terms_for(tournament: Tournament, seats: int) -> Terms:
    """What a table of so many seats plays: the event's game, or its sister for three."""
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
        leave_allowed=terms.leave_allowed,
    )
