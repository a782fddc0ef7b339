"""API views of a club's roster: people, dues, claims of names, import and export."""

import base64
import binascii
import csv
import io
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.errors import Invalid
from accounts.http.requests import person_of
from accounts.selectors import get_person
from tournaments.api import inputs
from tournaments.api.base import ORGANISE_TO_WRITE, PEOPLE_ONLY, PLAYERS, ClubView
from tournaments.api.filters import RosterFilter
from tournaments.api.tables import FileMixin
from tournaments.clubs.roster_files.matching import plan_digest
from tournaments.clubs.roster_files.tables import MAX_ROSTER_BYTES
from tournaments.clubs.selectors.clubs import get_club
from tournaments.clubs.selectors.person_record import ClubPersonJson, person_json
from tournaments.clubs.selectors.roster import (
    DuesJson,
    NameClaimJson,
    RosterPersonJson,
    RosterPreviewJson,
    claim_json,
    claims_in,
    dues_json,
    get_person_of,
    import_json,
    people_of,
    roster_csv_rows,
    roster_person_json,
)
from tournaments.clubs.services import name_claims, roster, roster_import
from tournaments.clubs.services.clubs import check_role
from tournaments.enums import RUNNERS
from tournaments.models import Club, Person
from tournaments.standings.csv_escaping import safe_cell


def _private_club(request: Request, slug: str) -> Club:
    """The club, for its owners and organisers only."""
    club = get_club(slug)
    check_role(club, person_of(request), *RUNNERS)
    return club


