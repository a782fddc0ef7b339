"""Once more, with the seats moved on by one."""

from django.db import transaction

from accounts.errors import Conflict, Forbidden
from accounts.models import User
from games.enums import GameStatus, ProposalStatus
from games.models import Game, Proposal
from games.selectors.views import get_game, seat_of
from games.services.create import propose_again
from games.services.join import join_proposal


def offer_rematch(*, game_id: int, user: User) -> Proposal:
    """Ask for a rematch, or accept the one that was asked for. Whoever moved first moves last."""
    game, seats = get_game(game_id, user)
    if seat_of(seats, user, game) is None:
        raise Forbidden("You did not play in this game. Challenge its players instead.", code="not_a_player")
    if game.status != GameStatus.OVER:
        raise Conflict("The game is not over yet.", code="not_over")
    players = [seat.user for seat in seats]
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        asked = game.rematch_offers.filter(status__in=[ProposalStatus.OPEN, ProposalStatus.STARTED]).first()
        if asked is None:
            return propose_again(user=user, game=game, order=[*players[1:], players[0]])
        return join_proposal(proposal_id=asked.pk, user=user)
