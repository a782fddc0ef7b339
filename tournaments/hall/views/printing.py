"""Sheets for paper: pairings, score slips, standings, and the final table as a certificate."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.errors import NotFound
from games.translation import in_words
from tournaments.enums import RoundStatus, Status
from tournaments.hall.selectors.pairing_lists import pairings_by_name
from tournaments.models import Round, Tournament
from tournaments.pairing.values import Format
from tournaments.selectors.api_json import TableJson, pairings_json
from tournaments.selectors.standings import StandingsJson, standings_json
from tournaments.selectors.tournaments import get_round, get_tournament

PODIUM = 3
MAX_ON_ONE_PAGE = 24
"""Rows of a certificate that fit one A4 page at the usual size; a longer table is set smaller, in two columns."""


@require_safe
def pairings(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """The pairings of a round: by table with space for the result, and by name."""
    tournament = get_tournament(tournament_id, request.user)
    shown = pairings_json(get_round(tournament, number))
    context = {"tournament": tournament, "round": shown, "by_name": pairings_by_name(shown)}
    return render(request, "tournaments/print.html", context)


@require_safe
def slips(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """A score slip per table that is played over the board: names, boxes for the result, lines for signatures."""
    tournament = get_tournament(tournament_id, request.user)
    shown = pairings_json(get_round(tournament, number))
    context = {
        "tournament": tournament,
        "round": shown,
        "tables": [table for table in shown["tables"] if _needs_slip(table)],
        "game": in_words(tournament.engine.name),
    }
    return render(request, "tournaments/print_slips.html", context)


def _needs_slip(table: TableJson) -> bool:
    return table["game"] is None and table["outcome"] is None and not table["is_void"]


@require_safe
def standings(request: HttpRequest, tournament_id: int) -> HttpResponse:
    tournament = get_tournament(tournament_id, request.user)
    table = standings_json(tournament)
    context = {
        "tournament": tournament,
        "table": table,
        "heading": _standings_heading(tournament, table),
        "has_points": tournament.pairing_format != Format.KNOCKOUT,
        "printed_at": timezone.now(),
    }
    return render(request, "tournaments/print_standings.html", context)


def _standings_heading(tournament: Tournament, table: StandingsJson) -> str:
    after = table["after_round"]
    if tournament.status == Status.FINAL:
        return _("Final standings")
    if not after:
        return _("Starting order")
    is_running = Round.objects.filter(tournament=tournament, number=after, status=RoundStatus.PUBLISHED).exists()
    words = _("During round %(after)s") if is_running else _("After round %(after)s")
    return words % {"after": after}


@require_safe
def certificate(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The final table as a sheet to sign; not before the standings are final."""
    tournament = get_tournament(tournament_id, request.user)
    if tournament.status != Status.FINAL:
        raise NotFound(_("The certificate is available when the standings are final. Confirm them first."))
    rows = standings_json(tournament)["rows"]
    context: dict[str, Any] = {
        "tournament": tournament,
        "podium": [row for row in rows if row["rank"] <= PODIUM],
        "rows": rows,
        "is_long": len(rows) > MAX_ON_ONE_PAGE,
        "has_points": tournament.pairing_format != Format.KNOCKOUT,
        "game": in_words(tournament.engine.name),
        "ended_at": _ended_at(tournament),
    }
    return render(request, "tournaments/certificate.html", context)


def _ended_at(tournament: Tournament) -> datetime:
    """The end of the last round that was played."""
    finished = Round.objects.filter(tournament=tournament, finished_at__isnull=False).order_by("-finished_at")
    return finished.values_list("finished_at", flat=True).first() or timezone.now()