class Roster(JsonListView):
    permission_classes = PEOPLE_ONLY
    row_json = staticmethod(roster_person_json)
    filterset_class = RosterFilter
    queryset = Person.objects.none()

    def get_queryset(self) -> QuerySet[Person]:
        return people_of(_private_club(self.request, self.kwargs["slug"]))

    @describe("List the people of a club's roster, as its organiser", response=list[RosterPersonJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe(
        "Add a person to a club's roster", request=inputs.RosterPersonInput, response=RosterPersonJson, status=201
    )
    def post(self, request: Request, slug: str) -> Response:
        given = checked(inputs.RosterPersonInput, request)
        person = roster.add_person(club_id=get_club(slug).pk, user=person_of(request), **given)
        return Response(roster_person_json(person), status=201)


class Dues(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("Get the totals of a club's dues, as its organiser", response=DuesJson)
    def get(self, request: Request, slug: str) -> Response:
        return Response(dues_json(_private_club(request, slug)))


class RosterCsvRenderer(BaseRenderer):
    """CSV with cells escaped against formula injection, and a byte order mark, by which Excel knows UTF-8."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        sheet = io.StringIO()
        csv.writer(sheet).writerows([[safe_cell(cell) for cell in row] for row in data])
        return sheet.getvalue().encode("utf-8-sig")


class RosterCsv(FileMixin, ClubView):
    permission_classes = PEOPLE_ONLY
    renderer_classes = [RosterCsvRenderer]

    @extend_schema(
        summary="Get a club's roster as CSV, as its organiser",
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> Response:
        club = _private_club(request, slug)
        headers = {"Content-Disposition": f'attachment; filename="{club.slug}-roster.csv"'}
        return Response(roster_csv_rows(club), headers=headers)


class PersonView(ClubView):
    """A view of one person; of another club's, it is not found."""

    permission_classes = ORGANISE_TO_WRITE

    def person(self, request: Request, slug: str, person_id: int) -> Person:
        return get_person_of(get_club(slug), person_id, request.user)


class OnePerson(PersonView):
    @describe("Get a person's tournaments and scores against opponents in a club", response=ClubPersonJson)
    def get(self, request: Request, slug: str, person_id: int) -> Response:
        return Response(person_json(self.person(request, slug, person_id), request.user))

    @describe(
        "Change a person of a roster; a new name applies to all tournaments of the club",
        request=inputs.RosterChangesInput,
        response=RosterPersonJson,
    )
    def patch(self, request: Request, slug: str, person_id: int) -> Response:
        given = checked(inputs.RosterChangesInput, request)
        person = self.person(request, slug, person_id)
        changed = roster.change_person(
            person_id=person.pk, user=person_of(request), seen=given.pop("revision"), **given
        )
        return Response(roster_person_json(changed))

    @describe(
        "Remove a person on request: results stay under the name of a departed player",
        request=inputs.SeenInput,
        status=204,
    )
    def delete(self, request: Request, slug: str, person_id: int) -> Response:
        person = get_person_of(_private_club(request, slug), person_id, request.user)
        seen = checked(inputs.SeenInput, request)["revision"]
        roster.remove_person(person_id=person.pk, user=person_of(request), seen=seen)
        return Response(status=204)


class Merge(PersonView):
    @describe("Merge another person into this one", request=inputs.MergeInput, response=RosterPersonJson)
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        given = checked(inputs.MergeInput, request)
        kept = roster.merge_people(
            person_id=self.person(request, slug, person_id).pk,
            other_id=given["other"],
            user=person_of(request),
            seen=given["revision"],
            other_seen=given["other_revision"],
        )
        return Response(roster_person_json(kept))


class Account(PersonView):
    @describe("Link a name to a member's account", request=inputs.LinkInput, response=RosterPersonJson)
    def put(self, request: Request, slug: str, person_id: int) -> Response:
        given = checked(inputs.LinkInput, request)
        linked = name_claims.link_account(
            person_id=self.person(request, slug, person_id).pk,
            user=person_of(request),
            member=get_person(given["username"]),
            seen=given["revision"],
        )
        return Response(roster_person_json(linked))

    @describe("Unlink a name from its account", request=inputs.SeenInput, response=RosterPersonJson)
    def delete(self, request: Request, slug: str, person_id: int) -> Response:
        person = get_person_of(_private_club(request, slug), person_id, request.user)
        seen = checked(inputs.SeenInput, request)["revision"]
        released = name_claims.release_name(person_id=person.pk, user=person_of(request), seen=seen)
        return Response(roster_person_json(released))


class ClaimName(PersonView):
    permission_classes = PLAYERS

    @describe("Claim a name as yours; an organiser answers", status=204)
    def post(self, request: Request, slug: str, person_id: int) -> Response:
        name_claims.claim_name(club_id=get_club(slug).pk, person_id=person_id, user=person_of(request))
        return Response(status=204)


class OwnClaim(ClubView):
    permission_classes = PLAYERS

    @describe("Take your claim of a name back", status=204)
    def delete(self, request: Request, slug: str) -> Response:
        name_claims.withdraw_claim(club_id=self.club(slug).pk, user=person_of(request))
        return Response(status=204)


class Claims(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("List claims of names, as the club's organiser", response=list[NameClaimJson])
    def get(self, request: Request, slug: str) -> Response:
        return Response([claim_json(claim) for claim in claims_in(_private_club(request, slug))])


class AnswerClaim(ClubView):
    @describe("Accept or decline a claim of a name", request=inputs.AcceptInput, status=204)
    def post(self, request: Request, slug: str, claim_id: int) -> Response:
        accept = checked(inputs.AcceptInput, request)["accept"]
        club = self.club(slug)
        name_claims.answer_claim(club_id=club.pk, claim_id=claim_id, user=person_of(request), accept=accept)
        return Response(status=204)


class ImportView(ClubView):
    permission_classes = PEOPLE_ONLY
    max_body_bytes = 4 * MAX_ROSTER_BYTES  # JSON may escape a letter of two bytes as six


def _content(given: dict[str, Any]) -> bytes:
    if given.get("file"):
        try:
            return base64.b64decode(given["file"], validate=True)
        except (binascii.Error, ValueError):
            raise Invalid.at("file", _("Send the file in base64.")) from None
    if not given.get("text"):
        raise Invalid.at("text", _("Send a list of people, or a file."))
    return str(given["text"]).encode()


class ImportPreview(ImportView):
    @describe(
        "Preview an import into a club's roster, line by line; nothing is written",
        request=inputs.RosterFileInput,
        response=RosterPreviewJson,
    )
    def post(self, request: Request, slug: str) -> Response:
        content = _content(checked(inputs.RosterFileInput, request))
        club = self.club(slug)
        plan = roster_import.preview_import(club=club, user=person_of(request), content=content)
        return Response(import_json(club, plan, plan_digest(plan)))


class Import(ImportView):
    @describe(
        "Import people into a club's roster, as previewed",
        request=inputs.RosterImportInput,
        response=roster_import.Imported,
        status=201,
    )
    def post(self, request: Request, slug: str) -> Response:
        given = checked(inputs.RosterImportInput, request)
        done = roster_import.import_people(
            club_id=self.club(slug).pk,
            user=person_of(request),
            content=_content(given),
            digest=given["digest"],
            choices=[roster_import.Choice(**choice) for choice in given["choices"]],
        )
        return Response(asdict(done), status=201)
