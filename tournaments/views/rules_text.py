"""The rules of a tournament as text, for organisers and for players before they enter."""

from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.translation import in_words
from games.views.page_text import control_words, duration_words
from tournaments.enums import FormatChoices, Venue
from tournaments.pairing.values import Format, format_points
from tournaments.rule_fields import RULES, Rule, TournamentRules
from tournaments.selectors.standings import tie_break_words

# The other rules follow in the order of their declaration.
SAID_FIRST = (
    "venue", "rounds", "first_round_at", "round_every", "round_length", "scoring", "tie_breaks",
    "members_only", "needs_approval", "lowest_rating", "size", "late_entry_until", "terms",
)  # fmt: skip


def summary_in_words(rules: TournamentRules) -> list[str]:
    """The summary shown to the organiser before the tournament is created."""
    return [_title_words(rules), *rules_in_words(rules)]


def _title_words(rules: TournamentRules) -> str:
    names = {
        "name": rules.name,
        "format": FormatChoices(rules.format.value).label,
        "game": in_words(rules.terms.engine.name),
    }
    return _("%(name)s: %(game)s, %(format)s.") % names


def rules_in_words(rules: TournamentRules) -> list[str]:
    """The rules as whole sentences."""
    return [line for lines in _words_by_rule(rules).values() for line in lines]


def facts_in_words(rules: TournamentRules, fixed: Collection[str]) -> list[str]:
    """The rules that can no longer change; the number of rounds is known by then."""
    said = {**_words_by_rule(rules), "rounds": [_round_count_words(rules.rounds)]}
    return [_title_words(rules), *(line for name, lines in said.items() if name in fixed for line in lines)]


def _words_by_rule(rules: TournamentRules) -> dict[str, list[str]]:
    """Sentences by rule; what takes several rules to say is said in the place of one of them."""
    said = {
        **{name: _declared_words(rule, getattr(rules, name)) for name, rule in RULES.items()},
        "venue": _where_words(rules),
        "rounds": _rounds_words(rules),
        "scoring": _points_words(rules),
        "tie_breaks": _tie_breaks_words(rules),
        "lowest_rating": _rating_words(rules),
        "terms": _play_words(rules),
    }
    return {name: said[name] for name in dict.fromkeys((*SAID_FIRST, *RULES))}


def _declared_words(rule: Rule, value: Any) -> list[str]:
    """The sentence that a rule's declaration gives for its value, if any."""
    is_set = value is not None if rule.default is None else bool(value) and (rule.kind is bool or value != rule.default)
    said = str(rule.text if is_set else rule.otherwise)
    if isinstance(value, timedelta):
        value = duration_words(value)
    if isinstance(value, datetime):
        value = formats.date_format(timezone.localtime(value), "DATETIME_FORMAT")
    return [said % dict.fromkeys(("number", "time", "when", rule.name), value)] if said else []


def _where_words(rules: TournamentRules) -> list[str]:
    """Venue and clock; over the board players bring their own clock."""
    if rules.venue == Venue.BOARD:
        return [_("Played over the board.")]
    names = {"where": Venue(rules.venue).label, "clock": control_words(rules.terms.control)}
    return [_("Played %(where)s; time control: %(clock)s.") % names]


def _rounds_words(rules: TournamentRules) -> list[str]:
    if rules.format.is_round_robin or rules.format == Format.KNOCKOUT:
        return [_("The number of rounds depends on the number of players.")]
    return [_round_count_words(rules.rounds)]


def _round_count_words(rounds: int) -> str:
    return ngettext("One round.", "%(rounds)s rounds.", rounds) % {"rounds": rounds}


def _points_words(rules: TournamentRules) -> list[str]:
    if rules.format == Format.KNOCKOUT:
        return []
    worth = ngettext(
        "Win %(win)s point, win on tally %(tally_win)s, draw %(draw)s, pairing-allocated bye "
        "%(pairing_bye)s, requested bye %(requested_bye)s.",
        "Win %(win)s points, win on tally %(tally_win)s, draw %(draw)s, pairing-allocated bye "
        "%(pairing_bye)s, requested bye %(requested_bye)s.",
        int(rules.scoring.win) if rules.scoring.win.denominator == 1 else 2,
    )
    points = worth % {name: in_words(format_points(value)) for name, value in asdict(rules.scoring).items()}
    return [points]


def _tie_breaks_words(rules: TournamentRules) -> list[str]:
    if rules.format == Format.KNOCKOUT:
        return []
    if not rules.tie_breaks:
        return [_("Players tied on points share the rank.")]
    names = ", ".join(str(tie_break_words(rule)[0]) for rule in rules.tie_breaks)
    return [_("Tie-breaks: %(rules)s.") % {"rules": names}]


def _rating_words(rules: TournamentRules) -> list[str]:
    numbers = {"lowest": rules.lowest_rating, "highest": rules.highest_rating}
    if rules.lowest_rating is not None and rules.highest_rating is not None:
        return [_("Ratings from %(lowest)s to %(highest)s.") % numbers]
    if rules.lowest_rating is not None:
        return [_("Ratings of %(lowest)s and above.") % numbers]
    return [] if rules.highest_rating is None else [_("Ratings up to %(highest)s.") % numbers]


def _play_words(rules: TournamentRules) -> list[str]:
    lines = []
    limit = rules.terms.turn_limit
    if limit is not None and limit != rules.terms.engine.turn_limit:
        said = ngettext(
            "Limit: one turn each, then the tally decides.",
            "Limit: %(turns)s turns each, then the tally decides.",
            limit,
        )
        lines.append(said % {"turns": limit})
    if limit is None and rules.terms.engine.turn_limit is not None:
        lines.append(_("No turn limit."))
    if rules.bye_ai is not None:
        lines.append(_("%(name)s plays in place of a bye.") % {"name": rules.bye_ai.public_name})
    if rules.format.is_round_robin:
        lines.append(
            _(
                "If a player withdraws before half of their games are played, their results are void; "
                "later, their remaining games are forfeited."
            )
        )
    if rules.venue != Venue.BOARD:
        lines.append(_("Rated games.") if rules.terms.rated else _("Casual games."))
    if rules.venue == Venue.CORRESPONDENCE:
        leave = _("Vacations stop the clock."), _("Vacations don't stop the clock.")
        lines.append(leave[0] if rules.vacation_allowed else leave[1])
    return lines
