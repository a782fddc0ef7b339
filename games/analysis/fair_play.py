"""Fair play: no AI of the site helps with positions that people are playing.

A game stores the key of its current position (`Game.position_key`) while it is rated or has two or more people. A
request about a file, a finished game or a game against an AI has the keys of all positions in it: if one of them is in
play, the request is about that game, a copy of it or a continuation, in whatever order the turns were made. Openings
are exempt: any new game against an AI leads through them.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from accounts.errors import Conflict
from games.models import Game, Seat
from games.rules.match import Match, position_key

# A position is no longer an opening once every seat has made so many turns; with chosen set-ups, from the start.
OPENING_TURNS = 2


def key_while_played(game: Game, seats: Sequence[Seat], match: Match) -> int | None:
    """The position key to store with a game; None if its position needs no protection."""
    people = sum(not seat.is_ai for seat in seats)
    if match.result is not None or match.state.awaits_setup() or not (game.rated or people > 1):
        return None
    if not match.game.has_setup and min(match.turns[seat] for seat in match.seats_in_play()) < OPENING_TURNS:
        return None
    return _number(position_key(match.state))


def keys_in_play(variant: str, keys: Iterable[str]) -> set[str]:
    """Those of these keys (`Match.seen`) that are in play in a game of this variant, with any options."""
    numbers = {_number(key): key for key in keys}
    games = Game.objects.filter(variant=variant, position_key__isnull=False, position_key__in=numbers)
    return {numbers[number] for number in games.values_list("position_key", flat=True) if number is not None}


def check_not_in_play(variant: str, keys: Iterable[str]) -> None:
    if keys_in_play(variant, keys):
        raise still_played()


def still_played() -> Conflict:
    message = _("This game is still in progress. You can play on against an AI once it is over.")
    return Conflict(message, code="in_progress")


def _number(key: str) -> int:
    return int.from_bytes(bytes.fromhex(key), signed=True)
