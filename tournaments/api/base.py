"""Base classes of the API views of clubs and tournaments."""

from typing import Any

from rest_framework.request import Request

from accounts.drf.base import ApiView
from accounts.drf.permissions import HasScope
from tournaments.clubs.selectors.clubs import get_club
from tournaments.models import Club, Round, Tournament
from tournaments.selectors.tournaments import get_round, get_tournament, is_organiser

ORGANISE_TO_WRITE: list[Any] = [HasScope("organise", public_reads=True)]
PEOPLE_ONLY: list[Any] = [HasScope("organise")]
PLAYERS: list[Any] = [HasScope("play", public_reads=True)]


class ClubView(ApiView):
    """Public reads; writes need the scope `organise`."""

    permission_classes = ORGANISE_TO_WRITE

    def club(self, slug: str) -> Club:
        return get_club(slug)


class TournamentView(ApiView):
    """Public reads; writes need the scope `organise`."""

    permission_classes = ORGANISE_TO_WRITE

    def find_tournament(self, request: Request, tournament_id: int) -> Tournament:
        return get_tournament(tournament_id, request.user)

    def round(self, request: Request, tournament: Tournament, number: int) -> Round:
        return get_round(tournament, number, drafts=is_organiser(tournament, request.user))


class OwnTournamentView(TournamentView):
    """For what players do themselves: the scope `play` is enough."""

    permission_classes = PLAYERS
