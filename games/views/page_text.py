"""What pages say of games: terms in a line, and the words of the game page's script in the viewer's language."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.enums import GameStatus, TacticOutcome
from games.models import Terms
from games.rules.registry import options_of
from games.selectors.position_json import Json
from games.timing import DAY, HOUR, MINUTE, NO_TIME, ControlKind, TimeControl
from games.translation import in_words, piece_words


def terms_words(terms: Terms) -> list[str]:
    """The terms as short phrases, the most telling first."""
    words = [control_words(terms.control), _("rated") if terms.rated else _("casual")]
    words += [
        in_words(value.terms)
        for option in options_of(terms.variant)
        for value in option.values
        if terms.options.get(option.name) == value.id
    ]
    if terms.weekends_off:
        words.append(_("weekends off"))
    if not terms.leave_allowed and not terms.control.is_live:
        words.append(_("leave does not stop the clocks"))
    if terms.turn_limit is not None:
        words.append(ngettext("%(n)d turn a seat", "%(n)d turns a seat", terms.turn_limit) % {"n": terms.turn_limit})
    if terms.time_limit is not None:
        words.append(_("%(time)s for the whole game") % {"time": duration_words(terms.time_limit)})
    return [word for word in words if word]


def control_words(control: TimeControl) -> str:
    time = duration_words(control.allowance)
    if control.kind != ControlKind.BANK:
        return _("%(time)s a turn") % {"time": time}
    if control.increment == NO_TIME:
        return _("%(time)s each") % {"time": time}
    return _("%(time)s each, %(more)s added a turn") % {"time": time, "more": duration_words(control.increment)}


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
    """What the game page's script says."""
    return {**_status_words(), **_seat_words(), **_board_words(), **_plan_words()}


def crossing_words() -> Json:
    """What the script of a board to cross says."""
    return {
        **_board_words(),
        "stuck": _("No piece can move any more. Take turns back, or begin again."),
        "at_par": _("Across in {turns} turns: that is par, and nobody can do better."),
        "over_par": _("Across in {turns} turns, {over} over par. Par is {par}."),
        "guest": _("You are a guest, so it stands in no table."),
    }


def tactic_words() -> Json:
    """What the script of a tactic says."""
    return {
        **_board_words(),
        "wrong": _("That turn does not force the win."),
        "goes_on": _("Right. The answer is {answer}. Now win."),
        "solved": _("Solved."),
        "rated": _("Your puzzle rating went from {before} to {after}."),
    }


def theme_words(theme: str) -> str:
    """What the first turn of a tactic does."""
    return {
        "capture": _("a capture"),
        "huff": _("a huff"),
        "platform": _("the platform"),
        "blocked": _("a blocked seat"),
    }.get(theme, _("a quiet turn"))


def outcome_words(outcome: str | None) -> str:
    return "" if outcome is None else str(TacticOutcome(outcome).label)


def position_words(scene: Json, colours: Sequence[str]) -> list[str]:
    """A position as lines of text, for whoever reads it without a board."""
    lines: dict[str, list[str]] = {}
    for piece in scene["pieces"]:
        who = piece_words(piece["kind"], colours[piece["seat"]])
        lines.setdefault(who, []).append(piece["cell"])
    return [f"{who}: {', '.join(sorted(cells))}" for who, cells in lines.items()]


def better_words(turn: Json) -> str:
    """What is said of a judged turn where a better one was missed."""
    better = {"turn": " ".join(turn["best"])}
    return (_("A blunder. Better: %(turn)s.") if turn["mark"] == "blunder" else _("Missed. Better: %(turn)s.")) % better


def is_awaited(view: Json) -> bool:
    """Whether the game waits for whoever looks at it."""
    if view["status"] == GameStatus.SETUP:
        return view["you"] is not None and not view["your_setup"]
    return view["status"] == GameStatus.RUNNING and view["to_move"] == view["you"]


def is_thinking(view: Json) -> bool:
    """Whether an AI will have moved in a moment."""
    is_running = view["status"] == GameStatus.RUNNING
    return is_running and view["seats"][view["to_move"]]["is_ai"] and not view["ai_stuck"]


