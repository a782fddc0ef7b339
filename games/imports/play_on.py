"""Play on against an AI from a position of a finished or imported game: a new, casual game."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing, lock_person
from games.analysis.fair_play import check_not_in_play, still_played
from games.enums import EventKind, LeftReason
from games.imports.entries import Entry, read_entries
from games.lobby.services.create import check_room_for_ai, seats_for
from games.lobby.services.terms import terms_against_ai
from games.models import Game, ImportedGame, Seat, Step, Terms
from games.rules.match import Match
from games.selectors.game_json import get_game
from games.services.locked_game import LockedGame


def play_on(*, user: User, game_id: int, ply: int, ai: User) -> Game:
    """Start a game from the position after `ply` entries: the user gets the seat to move, the AI all others."""
    source, _seats = get_game(game_id, user)
    if source.is_in_progress:
        raise still_played()
    texts = list(Step.objects.filter(game=source, ply__lt=ply).order_by("ply").values_list("text", flat=True))
    terms = terms_against_ai(variant=source.variant, options=source.options, turn_limit=source.turn_limit)
    return _begin(user, ai, terms=terms, texts=texts, source=source)


def play_on_import(*, user: User, imported: ImportedGame, ply: int, ai: User) -> Game:
    """Start a game from a position of an imported game, as `play_on` does."""
    terms = terms_against_ai(variant=imported.variant, options=imported.options, turn_limit=imported.turn_limit)
    return _begin(user, ai, terms=terms, texts=imported.record[:ply], source=None)


def _begin(user: User, ai: User, *, terms: Terms, texts: Sequence[str], source: Game | None) -> Game:
    check_good_standing(user)
    if not ai.is_ai:
        raise Unprocessable(
            _("You can play on from a position only against an AI. Challenge people to a new game."), code="not_an_ai"
        )
    match, entries = read_entries(terms.engine, texts, turn_limit=terms.turn_limit)
    _check_playable(match)
    check_not_in_play(terms.variant, match.seen)
    players = [user if seat == match.state.seat else ai for seat in range(terms.engine.seats)]
    game = Game(**terms.columns(), played_on_from=source, played_on_ply=len(entries))
    with transaction.atomic():
        lock_person(user)
        check_room_for_ai(user)
        locked = LockedGame(game, seats_for(game, players), timezone.now())
        _take_over(locked, match, entries)
        locked.begin_turn()
        locked.add_position_event(EventKind.STARTED)
        locked.create()
    return game


def _check_playable(match: Match) -> None:
    if match.result is not None:
        raise Unprocessable(_("The game is over in this position. Choose an earlier one."), code="game_over")
    if match.state.awaits_setup() or not match.state.turn_begins():
        raise Unprocessable(
            _("This position is in the middle of a turn or set-up. Choose a position between turns."), code="half_way"
        )


def _take_over(locked: LockedGame, match: Match, entries: Sequence[Entry]) -> None:
    """Copy the record so far into the new game, so that repetitions count."""
    game = locked.game
    locked.steps = [
        Step(game=game, ply=ply, turn=entry.turn, seat=entry.seat, text=entry.text, at=locked.now)
        for ply, entry in enumerate(entries)
    ]
    game.ply, game.turn = len(entries), entries[-1].turn + 1 if entries else 0
    locked.set_position(match)
    for entry in entries:
        if entry.text.startswith("#") and entry.seat is not None:
            _leave(locked.seats[entry.seat], entry.text)


def _leave(seat: Seat, text: str) -> None:
    seat.left = LeftReason(text[1:].partition(":")[0])
