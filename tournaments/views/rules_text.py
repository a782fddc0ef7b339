"""The rules of an event in plain words: for who sets it up, and for who thinks of entering."""

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
from tournaments.services.rules import TournamentRules


def summary_in_words(rules: TournamentRules) -> list[str]:
    """What the organiser reads before the event is set up."""
    names = {
        "name": rules.name,
        "format": FormatChoices(rules.format.value).label,
        "game": in_words(rules.terms.engine.name),
    }
    return [_("%(name)s: %(game)s, %(format)s.") % names, *rules_in_words(rules)]


def rules_in_words(rules: TournamentRules) -> list[str]:
    """The rules as whole sentences."""
    return [
        _where_words(rules),
        _rounds_words(rules),
        *_time_words(rules),
        *_points_words(rules),
        *_entry_words(rules),
        *_play_words(rules),
        _("Rounds follow by themselves.") if rules.goes_on_by_itself else _("Organisers pair and publish every round."),
    ]


def _where_words(rules: TournamentRules) -> str:
    """Venue and clock; over the board players bring their own clock."""
    if rules.venue == Venue.BOARD:
        return _("It is played over the board.")
    names = {"where": Venue(rules.venue).label, "clock": control_words(rules.terms.control)}
    return _("It is played %(where)s; clock: %(clock)s.") % names


def _rounds_words(rules: TournamentRules) -> str:
    if rules.format.is_round_robin or rules.format == Format.KNOCKOUT:
        return _("The number of rounds follows from the number of players.")
    return ngettext("It has one round.", "It has %(rounds)s rounds.", rules.rounds) % {"rounds": rules.rounds}


def _time_words(rules: TournamentRules) -> list[str]:
    lines = []
    if rules.first_round_at is not None:
        when = formats.date_format(timezone.localtime(rules.first_round_at), "DATETIME_FORMAT")
        lines.append(_("The first round begins on %(when)s.") % {"when": when})
    if rules.round_every is not None:
        time = duration_words(rules.round_every)
        lines.append(_("Each round begins %(time)s after the one before.") % {"time": time})
    if rules.round_length is not None:
        time = duration_words(rules.round_length)
        lines.append(_("A round lasts %(time)s; then unfinished games end by tally.") % {"time": time})
    return lines


def _points_words(rules: TournamentRules) -> list[str]:
    if rules.format == Format.KNOCKOUT:
        return []
    worth = ngettext(
        "A win gives %(win)s point, a win by tally %(tally_win)s, a draw %(draw)s; "
        "a bye given by the pairing %(pairing_bye)s, one asked for %(requested_bye)s.",
        "A win gives %(win)s points, a win by tally %(tally_win)s, a draw %(draw)s; "
        "a bye given by the pairing %(pairing_bye)s, one asked for %(requested_bye)s.",
        int(rules.scoring.win) if rules.scoring.win.denominator == 1 else 2,
    )
    points = worth % {name: fraction_text(value) for name, value in asdict(rules.scoring).items()}
    if not rules.tie_breaks:
        return [points, _("Players level on points share the rank.")]
    names = ", ".join(str(tie_break_words(rule)[0]) for rule in rules.tie_breaks)
    return [points, _("Players level on points are separated by these tie-breaks: %(rules)s.") % {"rules": names}]


def _entry_words(rules: TournamentRules) -> list[str]:
    lines = [
        _("Members of the club may enter.") if rules.members_only else _("Everybody may enter."),
        *([_("Organisers approve every entry.")] if rules.needs_approval else []),
        *_rating_words(rules),
    ]
    if rules.size is not None:
        lines.append(_("There are %(size)s places; whoever comes later waits for one.") % {"size": rules.size})
    if rules.late_entry_until:
        lines.append(_("Late entry is possible until round %(number)s.") % {"number": rules.late_entry_until})
    return lines


def _rating_words(rules: TournamentRules) -> list[str]:
    numbers = {"lowest": rules.lowest_rating, "highest": rules.highest_rating}
    if rules.lowest_rating is not None and rules.highest_rating is not None:
        return [_("It is for ratings from %(lowest)s to %(highest)s.") % numbers]
    if rules.lowest_rating is not None:
        return [_("It is for ratings of %(lowest)s and above.") % numbers]
    return [] if rules.highest_rating is None else [_("It is for ratings up to %(highest)s.") % numbers]


def _play_words(rules: TournamentRules) -> list[str]:
    lines = []
    limit = rules.terms.turn_limit
    if limit is not None and limit != rules.terms.engine.turn_limit:
        said = ngettext(
            "A game has one turn a seat; then the tally decides.",
            "A game has %(turns)s turns a seat; then the tally decides.",
            limit,
        )
        lines.append(said % {"turns": limit})
    if limit is None and rules.terms.engine.turn_limit is not None:
        lines.append(_("Games have no turn limit."))
    if rules.filler is not None:
        lines.append(_("%(name)s plays where somebody would have a bye.") % {"name": rules.filler.public_name})
    if rules.format.is_round_robin:
        lines.append(
            _(
                "Whoever leaves before half of their games are played has their results struck; later, the rest is "
                "forfeited."
            )
        )
    if rules.venue != Venue.BOARD:
        lines.append(_("Its games are rated.") if rules.terms.rated else _("Its games are not rated."))
    if rules.venue == Venue.CORRESPONDENCE:
        leave = _("A player's leave stops the clock."), _("Nobody's leave stops the clock.")
        lines.append(leave[0] if rules.leave_allowed else leave[1])
    return lines
