"""Start a casual game against AIs at once; guests may play nothing else."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from accounts.errors import Unprocessable
from accounts.models import User
from games.lobby.services.create import create_challenge
from games.lobby.services.terms import terms_against_ai
from games.models import Game


def play_ai(
    *, user: User, ai: User, variant: str, options: Mapping[str, str] | None = None, seat: int | None = None
) -> Game:
    """Start a game with this AI on every other seat; without a seat, the user's is drawn by lot."""
    if not ai.is_ai:
        raise Unprocessable(_("This player isn't an AI. Challenge people in the lobby."), code="not_an_ai")
    terms = terms_against_ai(variant=variant, options=options or {})
    others = [ai] * (terms.engine.seats - 1)
    proposal = create_challenge(user=user, terms=terms, opponents=others, seat=seat)
    assert proposal.game is not None, "AIs accept immediately"
    return proposal.game
