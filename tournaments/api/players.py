"""API views of a tournament's players: registration, withdrawal, byes, forbidden pairs."""

from dataclasses import asdict
from typing import Any, TypedDict

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import checked
from accounts.drf.schema import describe
from accounts.errors import Invalid, NotFound
from accounts.http.requests import person_of
from accounts.selectors import get_person
from games.translation import error_words
from tournaments.api import inputs
from tournaments.api.base import PEOPLE_ONLY, OwnTournamentView, TournamentView
from tournaments.api.tables import ROUND, round_asked
from tournaments.clubs.selectors.roster import RosterNameJson, people_to_enter, roster_name_json
from tournaments.models import Entry as EntryRow
from tournaments.models import ForbiddenPair, Tournament
from tournaments.pairing.trf_import import MAX_TRF_BYTES, UnreadableTrf, decode_trf, read_players
from tournaments.pairing.values import ByeKind
from tournaments.selectors.api_json import AskedByeJson, EntryJson, asked_bye_json, entry_json
from tournaments.selectors.standings import PlayerCardJson, player_json
from tournaments.selectors.tournaments import entries_of, entry_of
from tournaments.services import draft, registration, roster_entries, withdrawal
from tournaments.services.locking import check_organiser

ENTRY: dict[str, Any] = {"response": EntryJson}
REASONED: dict[str, Any] = {"request": inputs.ReasonInput, **ENTRY}


