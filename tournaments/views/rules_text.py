"""The rules of a tournament as text, for organisers and for players before they enter."""

from dataclasses import asdict

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.position_json import fraction_text
from games.translation import in_words
from games.views.page_text import control_words, duration_words
from tournaments.enums import FormatChoices, Venue
from tournaments.pairing.values import Format
from tournaments.selectors.standings import tie_break_words
from tournaments.services.rules import Plan


def plan_in_words(plan: Plan) -> list[str]:
    """The summary shown to the organiser before the tournament is created."""
    names = {
        "name": plan.name,
        "format": FormatChoices(plan.format.value).label,
        "game": in_words(plan.terms.engine.name),
    }
    return [_("%(name)s: %(game)s, %(format)s.") % names, *rules_in_words(plan)]


def rules_in_words(plan: Plan) -> list[str]:
    """The rules as sentences."""
    return [
        _where_words(plan),
        _rounds_words(plan),
        *_time_words(plan),
        *_points_words(plan),
        *_entry_words(plan),
        *_play_words(plan),
        _("Rounds start automatically.") if plan.goes_on_by_itself else _("Organisers pair and publish every round."),
    ]


def _where_words(plan: Plan) -> str:
    """Venue and clock; over the board players bring their own clock."""
    if plan.venue == Venue.BOARD:
        return _("Played over the board.")
    names = {"where": Venue(plan.venue).label, "clock": control_words(plan.terms.control)}
    return _("Played %(where)s; time control: %(clock)s.") % names


def _rounds_words(plan: Plan) -> str:
    if plan.format.is_round_robin or plan.format == Format.KNOCKOUT:
        return _("The number of rounds depends on the number of players.")
    return ngettext("One round.", "%(rounds)s rounds.", plan.rounds) % {"rounds": plan.rounds}


def _time_words(plan: Plan) -> list[str]:
    lines = []
    if plan.first_round_at is not None:
        when = formats.date_format(timezone.localtime(plan.first_round_at), "DATETIME_FORMAT")
        lines.append(_("The first round starts on %(when)s.") % {"when": when})
    if plan.round_every is not None:
        time = duration_words(plan.round_every)
        lines.append(_("Each round starts %(time)s after the previous one.") % {"time": time})
    if plan.round_length is not None:
        time = duration_words(plan.round_length)
        lines.append(_("A round lasts %(time)s; unfinished games are then decided on tally.") % {"time": time})
    return lines


def _points_words(plan: Plan) -> list[str]:
    if plan.format == Format.KNOCKOUT:
        return []
    worth = ngettext(
        "Win %(win)s point, win on tally %(tally_win)s, draw %(draw)s, pairing-allocated bye "
        "%(pairing_bye)s, requested bye %(requested_bye)s.",
        "Win %(win)s points, win on tally %(tally_win)s, draw %(draw)s, pairing-allocated bye "
        "%(pairing_bye)s, requested bye %(requested_bye)s.",
        int(plan.scoring.win) if plan.scoring.win.denominator == 1 else 2,
    )
    points = worth % {name: fraction_text(value) for name, value in asdict(plan.scoring).items()}
    if not plan.tie_breaks:
        return [points, _("Players tied on points share the rank.")]
    rules = ", ".join(str(tie_break_words(rule)[0]) for rule in plan.tie_breaks)
    return [points, _("Tie-breaks: %(rules)s.") % {"rules": rules}]


def _entry_words(plan: Plan) -> list[str]:
    lines = [
        _("Open to club members.") if plan.members_only else _("Open to everyone."),
        *([_("Organisers approve every entry.")] if plan.needs_approval else []),
        *_rating_words(plan),
    ]
    if plan.size is not None:
        lines.append(_("Up to %(size)s players; later entries go on the waiting list.") % {"size": plan.size})
    if plan.late_entry_until:
        lines.append(_("Late entry is possible up to round %(number)s.") % {"number": plan.late_entry_until})
    return lines


def _rating_words(plan: Plan) -> list[str]:
    numbers = {"lowest": plan.lowest_rating, "highest": plan.highest_rating}
    if plan.lowest_rating is not None and plan.highest_rating is not None:
        return [_("Ratings from %(lowest)s to %(highest)s.") % numbers]
    if plan.lowest_rating is not None:
        return [_("Ratings of %(lowest)s and above.") % numbers]
    return [] if plan.highest_rating is None else [_("Ratings up to %(highest)s.") % numbers]


def _play_words(plan: Plan) -> list[str]:
    lines = []
    limit = plan.terms.turn_limit
    if limit is not None and limit != plan.terms.engine.turn_limit:
        said = ngettext(
            "Limit: one turn each, then the tally decides.",
            "Limit: %(turns)s turns each, then the tally decides.",
            limit,
        )
        lines.append(said % {"turns": limit})
    if limit is None and plan.terms.engine.turn_limit is not None:
        lines.append(_("No turn limit."))
    if plan.filler is not None:
        lines.append(_("%(name)s plays in place of a bye.") % {"name": plan.filler.public_name})
    if plan.format.is_round_robin:
        lines.append(
            _(
                "If a player withdraws before half of their games are played, their results are void; "
                "later, their remaining games are forfeited."
            )
        )
    if plan.venue != Venue.BOARD:
        lines.append(_("Rated games.") if plan.terms.rated else _("Casual games."))
    if plan.venue == Venue.CORRESPONDENCE:
        leave = _("Vacations stop the clock."), _("Vacations don't stop the clock.")
        lines.append(leave[0] if plan.vacation_allowed else leave[1])
    return lines
