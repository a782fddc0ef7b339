"""API views of check-in: who is present, the link of the hall, and checking oneself in by it."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView, checked
from accounts.drf.schema import describe
from accounts.drf.throttling import CheckInThrottle
from accounts.http.requests import person_of
from tournaments.api import inputs
from tournaments.api.base import PEOPLE_ONLY, PLAYERS, TournamentView
from tournaments.check_in import services as check_in
from tournaments.check_in.selectors import (
    CheckInJson,
    PlayerPresenceJson,
    PresenceJson,
    check_in_json,
    find_by_check_in_token,
    player_presence_json,
    presence_json,
)
from tournaments.models import Tournament
from tournaments.services.locking import check_organiser

PRESENCE: dict[str, Any] = {"response": PresenceJson}


class PresenceView(TournamentView):
    """For organisers only: reads, too, as the link is a secret of the hall."""

    permission_classes = PEOPLE_ONLY

    def organised(self, request: Request, tournament_id: int) -> Tournament:
        tournament = self.find_tournament(request, tournament_id)
        check_organiser(tournament, person_of(request))
        return tournament

    def answer(self, request: Request, tournament_id: int) -> Response:
        return Response(presence_json(self.organised(request, tournament_id)))


class CheckIn(PresenceView):
    @describe("List who is present, as an organiser", **PRESENCE)
    def get(self, request: Request, tournament_id: int) -> Response:
        return self.answer(request, tournament_id)


class PlayerPresence(PresenceView):
    @describe(
        "Check a player in or out, as an organiser; a draft round is discarded",
        request=inputs.PresenceInput,
        response=PlayerPresenceJson,
    )
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        self.organised(request, tournament_id)
        given = checked(inputs.PresenceInput, request)
        changed = check_in.set_presence(
            tournament_id=tournament_id, user=person_of(request), entry_id=entry_id, **given
        )
        return Response(player_presence_json(changed.entry))


class AllPresent(PresenceView):
    @describe("Check all players in, or reset all", request=inputs.PresenceInput, **PRESENCE)
    def put(self, request: Request, tournament_id: int) -> Response:
        self.organised(request, tournament_id)
        given = checked(inputs.PresenceInput, request)
        check_in.set_all_present(tournament_id=tournament_id, user=person_of(request), **given)
        return self.answer(request, tournament_id)


class CheckInLink(PresenceView):
    @describe("Make a new check-in link; the old one no longer works", **PRESENCE)
    def post(self, request: Request, tournament_id: int) -> Response:
        self.organised(request, tournament_id)
        check_in.renew_check_in_link(tournament_id=tournament_id, user=person_of(request))
        return self.answer(request, tournament_id)


class SelfCheckIn(ApiView):
    """By the secret of the link, which the hall shows; the page behind it needs no account."""

    permission_classes = PLAYERS

    @describe("List the names of a check-in link", response=CheckInJson)
    def get(self, request: Request, token: str) -> Response:
        return Response(check_in_json(find_by_check_in_token(token), own_id=request.user.pk))

    @describe("Check a player in by a check-in link", request=inputs.SelfCheckInInput, response=CheckInJson)
    def post(self, request: Request, token: str) -> Response:
        CheckInThrottle().check(
            request, _("Too many check-ins from your address. Try again in a minute."), code="throttled"
        )
        entry_id = checked(inputs.SelfCheckInInput, request)["player"]
        check_in.check_self_in(token=token, entry_id=entry_id, user=person_of(request))
        return self.get(request, token)
