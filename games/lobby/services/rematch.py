"""Rematches: the same players, each one seat further."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from accounts.services.checks import lock_person
from games.enums import EventKind, GameStatus
from games.lobby.services.create import propose_again
from games.lobby.services.join import join_proposal
from games.models import Proposal
from games.selectors.game_json import get_game, rematch_of, seat_of
from games.services.locked_game import lock_game


def offer_rematch(*, game_id: int, user: User) -> Proposal:
    """Offer a rematch, or accept the one offered. The player who moved first moves last.

    It is also an event of the finished game.
    """
    game, seats = get_game(game_id, user)
    if seat_of(seats, user, game) is None:
        raise Forbidden(_("You did not play in this game. Challenge its players instead."), code="not_a_player")
    if game.status != GameStatus.OVER:
        words = _("A rematch needs a finished game. Finish this one, or challenge its players.")
        raise Conflict(words, code="not_over")
    players = [seat.user for seat in seats]
    with transaction.atomic():
        lock_person(user)  # before the game, in the lock order of vacations and deletions: first the person, then games
        locked = lock_game(game_id=game_id, now=timezone.now())
        asked = rematch_of(game)
        if asked is not None and asked.places.filter(user=user).exists():
            return asked
        if asked is not None:
            return join_proposal(proposal_id=asked.pk, user=user)
        proposal = propose_again(user=user, game=game, order=[*players[1:], players[0]])
        seat = locked.check_seat(user).index
        locked.add_event(EventKind.REMATCH, seat=seat, game=proposal.game_id, status=proposal.status)
        locked.save()
        return proposal
