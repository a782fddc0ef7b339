"""API views of standings (JSON and CSV), the crosstable, the ranks still possible, and the TRF file."""

import csv
import io
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.schema import describe
from accounts.drf.shapes import described
from accounts.errors import Invalid
from tournaments.api.base import TournamentView
from tournaments.models import Tournament
from tournaments.selectors.possible import PossibleRankJson, possible_json
from tournaments.selectors.projection import ProjectionJson, projection_json, projection_version
from tournaments.selectors.standings import (
    CrosstableJson,
    StandingsJson,
    crosstable_json,
    standings_csv_rows,
    standings_json,
    trf_text,
)
from tournaments.standings.csv_escaping import safe_cell

ROUND = OpenApiParameter("round", OpenApiTypes.INT, description="Standings after this round; the latest if omitted.")


class CsvRenderer(BaseRenderer):
    """CSV with cells escaped against formula injection."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        sheet = io.StringIO()
        csv.writer(sheet).writerows([[safe_cell(cell) for cell in row] for row in standings_csv_rows(data)])
        return sheet.getvalue().encode()


class TrfRenderer(BaseRenderer):
    media_type = "text/plain"
    format = "trf"
    charset = "utf-8"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return str(data).encode()


class FileMixin:
    """A file on success, JSON for errors."""

    def handle_exception(self, error: Exception) -> Response:
        request: Request = self.request  # type: ignore[attr-defined]
        request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().handle_exception(error)  # type: ignore[misc]


class TableRead(TournamentView):
    """A view whose ETag is the tournament's revision: an unchanged response is not even computed."""

    def read_version(self, request: Request, *args: Any, **kwargs: Any) -> str | None:
        self.tournament = self.find_tournament(request, kwargs["tournament_id"])
        return f"{self.tournament.revision} {request.accepted_renderer.format}"

    def event_read(self, request: Request, tournament_id: int) -> Tournament:
        return self.tournament if request.method == "GET" else self.find_tournament(request, tournament_id)


def round_asked(request: Request) -> int | None:
    asked = request.query_params.get("round")
    if asked is None:
        return None
    if not asked.isdecimal() or len(asked) > 3:
        raise Invalid(_("Enter a round number."), fields={"round": [_("Enter a whole number.")]})
    return int(asked)


class Standings(FileMixin, TableRead):
    renderer_classes = [JSONRenderer, CsvRenderer]

    @extend_schema(
        summary="Get the standings with all tie-breaks; `?format=csv` for a spreadsheet",
        parameters=[ROUND],
        responses={(200, "application/json"): described(StandingsJson), (200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        tournament = self.event_read(request, tournament_id)
        is_file = request.accepted_renderer.format == CsvRenderer.format
        name = f"tournament-{tournament.pk}-standings.csv"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'} if is_file else {}
        return Response(standings_json(tournament, round_asked(request)), headers=headers)


class Crosstable(TableRead):
    @describe("Get the crosstable", response=CrosstableJson, parameters=[ROUND])
    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(crosstable_json(self.event_read(request, tournament_id), round_asked(request)))


class Projection(TournamentView):
    def read_version(self, request: Request, *args: Any, **kwargs: Any) -> str | None:
        return projection_version(self.find_tournament(request, kwargs["tournament_id"]))

    @describe("Get projected standings, with games in progress decided on tally", response=ProjectionJson)
    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(projection_json(self.find_tournament(request, tournament_id)))


class Possible(TableRead):
    @describe("List the final ranks each player can still reach", response=list[PossibleRankJson])
    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(possible_json(self.event_read(request, tournament_id)))


class Trf(FileMixin, TournamentView):
    renderer_classes = [TrfRenderer]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        """Always the file, whatever the Accept header says."""
        return TrfRenderer(), TrfRenderer.media_type

    @extend_schema(
        summary="Export a two-player Swiss or round robin as a TRF26 file",
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        tournament = self.find_tournament(request, tournament_id)
        headers = {"Content-Disposition": f'attachment; filename="event-{tournament.pk}.trf"'}
        return Response(trf_text(tournament), headers=headers)
