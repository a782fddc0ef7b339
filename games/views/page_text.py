"""Texts of games pages: terms in a line, status, seats and positions. Scripts translate theirs by `js/words.js`."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.analysis.selectors import JudgedTurnJson
from games.enums import GameStatus, TacticOutcome
from games.models import Terms
from games.rules.registry import options_of
from games.selectors.game_json import ClockJson
from games.selectors.position_json import SceneJson
from games.timing import DAY, HOUR, MINUTE, NO_TIME, ControlKind, TimeControl
from games.translation import in_words, piece_words

# Why a seat left the game, by reason.
LEFT_WORDS = {
    "resignation": gettext_lazy("resigned"),
    "timeout": gettext_lazy("ran out of time"),
    "agreement": gettext_lazy("draw by agreement"),
    "limit": gettext_lazy("game time limit reached"),
}
PLACES = (gettext_lazy("1st"), gettext_lazy("2nd"), gettext_lazy("3rd"), gettext_lazy("4th"))
# A number whose plural form fits fractions, in every language.
UNCOUNTED = 5


def terms_words(terms: Terms) -> list[str]:
    """The terms as short phrases, most important first."""
    words = [control_words(terms.control), _("rated") if terms.rated else _("casual")]
    words += [
        in_words(value.terms)
        for option in options_of(terms.variant)
        for value in option.values
        if terms.options.get(option.name) == value.id
    ]
    if terms.weekends_off:
        words.append(_("weekends off"))
    if not terms.vacation_allowed and not terms.control.is_live:
        words.append(_("vacations don't stop the clock"))
    if terms.turn_limit is not None:
        words.append(
            ngettext("limit %(n)d turn each", "limit %(n)d turns each", terms.turn_limit) % {"n": terms.turn_limit}
        )
    if terms.time_limit is not None:
        words.append(_("%(time)s per game") % {"time": duration_words(terms.time_limit)})
    return [word for word in words if word]


def control_words(control: TimeControl) -> str:
    time = duration_words(control.allowance)
    if control.kind != ControlKind.BANK:
        return _("%(time)s per turn") % {"time": time}
    if control.increment == NO_TIME:
        return _("%(time)s each") % {"time": time}
    return _("%(time)s each + %(more)s per turn") % {"time": time, "more": duration_words(control.increment)}


def duration_words(duration: timedelta) -> str:
    """`3 days`, `1 hour 30 minutes`, `45 seconds`."""
    seconds = int(duration.total_seconds())
    days, hours, minutes = duration // DAY, duration % DAY // HOUR, duration % HOUR // MINUTE
    units = [
        (days, ngettext("%(n)d day", "%(n)d days", days)),
        (hours, ngettext("%(n)d hour", "%(n)d hours", hours)),
        (minutes, ngettext("%(n)d minute", "%(n)d minutes", minutes)),
        (seconds % 60, ngettext("%(n)d second", "%(n)d seconds", seconds % 60)),
    ]
    return " ".join(text % {"n": count} for count, text in units if count)


def theme_words(theme: str) -> str:
    """The theme of a tactic: what its first turn does."""
    return {
        "capture": _("a capture"),
        "huff": _("a huff"),
        "platform": _("the platform"),
        "blocked": _("a blocked player"),
    }.get(theme, _("a quiet move"))


def outcome_words(outcome: str | None) -> str:
    return "" if outcome is None else str(TacticOutcome(outcome).label)


def position_words(scene: SceneJson, colours: Sequence[str]) -> list[str]:
    """A position as lines of text, for screen readers."""
    lines: dict[str, list[str]] = {}
    for piece in scene["pieces"]:
        who = piece_words(piece["kind"], colours[piece["seat"]])
        lines.setdefault(who, []).append(piece["cell"])
    return [f"{who}: {', '.join(sorted(cells))}" for who, cells in lines.items()]


def better_words(turn: JudgedTurnJson) -> str:
    """The text about a turn where a better one was missed."""
    better = {"turn": " ".join(turn["best"])}
    return (_("Blunder. Better: %(turn)s.") if turn["mark"] == "blunder" else _("Missed. Better: %(turn)s.")) % better


def is_awaited(view: Mapping[str, Any]) -> bool:
    """Whether the game waits for the viewer."""
    if view["status"] == GameStatus.SETUP:
        return view["you"] is not None and not view["your_setup"]
    return view["status"] == GameStatus.RUNNING and view["to_move"] == view["you"]


def is_thinking(view: Mapping[str, Any]) -> bool:
    """Whether an AI is about to move."""
    is_running = view["status"] == GameStatus.RUNNING
    return is_running and view["seats"][view["to_move"]]["is_ai"] and not view["ai_stuck"]


def has_clock(clock: ClockJson, seat: int) -> bool:
    """Whether a seat has something to count down: a deadline, or a bank."""
    is_running = clock["deadline"] is not None and clock["seat"] in (None, seat)
    return is_running or clock["banks"][seat] is not None


def status_words(view: Mapping[str, Any]) -> str:
    """The status of the game, with the same messages as the page's script (`game/page.js`)."""
    if view["result"]:
        return str(view["result"]["words"])
    if view["status"] == GameStatus.SETUP and not is_awaited(view):
        return _("Waiting for set-ups.")
    if view["status"] == GameStatus.SETUP:
        return _(
            "Arrange your pieces, then submit your set-up. It stays hidden until all players have submitted theirs."
        )
    if is_awaited(view):
        return _("Your turn.")
    text = _("{name} is thinking.") if is_thinking(view) else _("{name} to move.")
    return text.format(name=view["seats"][view["to_move"]]["name"])


def entry_words(entry: str) -> str:
    """An entry of the record: a step as it is, a marker between turns (`#resignation:1`) as text."""
    return str(LEFT_WORDS[entry[1:].partition(":")[0]]) if entry.startswith("#") else entry


def seat_note(seat: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """The note beside a seat, with the same messages as the page's script (`game/seats.js`)."""
    if seat["rank"] is not None:
        return place_words(seat["rank"], seat["points"])
    if seat["left"]:
        return str(LEFT_WORDS[seat["left"]])
    if view["status"] == GameStatus.SETUP:
        return _("ready") if seat["setup_in"] else _("arranging")
    if seat["wants_draw"]:
        return _("offers a draw")
    return _("asks for a take-back") if seat["wants_takeback"] else ""


def place_words(rank: int, points: str) -> str:
    """A rank and its points, which may be a fraction: "1st, 2 points", "2nd, 10/3 points"."""
    number = int(points) if points.isdecimal() else UNCOUNTED
    text = ngettext("{place}, {count} point", "{place}, {count} points", number)
    return text.format(place=PLACES[rank - 1], count=points)
