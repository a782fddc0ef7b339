"""Validate and write one turn of a game. For services; the caller holds the game's lock."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from games.analysis.fair_play import check_not_in_play
from games.enums import EventKind
from games.models import Seat
from games.rules import IllegalStep
from games.rules.match import Match, position_key
from games.services.locked_game import LockedGame
from games.translation import error_words


def play_whole_turn(match: Match, steps: Sequence[str]) -> Match:
    """The match after exactly one whole turn; raises Unprocessable with the rules' message."""
    for number, step in enumerate(steps, start=1):
        try:
            match = match.play(step)
        except IllegalStep as error:
            raise Unprocessable(error_words(error), code="illegal_step", payload={"step": number - 1}) from error
        is_done = match.result is not None or match.state.turn_begins()
        if is_done and number < len(steps):
            raise Unprocessable(
                _("The turn ends with “%(step)s”. Remove what follows.") % {"step": step}, code="turn_too_long"
            )
    if not steps or not is_done:
        raise Unprocessable(_("The turn is not complete. Send all its steps together."), code="turn_unfinished")
    return match


def write_turn(locked: LockedGame, seat: Seat, steps: Sequence[str], *, spent: timedelta) -> None:
    """Write a turn: record, clocks, declined offers, stream event and signals."""
    match = play_whole_turn(locked.match, steps)
    if locked.game.played_on_ply is not None and not seat.is_ai:
        # Otherwise an AI could be led, from a turn earlier, to a position that people are playing, and show its move
        # there.
        check_not_in_play(locked.game.variant, [position_key(match.state)])
    locked.charge(seat, spent)
    _answer_offers(locked, seat)
    locked.record_entries(match, [(seat.index, step) for step in steps], spent=spent)
    if match.result is None:
        locked.begin_turn()
    locked.add_position_event(EventKind.TURN, seat=seat.index, steps=list(steps))
    if match.result is not None:
        locked.add_position_event(EventKind.OVER)


def _answer_offers(locked: LockedGame, seat: Seat) -> None:
    """Playing on declines offers; one's own draw offer stays open."""
    if not seat.wants_draw or locked.game.takeback_to is not None:
        locked.clear_offers()
