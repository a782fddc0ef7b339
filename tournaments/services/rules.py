"""The rules of a tournament (`TournamentRules`): validation, and conversion from the tournament's columns."""

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid
from accounts.names import has_unseen
from games.lobby.services.terms import read_terms
from games.models import Terms
from games.rules import variant_ids
from tournaments.enums import FormatChoices, Venue
from tournaments.models import Tournament
from tournaments.models.tournament import MAX_ROUNDS
from tournaments.pairing.values import Format
from tournaments.rule_fields import ORDINARY, RULES, TournamentRules

# Games with a variant for three and one for four.
TABLE_GAMES = tuple(
    name.removesuffix("-4")
    for name in variant_ids()
    if name.endswith("-4") and f"{name.removesuffix('-4')}-3" in variant_ids()
)
# A round's length and the clocks of its games are added to its start: stay far from the calendar's end.
MIN_MOMENT, MAX_AHEAD = datetime(2000, 1, 1, tzinfo=UTC), timedelta(days=3660)
MAX_POINTS = 1000
PARTS_OF_A_POINT = 10  # the pairing engine and TRF count in decimals


def rules_of(tournament: Tournament) -> TournamentRules:
    """The rules stored in a tournament's columns."""
    stored = {name: getattr(tournament, name) for name in RULES}
    read = {
        "format": tournament.pairing_format,
        "scoring": tournament.points,
        "tie_breaks": tournament.tie_break_rules,
        "venue": Venue(tournament.venue),
    }
    return TournamentRules(**{**stored, **read})


def check_rules(rules: TournamentRules) -> None:
    """Raise Invalid with a message for every field that would not work."""
    problems: dict[str, list[str]] = {}
    for check in (_check_game, _check_numbers, _check_entry, _check_times, _check_points):
        for field, message in check(rules):
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


def _check_game(rules: TournamentRules) -> Problems:
    problems = []
    seats = rules.terms.engine.seats
    if not rules.name.strip():
        problems.append(("name", _("Enter a name for the tournament.")))
    if has_unseen(rules.name):
        problems.append(("name", _("Remove invisible characters.")))
    if rules.format.has_tables:
        if rules.terms.variant not in [f"{game}-4" for game in TABLE_GAMES]:
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
    if rules.venue == Venue.LIVE and not rules.terms.control.is_live:
        problems.append(("control", _("A live tournament needs a time control in minutes or seconds.")))
    if rules.venue == Venue.CORRESPONDENCE and rules.terms.control.is_live:
        problems.append(("control", _("A correspondence tournament needs a time control in days.")))
    return problems


def _check_numbers(rules: TournamentRules) -> Problems:
    problems = []
    for rule in ORDINARY:
        value, (least, most) = getattr(rules, rule.name), rule.limits
        if rule.refusal and value is not None and not least <= value <= most:
            problems.append((rule.name, str(rule.refusal) % {"most": most}))
        if rule.formats and rules.format not in rule.formats and value != rule.default:
            named = ", ".join(str(FormatChoices(one.value).label) for one in rule.formats)
            problems.append((rule.name, _("Only in this format: %(formats)s.") % {"formats": named}))
    several = rules.format.is_round_robin or rules.format == Format.FIXED_TABLES
    if not 1 <= rules.games_at_once <= (MAX_ROUNDS if several else 1):
        problems.append(
            ("games_at_once", _("Only a round robin or a fixed schedule can have several games at the same time."))
        )
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        problems.append(("tie_breaks", _("Choose each tie-break only once.")))
    return problems


def _check_entry(rules: TournamentRules) -> Problems:
    problems = []
    low, high = rules.lowest_rating, rules.highest_rating
    if low is not None and high is not None and low > high:
        problems.append(("lowest_rating", _("The lowest rating is above the highest. Swap them.")))
    if rules.late_entry_until and not rules.format.is_open:
        problems.append(("late_entry_until", _("Late entry is possible only in Swiss and table formats.")))
    if not 0 <= rules.late_entry_until <= rules.rounds:
        problems.append(("late_entry_until", _("Choose a round of the tournament, or 0 for no late entry.")))
    if rules.check_in and rules.venue == Venue.CORRESPONDENCE:
        message = _("Check-in is for tournaments over the board or live. Choose another venue, or switch check-in off.")
        problems.append(("check_in", message))
    if rules.bye_ai is not None:
        if not rules.bye_ai.is_ai:
            problems.append(("bye_ai", _("Only an AI can replace a bye. Choose an AI.")))
        if rules.venue == Venue.BOARD or rules.format == Format.KNOCKOUT:
            problems.append(("bye_ai", _("An AI can replace a bye only online, and not in a knockout.")))
    return problems


def _check_times(rules: TournamentRules) -> Problems:
    problems = check_moments(first_round_at=rules.first_round_at)
    if rules.round_every is not None and rules.first_round_at is None:
        problems.append(("first_round_at", _("Set the start of the first round; the others follow from it.")))
    return problems


def _check_points(rules: TournamentRules) -> Problems:
    scoring = rules.scoring
    values = [getattr(scoring, field.name) for field in fields(scoring)]
    if any(not 0 <= value <= MAX_POINTS for value in values):
        return [("scoring", _("Choose points from 0 to %(most)s.") % {"most": MAX_POINTS})]
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
