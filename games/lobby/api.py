"""Proposals of games: seeks, challenges, invitations; and saved set-ups."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from accounts.selectors import get_person
from games.api.base import PEOPLE_ONLY, PLAY_TO_WRITE, PersonalView, PlayView, ServerTimeMixin
from games.api.filters import ProposalFilter
from games.api.serializers import (
    AiInput,
    ChallengeInput,
    SavedSetupInput,
    SeekInput,
    TermsInput,
)
from games.enums import ProposalKind
from games.lobby.services.create import create_challenge, create_invitation, create_seek
from games.lobby.services.join import decline_challenge, fill_with_ai, join_proposal, leave_proposal, withdraw_proposal
from games.models import Proposal as ProposalRow
from games.selectors.game_queries import (
    ProposalJson,
    SavedSetupJson,
    get_proposal,
    proposal_json,
    saved_setups,
    setup_json,
    visible_proposals,
)
from games.services.setup import delete_setup, save_setup


def answer(proposal: ProposalRow, request: Request, *, status: int = 200) -> Response:
    """The current proposal with its places."""
    token = proposal.token if proposal.kind == ProposalKind.INVITATION else ""
    kind = ProposalKind(proposal.kind)
    fresh = get_proposal(kind, request.user, proposal_id=proposal.pk, token=token)
    return Response(proposal_json(fresh, request.user), status=status)


class Proposals(ServerTimeMixin, JsonListView):
    """The open proposals of one kind, and creating one."""

    kind: ClassVar[ProposalKind]
    filterset_class = ProposalFilter

    def get_queryset(self) -> QuerySet[ProposalRow]:
        return visible_proposals(self.kind, self.request.user)

    def row_json(self, proposal: ProposalRow) -> ProposalJson:
        return proposal_json(proposal, self.request.user)

    def read_terms(self, given: serializers.Serializer, request: Request) -> dict[str, Any]:
        """The fields that all kinds share; each kind adds its own."""
        given.is_valid(raise_exception=True)
        data = given.validated_data
        terms = given.read()  # type: ignore[attr-defined]
        return {"user": person_of(request), "terms": terms, "seat": data["seat"], "message": data["message"]}


class Seeks(Proposals):
    kind = ProposalKind.SEEK
    permission_classes = PLAY_TO_WRITE

    @describe("List open seeks in the lobby", response=list[ProposalJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe("Create a seek in the lobby", request=SeekInput, response=ProposalJson, status=201)
    def post(self, request: Request) -> Response:
        given = SeekInput(data=request.data)
        terms = self.read_terms(given, request)
        ratings = {name: given.validated_data[name] for name in ("lowest_rating", "highest_rating")}
        return answer(create_seek(**terms, **ratings), request, status=201)


class Challenges(Proposals):
    kind = ProposalKind.CHALLENGE
    permission_classes = PEOPLE_ONLY

    @describe("List challenges you received or sent", response=list[ProposalJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe(
        "Challenge players or AIs; AIs accept immediately", request=ChallengeInput, response=ProposalJson, status=201
    )
    def post(self, request: Request) -> Response:
        given = ChallengeInput(data=request.data)
        terms = self.read_terms(given, request)
        opponents = [get_person(username) for username in given.validated_data["opponents"]]
        return answer(create_challenge(**terms, opponents=opponents), request, status=201)


class Invitations(Proposals):
    kind = ProposalKind.INVITATION
    permission_classes = PEOPLE_ONLY

    @describe("List your open invitations", response=list[ProposalJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe(
        "Create an invitation; anyone with its token can join", request=TermsInput, response=ProposalJson, status=201
    )
    def post(self, request: Request) -> Response:
        return answer(create_invitation(**self.read_terms(TermsInput(data=request.data), request)), request, status=201)


class Proposal(PlayView):
    """One proposal. The URL sets `kind`; invitations are identified by their token, others by their id."""

    kind: ProposalKind = ProposalKind.SEEK

    def find(self, request: Request, **names: Any) -> ProposalRow:
        return get_proposal(self.kind, request.user, **names)

    @describe("Get a proposal", response=ProposalJson)
    def get(self, request: Request, **names: Any) -> Response:
        return answer(self.find(request, **names), request)

    @describe("Withdraw your proposal", response=ProposalJson)
    def delete(self, request: Request, **names: Any) -> Response:
        proposal = self.find(request, **names)
        return answer(withdraw_proposal(proposal_id=proposal.pk, user=person_of(request)), request)


class Join(Proposal):
    http_method_names = ["post", "options"]

    @describe("Join a proposal; the game starts when it is full", response=ProposalJson)
    def post(self, request: Request, **names: Any) -> Response:
        proposal = self.find(request, **names)
        token = names.get("token", "")
        return answer(join_proposal(proposal_id=proposal.pk, user=person_of(request), token=token), request)


class Leave(Proposal):
    http_method_names = ["post", "options"]

    @describe("Leave a proposal you joined", response=ProposalJson)
    def post(self, request: Request, **names: Any) -> Response:
        proposal = self.find(request, **names)
        return answer(leave_proposal(proposal_id=proposal.pk, user=person_of(request)), request)


class Decline(Proposal):
    http_method_names = ["post", "options"]

    @describe("Decline a challenge", response=ProposalJson)
    def post(self, request: Request, **names: Any) -> Response:
        proposal = self.find(request, **names)
        return answer(decline_challenge(proposal_id=proposal.pk, user=person_of(request)), request)


class SeatAi(Proposal):
    http_method_names = ["post", "options"]

    @describe("Fill an open place of your proposal with an AI", request=AiInput, response=ProposalJson)
    def post(self, request: Request, **names: Any) -> Response:
        ai = get_person(checked(AiInput, request)["username"])
        proposal = self.find(request, **names)
        return answer(fill_with_ai(proposal_id=proposal.pk, user=person_of(request), ai=ai), request)


class SavedSetups(PersonalView):
    @describe("List your saved set-ups", response=list[SavedSetupJson])
    def get(self, request: Request) -> Response:
        return Response([setup_json(setup) for setup in saved_setups(person_of(request))])

    @describe(
        "Save a set-up, replacing one with the same name", request=SavedSetupInput, response=SavedSetupJson, status=201
    )
    def post(self, request: Request) -> Response:
        saved = save_setup(user=person_of(request), **checked(SavedSetupInput, request))
        return Response(setup_json(saved), status=201)


class SavedSetup(PersonalView):
    @describe("Delete a saved set-up", status=204)
    def delete(self, request: Request, setup_id: int) -> Response:
        delete_setup(user=person_of(request), setup_id=setup_id)
        return Response(status=204)
