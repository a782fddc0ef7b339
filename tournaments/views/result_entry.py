"""The page on which organisers enter all results of a round."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.http.requests import person_of
from tournaments.selectors.api_json import pairings_json
from tournaments.selectors.tournaments import get_round, get_tournament
from tournaments.services.locking import check_organiser
from tournaments.views.tournaments import pairings_context, tournament_page


@login_required
@require_safe
def results(request: HttpRequest, tournament_id: int, number: int) -> HttpResponse:
    """All tables of a published round: one tap per result with scripts, the usual forms without."""
    tournament, user = get_tournament(tournament_id, request.user), person_of(request)
    check_organiser(tournament, user)
    round_ = get_round(tournament, number)
    context = {
        **pairings_context(request, tournament, number),
        "tables": pairings_json(round_)["tables"],
        "storage_key": f"{tournament.pk}:{number}:{user.pk}",
    }
    return tournament_page(request, tournament, "results", context)