class Players(TournamentView):
    @describe("List players", response=list[EntryJson])
    def get(self, request: Request, tournament_id: int) -> Response:
        return Response([entry_json(entry) for entry in entries_of(self.find_tournament(request, tournament_id))])

    @describe("Enter a player, as an organiser", request=inputs.NewPlayerInput, **ENTRY, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        given = checked(inputs.NewPlayerInput, request)
        username = given.pop("username", None)
        entry = registration.add_player(
            tournament_id=self.find_tournament(request, tournament_id).pk,
            user=person_of(request),
            player=None if username is None else get_person(username),
            **given,
        )
        return Response(entry_json(entry), status=201)


class ImportPlayers(TournamentView):
    max_body_bytes = 4 * MAX_TRF_BYTES  # JSON may escape a letter of two bytes as six

    @describe(
        "Import players from a TRF file, without accounts",
        request=inputs.TrfInput,
        response=list[EntryJson],
        status=201,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        try:
            players = read_players(decode_trf(checked(inputs.TrfInput, request)["trf"].encode()))
        except UnreadableTrf as error:
            raise Invalid(error_words(error), fields={"trf": [error_words(error)]}) from error
        tournament = self.find_tournament(request, tournament_id)
        entries = registration.import_players(tournament_id=tournament.pk, user=person_of(request), players=players)
        return Response([entry_json(entry) for entry in entries], status=201)


class PlayersFromRoster(TournamentView):
    permission_classes = PEOPLE_ONLY

    @describe("List people of the club's roster who are not entered, as an organiser", response=list[RosterNameJson])
    def get(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        check_organiser(tournament, person_of(request))
        return Response([roster_name_json(person) for person in people_to_enter(tournament)])

    @describe("Enter people of the club's roster", request=inputs.PeopleInput, response=list[EntryJson], status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        entries = roster_entries.enter_people(
            tournament_id=self.find_tournament(request, tournament_id).pk,
            user=person_of(request),
            **checked(inputs.PeopleInput, request),
        )
        return Response([entry_json(entry) for entry in entries], status=201)


class OwnEntry(OwnTournamentView):
    @describe("Enter a tournament", **ENTRY, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        return Response(
            entry_json(registration.enter(tournament_id=tournament.pk, user=person_of(request))), status=201
        )

    @describe("Withdraw from a tournament", **REASONED)
    def delete(self, request: Request, tournament_id: int) -> Response:
        entry = entry_of(self.find_tournament(request, tournament_id), person_of(request))
        if entry is None:
            raise NotFound(_("You are not entered in this tournament."))
        given = checked(inputs.ReasonInput, request)
        return Response(entry_json(withdrawal.withdraw_player(entry_id=entry.pk, user=person_of(request), **given)))


class PlayerView(OwnTournamentView):
    def entry(self, request: Request, tournament_id: int, entry_id: int) -> tuple[Tournament, EntryRow]:
        tournament = self.find_tournament(request, tournament_id)
        entry = entries_of(tournament).filter(pk=entry_id).first()
        if entry is None:
            raise NotFound(_("This player isn't in the tournament."))
        return tournament, entry


class Player(PlayerView):
    permission_classes = TournamentView.permission_classes

    @describe("Get a player with rounds and tie-break calculations", response=PlayerCardJson, parameters=[ROUND])
    def get(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        return Response(player_json(self.find_tournament(request, tournament_id), entry_id, round_asked(request)))

    @describe("Set a player's seeding rating before the start", request=inputs.RatingInput, **ENTRY)
    def patch(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.RatingInput, request)
        return Response(entry_json(registration.set_rating(entry_id=entry.pk, user=person_of(request), **given)))


class PlayerName(PlayerView):
    permission_classes = TournamentView.permission_classes

    @describe(
        "Correct the name of a player without an account, in all tournaments of the club",
        request=inputs.NameInput,
        **ENTRY,
    )
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.NameInput, request)
        return Response(entry_json(roster_entries.rename_player(entry_id=entry.pk, user=person_of(request), **given)))


class AnswerEntry(PlayerView):
    permission_classes = TournamentView.permission_classes

    @describe("Accept or decline an entry", request=inputs.AnswerInput, **ENTRY)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.AnswerInput, request)
        return Response(entry_json(registration.answer_entry(entry_id=entry.pk, user=person_of(request), **given)))


class Withdrawal(PlayerView):
    permission_classes = TournamentView.permission_classes

    @describe("Preview the effect of a withdrawal", response=withdrawal.Preview)
    def get(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        tournament, entry = self.entry(request, tournament_id, entry_id)
        return Response(asdict(withdrawal.preview_withdrawal(tournament=tournament, entry=entry)))

    @describe("Withdraw a player", **REASONED)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.ReasonInput, request)
        return Response(entry_json(withdrawal.withdraw_player(entry_id=entry.pk, user=person_of(request), **given)))


class Reinstatement(PlayerView):
    permission_classes = TournamentView.permission_classes

    @describe("Reinstate a withdrawn player", **REASONED)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.ReasonInput, request)
        return Response(entry_json(withdrawal.reinstate_player(entry_id=entry.pk, user=person_of(request), **given)))


class Byes(PlayerView):
    @describe("List a player's requested byes", response=list[AskedByeJson])
    def get(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        return Response([asked_bye_json(bye) for bye in entry.asked_byes.all()])

    @describe("Request a bye", request=inputs.ByeInput, response=AskedByeJson, status=201)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        given = checked(inputs.ByeInput, request)
        bye = withdrawal.ask_bye(
            entry_id=entry.pk, user=person_of(request), round_number=given["round"], kind=ByeKind(given["kind"])
        )
        return Response(asked_bye_json(bye), status=201)


class Bye(PlayerView):
    @describe("Cancel a requested bye", status=204)
    def delete(self, request: Request, tournament_id: int, entry_id: int, number: int) -> Response:
        _event, entry = self.entry(request, tournament_id, entry_id)
        withdrawal.take_bye_back(entry_id=entry.pk, user=person_of(request), round_number=number)
        return Response(status=204)


class ForbiddenPairJson(TypedDict):
    one: int
    other: int
    first_round: int
    last_round: int | None


def forbidden_json(pair: ForbiddenPair) -> ForbiddenPairJson:
    return {
        "one": pair.one_id,
        "other": pair.other_id,
        "first_round": pair.first_round,
        "last_round": pair.last_round,
    }


class Forbidden(TournamentView):
    @describe("List forbidden pairs", response=list[ForbiddenPairJson])
    def get(self, request: Request, tournament_id: int) -> Response:
        pairs = ForbiddenPair.objects.filter(tournament=self.find_tournament(request, tournament_id))
        return Response([forbidden_json(pair) for pair in pairs])

    @describe(
        "Forbid a pair, starting with the next round", request=inputs.PairInput, response=ForbiddenPairJson, status=201
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        given = checked(inputs.PairInput, request)
        pair = draft.forbid_pair(
            tournament_id=self.find_tournament(request, tournament_id).pk,
            user=person_of(request),
            one_id=given["one"],
            other_id=given["other"],
            reason=given["reason"],
        )
        return Response(forbidden_json(pair), status=201)

    @describe("Allow a forbidden pair again", request=inputs.PairInput, status=204)
    def put(self, request: Request, tournament_id: int) -> Response:
        given = checked(inputs.PairInput, request)
        draft.allow_pair(
            tournament_id=self.find_tournament(request, tournament_id).pk,
            user=person_of(request),
            one_id=given["one"],
            other_id=given["other"],
            reason=given["reason"],
        )
        return Response(status=204)