def has_clock(clock: Json, seat: int) -> bool:
    """Whether there is anything to count down beside a seat: a deadline, or a bank."""
    is_running = clock["deadline"] is not None and clock["seat"] in (None, seat)
    return is_running or clock["banks"][seat] is not None


def status_words(view: Json) -> str:
    """How the game stands, in the words that the page's script will say."""
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
    """An entry of the record: a step as it is, what happened between two of them (`#resignation:1`) in words."""
    reason = entry[1:].partition(":")[0]
    return str(_seat_words()[f"left_{reason}"]) if entry.startswith("#") else entry


def seat_note(seat: Json, view: Json) -> str:
    """What a seat has to say, in the script's words."""
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
        "their_turn": _("{name} is to move."),
        "ai_turn": _("{name} is thinking."),
        "setup_yours": _("Arrange your pieces, then hand in your set-up. Nobody sees it before all are in."),
        "setup_wait": _("Waiting for the set-ups."),
        "ready": _("Ready to send: {turn}."),
        "so_far": _("Played so far: {turn}."),
        "no_steps": _("There is nothing to play just now."),
        "confirm_resign": _("Resign the game? The others win, and it cannot be undone."),
        "confirm_abort": _("Call this game off? It will count for nobody."),
        "hint_waiting": _("Thinking about it…"),
        "hint_best": _("The AI would play {turn}."),
        "hint_failed": _("No hint came. Ask again."),
        "replay_turn": _("Turn {turn} of {turns}"),
    }


def _seat_words() -> Json:
    return {
        "setup_in": _("set-up is in"),
        "setup_out": _("arranging"),
        "left_resignation": _("resigned"),
        "left_timeout": _("ran out of time"),
        "left_agreement": _("a draw, agreed"),
        "left_limit": _("the time for the game is over"),
        "wants_draw": _("offers a draw"),
        "wants_takeback": _("asks to take a turn back"),
        "wants_rematch": _("{name} asks for a rematch."),
        "rematch_begun": _("The rematch has begun."),
        "rematch_closed": _("The rematch offer is closed."),
        "on_leave": _("on leave until {until}"),
        "leave_ahead": _("on leave from {from} to {until}"),
        "ai_stuck": _("failed three times; have it try again, replace it, or call the game off"),
        "rank": _("place {rank}, points: {points}"),
        "place": _("{rank}. · {points} p."),
        "aboard": _("{count} aboard"),
        "reach": _("boarding distance {count}"),
    }


def _plan_words() -> Json:
    return {
        "plan_none": _("While others think you can plan your answers. They are played at once; only you see them."),
        "plan_kept": _("This is played for you the moment it applies. Only you see it."),
        "plan_theirs": _("Play a turn that {name} might play."),
        "plan_yours": _("Play what you answer."),
        "plan_over": _("The game is over there."),
        "plan_saved": _("Your plan is kept."),
        "plan_you": _("You"),
        "plan_resign": _("resign"),
        "plan_accept_draw": _("accept a draw"),
        "plan_remove": _("Leave out {turn}"),
    }


def _board_words() -> Json:
    return {
        "board": _(
            "Board. Arrow keys move the cursor, N goes to what you may choose, Enter picks and plays, Escape lets go."
        ),
        "buttons": {"pass": _("Pass"), "P+": _("Platform towards T"), "P-": _("Platform towards A")},
        "take": _("Take these: {count}"),
        "hint_first": _("Choose a piece: dots show where it can go."),
        "hint_captures": _("Tap a ringed piece to spare it or to take it after all."),
        "hint_huff": _("You may huff a piece marked with ! before you move: tap it."),
        "hint_disc": _("Now carry an empty disc from the rim to another place."),
        "hint_board": _("Boarding: a pawn must travel exactly this many cells: {count}."),
        "cell_picked": _("Picked up."),
        "cell_source": _("Can be played."),
        "cell_target": _("Can go here."),
        "cell_capture": _("Takes something here."),
        "zoom": {"closer": _("Closer"), "farther": _("Farther away"), "map": _("The whole board")},
    }
