"""Texts of games pages: terms in a line, and the translated messages of the pages' scripts."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.selectors import JudgedTurnJson
from games.enums import GameStatus, TacticOutcome
from games.models import Terms
from games.rules.registry import options_of
from games.selectors.game_json import ClockJson
from games.selectors.position_json import Json, SceneJson
from games.timing import DAY, HOUR, MINUTE, NO_TIME, ControlKind, TimeControl
from games.translation import in_words, piece_words


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


def page_words() -> Json:
    """The messages of the game page's script."""
    return {**_status_words(), **_seat_words(), **_board_words(), **_conditional_words()}


def solitaire_words() -> Json:
    """The messages of the solitaire page's script."""
    return {
        **_board_words(),
        "stuck": _("No piece can move any more. Take turns back, or start again."),
        "at_par": _("Solved in {turns} turns: par, the best possible result."),
        "over_par": _("Solved in {turns} turns, {over} over par ({par})."),
        "guest": _("Guests aren't listed in the ranking."),
    }


def tactic_words() -> Json:
    """The messages of the tactics page's script."""
    return {
        **_board_words(),
        "wrong": _("That move doesn't force a win."),
        "goes_on": _("Correct. The reply is {answer}. Now find the win."),
        "solved": _("Solved."),
        "rated": _("Your puzzle rating went from {before} to {after}."),
    }


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
    """The status of the game, with the same messages as the page's script."""
    words = _status_words()
    if view["result"]:
        return str(view["result"]["words"])
    if view["status"] == GameStatus.SETUP:
        return str(words["setup_yours" if is_awaited(view) else "setup_wait"])
    if is_awaited(view):
        return str(words["your_turn"])
    mover = view["seats"][view["to_move"]]
    return str(words["ai_turn" if is_thinking(view) else "their_turn"].format(name=mover["name"]))


def entry_words(entry: str) -> str:
    """An entry of the record: a step as it is, a marker between turns (`#resignation:1`) as text."""
    reason = entry[1:].partition(":")[0]
    return str(_seat_words()[f"left_{reason}"]) if entry.startswith("#") else entry


def seat_note(seat: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """The note beside a seat, with the same messages as the page's script."""
    words = _seat_words()
    if seat["rank"] is not None:
        return str(words["rank"].format(rank=seat["rank"], points=seat["points"]))
    if seat["left"]:
        return str(words[f"left_{seat['left']}"])
    if view["status"] == GameStatus.SETUP:
        return str(words["setup_in" if seat["setup_in"] else "setup_out"])
    asked = next((wish for wish in ("wants_draw", "wants_takeback") if seat[wish]), None)
    return str(words[asked]) if asked else ""


def _status_words() -> Json:
    return {
        "your_turn": _("Your turn."),
        "their_turn": _("{name} to move."),
        "ai_turn": _("{name} is thinking."),
        "setup_yours": _(
            "Arrange your pieces, then submit your set-up. It stays hidden until all players have submitted theirs."
        ),
        "setup_wait": _("Waiting for set-ups."),
        "ready": _("Ready to send: {turn}."),
        "so_far": _("Played so far: {turn}."),
        "no_steps": _("No moves to play right now."),
        "confirm_resign": _("Resign? Your opponent wins."),
        "confirm_abort": _("Abort this game? It will not be rated."),
        "hint_waiting": _("Thinking…"),
        "hint_best": _("The AI would play {turn}."),
        "hint_failed": _("No hint available. Try again."),
        "replay_turn": _("Turn {turn} of {turns}"),
    }


def _seat_words() -> Json:
    return {
        "setup_in": _("ready"),
        "setup_out": _("arranging"),
        "left_resignation": _("resigned"),
        "left_timeout": _("ran out of time"),
        "left_agreement": _("draw by agreement"),
        "left_limit": _("game time limit reached"),
        "wants_draw": _("offers a draw"),
        "wants_takeback": _("asks for a take-back"),
        "wants_rematch": _("{name} offers a rematch."),
        "rematch_begun": _("The rematch has started."),
        "rematch_closed": _("The rematch offer is closed."),
        "on_vacation": _("on vacation until {until}"),
        "vacation_ahead": _("on vacation from {from} to {until}"),
        "ai_stuck": _("failed three times; retry, replace it, or abort the game"),
        "rank": _("rank {rank}, points: {points}"),
        "place": _("{rank}. · {points} p."),
        "aboard": _("{count} aboard"),
        "reach": _("boarding distance {count}"),
    }


def _conditional_words() -> Json:
    return {
        "conditional_none": _(
            "While you wait, you can enter conditional moves. They are played immediately; only you can see them."
        ),
        "conditional_kept": _("These moves are played for you as soon as they apply. Only you can see them."),
        "conditional_theirs": _("Play a move that {name} might make."),
        "conditional_yours": _("Play your reply."),
        "conditional_over": _("The game is over there."),
        "conditional_saved": _("Conditional moves saved."),
        "conditional_you": _("You"),
        "conditional_resign": _("resign"),
        "conditional_accept_draw": _("accept a draw"),
        "conditional_remove": _("Remove {turn}"),
    }


def _board_words() -> Json:
    return {
        "board": _(
            "Board. Arrow keys move the cursor, N goes to the next choice, Enter selects and plays, Escape cancels."
        ),
        "buttons": {"pass": _("Pass"), "P+": _("Platform towards T"), "P-": _("Platform towards A")},
        "take": _("Take ({count})"),
        "hint_first": _("Choose a piece: dots show where it can go."),
        "hint_captures": _("Tap a ringed piece to leave it or take it."),
        "hint_huff": _("Before you move, you can huff a piece marked with !: tap it."),
        "hint_disc": _("Now move an empty disc from the edge to another place."),
        "hint_board": _("Boarding distance in cells, exactly: {count}."),
        "cell_picked": _("Selected."),
        "cell_source": _("Can move."),
        "cell_target": _("Can move here."),
        "cell_capture": _("Captures here."),
        "zoom": {"closer": _("Zoom in"), "farther": _("Zoom out"), "map": _("Whole board")},
    }
