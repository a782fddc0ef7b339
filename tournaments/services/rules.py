"""The rules of an event as its organiser gives them, checked; and as the event's columns keep them."""

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.names import has_unseen
from games.lobby.services.terms import read_terms
from games.models import Terms
from tournaments.enums import Venue
from tournaments.models import Tournament
from tournaments.models.tournament import MOST_ROUNDS
from tournaments.pairing.values import Format
from tournaments.rule_fields import ORDINARY, RULES, TournamentRules

TABLE_GAMES = ("lyra", "ligne", "bataille")
# A round's times are added to, by its length and by the clocks of its games: far from the end of the calendar.
MIN_MOMENT, MAX_AHEAD = datetime(2000, 1, 1, tzinfo=UTC), timedelta(days=3660)
MOST_POINTS = 1000
PARTS_OF_A_POINT = 10  # pairing engine and TRF count in decimals


def rules_of(tournament: Tournament) -> TournamentRules:
    """The rules that a tournament's columns hold."""
    stored = {name: getattr(tournament, name) for name in RULES}
    read = {
        "format": tournament.pairing_format,
        "scoring": tournament.points,
        "tie_breaks": tournament.tie_break_rules,
        "venue": Venue(tournament.venue),
    }
    return TournamentRules(**{**stored, **read})


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
    for rule in ORDINARY:
        value, (least, most) = getattr(rules, rule.name), rule.limits
        if rule.refusal and value is not None and not least <= value <= most:
            problems.append((rule.name, str(rule.refusal) % {"most": most}))
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
