"""API views of rounds: pairing, the draft, publishing, results."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from accounts.errors import NotFound
from accounts.http.requests import person_of
from tournaments.api import inputs
from tournaments.api.base import OwnTournamentView, TournamentView
from tournaments.enums import RoundStatus, Venue
from tournaments.models import Round as RoundRow
from tournaments.models import Table
from tournaments.pairing.edits import Objection
from tournaments.selectors.api_json import (
    PairingsJson,
    RoundJson,
    TableJson,
    WrittenResultJson,
    current_table_json,
    pairings_json,
    round_json,
    rounds_json,
)
from tournaments.selectors.record import objections_to
from tournaments.selectors.tournaments import is_organiser
from tournaments.services import corrections, draft, pairing, publishing, results
from tournaments.services.locking import Seen, check_organiser

PAIRINGS: dict[str, Any] = {"response": PairingsJson}


ATTEMPT: dict[str, Any] = {"request": inputs.AttemptInput}


def pairings_answer(round_: RoundRow, *, status: int = 200) -> Response:
    return Response(pairings_json(round_), status=status)


class Rounds(TournamentView):
    @describe("List rounds; drafts are visible to organisers only", response=list[RoundJson])
    def get(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        return Response(rounds_json(tournament, drafts=is_organiser(tournament, request.user)))

    @describe(
        "Pair the next round as a draft; large fields are paired in the background",
        request=inputs.NextRoundInput,
        **PAIRINGS,
        status=201,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        number = checked(inputs.NextRoundInput, request).get("round")
        round_ = pairing.pair_round(tournament_id=tournament.pk, user=person_of(request), number=number)
        return pairings_answer(round_, status=201)


class Round(TournamentView):
    @describe("Get a round", response=RoundJson)
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        return Response(round_json(self.round(request, self.find_tournament(request, tournament_id), number)))

    @describe("Discard a draft round", parameters=[inputs.AttemptInput], status=204)
    def delete(self, request: Request, tournament_id: int, number: int) -> Response:
        which = self.draft(request, tournament_id, number)
        given = inputs.AttemptInput(data=request.query_params)
        given.is_valid(raise_exception=True)
        pairing.discard_draft(**which, seen=Seen(number, given.validated_data["attempt"]))
        return Response(status=204)

    def draft(self, request: Request, tournament_id: int, number: int) -> dict[str, Any]:
        """Arguments for services; raises unless the user organises the tournament and the round exists."""
        round_ = self.round(request, self.find_tournament(request, tournament_id), number)
        check_organiser(round_.tournament, person_of(request))
        return {"tournament_id": tournament_id, "user": person_of(request)}


class Pairings(TournamentView):
    @describe("Get a round's pairings, with explanations and results", **PAIRINGS)
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        return Response(pairings_json(self.round(request, self.find_tournament(request, tournament_id), number)))


class PairAgain(Round):
    http_method_names = ["post", "options"]

    @describe("Pair a draft round again from the current entries and results", **ATTEMPT, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        which = self.draft(request, tournament_id, number)
        given = checked(inputs.AttemptInput, request)
        return pairings_answer(pairing.pair_again(**which, seen=Seen(number, given["attempt"])))


class Publish(Round):
    http_method_names = ["post", "options"]

    @describe("Publish a draft round and start its games", **ATTEMPT, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        which = self.draft(request, tournament_id, number)
        given = checked(inputs.AttemptInput, request)
        return pairings_answer(publishing.publish_round(**which, seen=Seen(number, given["attempt"])))


class TakeBack(Round):
    http_method_names = ["post", "options"]

    @describe(
        "Take back the last published round, if it has no results; its games are annulled",
        request=inputs.TakeBackInput,
        status=204,
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        which = self.draft(request, tournament_id, number)
        given = checked(inputs.TakeBackInput, request)
        publishing.take_back_round(**which, seen=Seen(number, given["attempt"]), reason=given["reason"])
        return Response(status=204)


class Objections(Round):
    http_method_names = ["get", "options"]

    @describe("List objections to a draft round", response=list[Objection])
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        round_ = self.round(request, self.find_tournament(request, tournament_id), number)
        found = objections_to(round_) if round_.status == RoundStatus.DRAFT else ()
        return Response([asdict(objection) for objection in found])


class PairByHand(Round):
    http_method_names = ["post", "options"]

    @describe("Make a round without a pairing an empty draft, to be paired by hand", **ATTEMPT, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        which = self.draft(request, tournament_id, number)
        given = checked(inputs.AttemptInput, request)
        return pairings_answer(draft.pair_by_hand(**which, seen=Seen(number, given["attempt"])))


class SeatTogether(Round):
    http_method_names = ["post", "options"]

    @describe("Seat two players of a draft round at a new table", request=inputs.SwapInput, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        given = checked(inputs.SwapInput, request)
        round_ = draft.seat_together(
            **self.draft(request, tournament_id, number),
            seen=Seen(number, given["attempt"]),
            one_id=given["one"],
            other_id=given["other"],
            reason=given["reason"],
        )
        return pairings_answer(round_)


class Swap(Round):
    http_method_names = ["post", "options"]

    @describe("Swap two players of a draft round", request=inputs.SwapInput, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        given = checked(inputs.SwapInput, request)
        round_ = draft.swap_players(
            **self.draft(request, tournament_id, number),
            seen=Seen(number, given["attempt"]),
            one_id=given["one"],
            other_id=given["other"],
            reason=given["reason"],
        )
        return pairings_answer(round_)


class MovePlayer(Round):
    http_method_names = ["post", "options"]

    @describe(
        "Move a player to another table of a draft round; see `objections` for remaining problems",
        request=inputs.MoveInput,
        **PAIRINGS,
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        given = checked(inputs.MoveInput, request)
        which = self.draft(request, tournament_id, number)
        seen, entry_id = Seen(number, given.pop("attempt")), given.pop("player")
        return pairings_answer(draft.move_player(**which, seen=seen, entry_id=entry_id, **given))


class TurnTable(Round):
    http_method_names = ["post", "options"]

    @describe("Rotate the seats of a table in a draft round", request=inputs.TableInput, **PAIRINGS)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        given = checked(inputs.TableInput, request)
        which = self.draft(request, tournament_id, number)
        seen = Seen(number, given["attempt"])
        return pairings_answer(draft.rotate_seats(**which, seen=seen, number=given["table"], reason=given["reason"]))


class Times(Round):
    http_method_names = ["post", "options"]

    @describe("Set the start and deadline of a draft round", request=inputs.TimesInput, response=RoundJson)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        given = checked(inputs.TimesInput, request)
        which = self.draft(request, tournament_id, number)
        seen = Seen(number, given.pop("attempt"))
        return Response(round_json(draft.set_round_times(**which, seen=seen, **given)))


TABLE: dict[str, Any] = {"response": TableJson}


class TableView(OwnTournamentView):
    def table(self, request: Request, tournament_id: int, table_id: int) -> Table:
        tournament = self.find_tournament(request, tournament_id)
        tables = Table.objects.filter(pk=table_id, round__tournament=tournament).select_related("round")
        if not is_organiser(tournament, request.user):
            tables = tables.filter(round__published_at__isnull=False)
        found = tables.first()
        if found is None:
            raise NotFound(_("This table isn't in the tournament."))
        found.round.tournament = tournament
        return found

    def answer(self, table: Table) -> Response:
        return Response(current_table_json(table.pk))


class OneTable(TableView):
    @describe("Get a table", **TABLE)
    def get(self, request: Request, tournament_id: int, table_id: int) -> Response:
        return self.answer(self.table(request, tournament_id, table_id))


class Result(TableView):
    permission_classes = TournamentView.permission_classes

    @describe(
        "Enter a result as an organiser, or correct one with a reason; 409 `stale` with the current `table` if another "
        "result was entered meanwhile",
        request=inputs.ResultInput,
        response=WrittenResultJson,
    )
    def post(self, request: Request, tournament_id: int, table_id: int) -> Response:
        table = self.table(request, tournament_id, table_id)
        given = checked(inputs.ResultInput, request)
        return self.written(results.set_result(table_id=table.pk, user=person_of(request), **given))

    @describe(
        "Clear a result entered over the board: the table, its round and the tournament are open again",
        request=inputs.ClearResultInput,
        response=WrittenResultJson,
    )
    def delete(self, request: Request, tournament_id: int, table_id: int) -> Response:
        table = self.table(request, tournament_id, table_id)
        given = checked(inputs.ClearResultInput, request)
        return self.written(corrections.clear_result(table_id=table.pk, user=person_of(request), **given))

    def written(self, result: corrections.WrittenResult) -> Response:
        return Response({**current_table_json(result.table.pk), "follows": list(result.follows)})


class Claim(TableView):
    @describe(
        "Report the result of your over-the-board table, for another player to confirm",
        request=inputs.ClaimInput,
        **TABLE,
    )
    def post(self, request: Request, tournament_id: int, table_id: int) -> Response:
        table = self.table(request, tournament_id, table_id)
        given = checked(inputs.ClaimInput, request)
        return self.answer(results.claim_result(table_id=table.pk, user=person_of(request), **given))


class Confirm(TableView):
    @describe("Confirm a result reported by another player at your table", **TABLE)
    def post(self, request: Request, tournament_id: int, table_id: int) -> Response:
        table = self.table(request, tournament_id, table_id)
        return self.answer(results.confirm_result(table_id=table.pk, user=person_of(request)))


class MoveTable(TableView):
    permission_classes = TournamentView.permission_classes

    @describe("Change where a table of a draft round is played", request=inputs.VenueInput, **TABLE)
    def post(self, request: Request, tournament_id: int, table_id: int) -> Response:
        table = self.table(request, tournament_id, table_id)
        given = checked(inputs.VenueInput, request)
        seen, venue = Seen(table.round.number, given["attempt"]), Venue(given["venue"])
        return self.answer(draft.set_table_venue(table_id=table.pk, user=person_of(request), seen=seen, venue=venue))
