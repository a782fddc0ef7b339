"""API views of tournaments: rules, status changes, log."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypedDict

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.http.requests import person_of
from accounts.selectors import get_person
from tournaments.api import inputs
from tournaments.api.base import ORGANISE_TO_WRITE, PEOPLE_ONLY, TournamentView
from tournaments.api.filters import TournamentFilter
from tournaments.clubs.selectors.clubs import get_club
from tournaments.models import Change, Tournament
from tournaments.selectors.api_json import (
    ChangeJson,
    TournamentJson,
    TournamentLineJson,
    change_json,
    tournament_json,
    tournament_line,
)
from tournaments.selectors.guidance import NextStep, next_action
from tournaments.selectors.names import fill_names
from tournaments.selectors.tournaments import changes_of, get_tournament, visible_tournaments, with_player_counts
from tournaments.services import lifecycle, overdue
from tournaments.services.copies import copy_tournament
from tournaments.services.locking import check_organiser
from tournaments.services.rules import rules_of


class TournamentList(JsonListView):
    permission_classes = ORGANISE_TO_WRITE
    filterset_class = TournamentFilter

    def get_queryset(self) -> QuerySet[Tournament]:
        return visible_tournaments(self.request.user).order_by("-id")

    def row_json(self, tournament: Tournament) -> TournamentLineJson:
        return tournament_line(tournament, tournament.player_count)  # type: ignore[attr-defined]

    def filter_queryset(self, queryset: Any) -> Any:
        return with_player_counts(super().filter_queryset(queryset))

    @describe(
        "List tournaments, newest first; drafts are visible to their organisers only", response=list[TournamentLineJson]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe("Create a draft tournament", request=inputs.NewTournamentInput, response=TournamentJson, status=201)
    def post(self, request: Request) -> Response:
        given = inputs.NewTournamentInput(data=request.data)
        given.is_valid(raise_exception=True)
        club = get_club(given.validated_data["club"])
        tournament = lifecycle.create_tournament(user=person_of(request), club_id=club.pk, rules=given.rules())
        return answer(request, tournament, status=201)


def answer(request: Request, tournament: Tournament, *, status: int = 200) -> Response:
    fresh = get_tournament(tournament.pk, request.user)
    return Response(tournament_json(fresh, request.user), status=status)


class TournamentDetail(TournamentView):
    @describe("Get a tournament with its rules", response=TournamentJson)
    def get(self, request: Request, tournament_id: int) -> Response:
        return answer(request, self.find_tournament(request, tournament_id))

    @describe(
        "Update the rules of a tournament; changes are logged with their reason",
        request=inputs.TournamentChangesInput,
        response=TournamentJson,
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        given = inputs.TournamentChangesInput(data=request.data)
        given.is_valid(raise_exception=True)
        changed = lifecycle.change_tournament(
            tournament_id=tournament.pk,
            user=person_of(request),
            changes=given.changes(rules_of(tournament)),
            reason=given.validated_data.get("reason", ""),
        )
        return answer(request, changed)

    @describe("Delete a draft tournament", status=204)
    def delete(self, request: Request, tournament_id: int) -> Response:
        lifecycle.delete_draft_tournament(
            tournament_id=self.find_tournament(request, tournament_id).pk, user=person_of(request)
        )
        return Response(status=204)


class Copy(TournamentView):
    @describe("Copy a tournament as a draft: rules, organisers and seasons", response=TournamentJson, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        return answer(request, copy_tournament(tournament_id=tournament_id, user=person_of(request)), status=201)


class LifeStep(TournamentView):
    """A status change without input."""

    service: Callable[..., Tournament]

    def step(self, request: Request, tournament_id: int, **more: Any) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        return answer(request, type(self).service(tournament_id=tournament.pk, user=person_of(request), **more))


class OpenRegistration(LifeStep):
    service = lifecycle.open_registration

    @describe("Publish a tournament and open registration", response=TournamentJson)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.step(request, tournament_id)


class Start(LifeStep):
    service = lifecycle.start_tournament

    @describe("Close registration and start a tournament", response=TournamentJson)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.step(request, tournament_id)


class SignOff(LifeStep):
    service = lifecycle.sign_off

    @describe("Confirm the final standings", response=TournamentJson)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.step(request, tournament_id)


class ReasonedStep(LifeStep):
    """A status change with a reason for the log."""

    def reasoned(self, request: Request, tournament_id: int) -> Response:
        return self.step(request, tournament_id, **checked(inputs.ReasonInput, request))


_REASONED: dict[str, Any] = {"request": inputs.ReasonInput, "response": TournamentJson}


class Finish(ReasonedStep):
    service = lifecycle.finish_early

    @describe("Finish a tournament after the rounds already played", **_REASONED)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.reasoned(request, tournament_id)


class Reopen(ReasonedStep):
    service = lifecycle.reopen

    @describe("Reopen final standings", **_REASONED)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.reasoned(request, tournament_id)


class Cancel(ReasonedStep):
    service = lifecycle.cancel

    @describe("Cancel a tournament and annul its games in progress", **_REASONED)
    def post(self, request: Request, tournament_id: int) -> Response:
        return self.reasoned(request, tournament_id)


class ClosedJson(TypedDict):
    closed: int


class CloseOverdue(TournamentView):
    @describe(
        "Close overdue over-the-board tables: reported results count, unreported pairs forfeit", response=ClosedJson
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        count = overdue.close_overdue_tables(tournament_id=tournament.pk, user=person_of(request))
        closed: ClosedJson = {"closed": count}
        return Response(closed)


class Guidance(TournamentView):
    permission_classes = PEOPLE_ONLY

    @describe("Get the organiser's next step; `action` is empty if there is nothing to do", response=NextStep)
    def get(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        check_organiser(tournament, person_of(request))
        return Response(asdict(next_action(tournament)))


class Organisers(TournamentView):
    @describe("Add an organiser", request=inputs.PersonInput, response=TournamentJson)
    def post(self, request: Request, tournament_id: int) -> Response:
        organiser = get_person(checked(inputs.PersonInput, request)["username"])
        tournament = self.find_tournament(request, tournament_id)
        lifecycle.add_organiser(tournament_id=tournament.pk, user=person_of(request), organiser=organiser)
        return answer(request, tournament)


class Organiser(TournamentView):
    @describe("Remove an organiser", status=204)
    def delete(self, request: Request, tournament_id: int, username: str) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        lifecycle.remove_organiser(tournament_id=tournament.pk, user=person_of(request), organiser=get_person(username))
        return Response(status=204)


class Log(JsonListView):
    permission_classes = ORGANISE_TO_WRITE
    row_json = staticmethod(change_json)
    queryset = Change.objects.none()

    def get_queryset(self) -> QuerySet[Change]:
        return changes_of(get_tournament(self.kwargs["tournament_id"], self.request.user))

    def paginate_queryset(self, queryset: Any) -> Any:
        return fill_names(super().paginate_queryset(queryset) or [], "text")

    @describe("List public log entries, newest first", response=list[ChangeJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)
