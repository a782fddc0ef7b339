"""Positions in play between people: no AI of the site helps with them.

A game keeps the key of the position it stands at (`Game.position_key`) while it is rated or people meet in it. What
is asked about, a file, a finished game, a game against an AI, has the keys of all the positions it went through: if one
of them stands in such a game now, it is that game, a copy of it or a try at what comes next, in whatever order its
turns were made. Openings are everybody's: a fresh game against an AI would lead through them just the same.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from accounts.errors import Conflict
from games.models import Game, Seat
from games.rules.match import Match, position_key

# A position is somebody's game once everybody has made so many turns; where set-ups are chosen, from the first on.
OPENING_TURNS = 2


def key_while_played(game: Game, seats: Sequence[Seat], match: Match) -> int | None:
    """What a game keeps of the position it comes to; nothing where nobody needs to be guarded."""
    people = sum(not seat.is_ai for seat in seats)
    if match.result is not None or match.state.awaits_setup() or not (game.rated or people > 1):
        return None
    if not match.game.has_setup and min(match.turns[seat] for seat in match.seats_in_play()) < OPENING_TURNS:
        return None
    return _number(position_key(match.state))


def keys_in_play(variant: str, keys: Iterable[str]) -> set[str]:
    """Which of these keys, as a match has `seen` them, stand in such a game of this variant, whatever its options."""
    numbers = {_number(key): key for key in keys}
    games = Game.objects.filter(variant=variant, position_key__isnull=False, position_key__in=numbers)
    return {numbers[number] for number in games.values_list("position_key", flat=True) if number is not None}


def require_not_in_play(variant: str, keys: Iterable[str]) -> None:
    if keys_in_play(variant, keys):
        raise still_played()


def still_played() -> Conflict:
    message = _("This game is still in progress. You can play on against an AI once it is over.")
    return Conflict(message, code="in_progress")


def _number(key: str) -> int:
    return int.from_bytes(bytes.fromhex(key), signed=True)
