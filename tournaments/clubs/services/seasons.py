"""Create, change and delete a club's seasons: their tournaments, and how many results count."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound
from accounts.models import User
from tournaments.clubs.services.clubs import check_open, check_role, lock_club, record_club_action
from tournaments.enums import RUNNERS, ClubAction, SeasonScore
from tournaments.models import Club, Season, Tournament

MAX_RESULTS = 100


def create_season(
    *,
    club_id: int,
    user: User,
    name: str,
    best: int | None = None,
    score: str = SeasonScore.POINTS,
    tournament_ids: Sequence[int] = (),
) -> Season:
    with transaction.atomic():
        club = lock_club(club_id)
        check_role(club, user, *RUNNERS)
        check_open(club)
        _check(club, None, name, best)
        season = Season.objects.create(club=club, name=name, best=best, score=SeasonScore(score))
        season.tournaments.set(_own_tournaments(club, tournament_ids))
        record_club_action(club, user, ClubAction.SEASON, name)
    return season


def change_season(
    *, season_id: int, user: User, name: str, best: int | None, score: str, tournament_ids: Sequence[int]
) -> Season:
    """Replace the tournaments and rules of a season."""
    with transaction.atomic():
        club, season = _open_season(season_id, user)
        _check(club, season, name, best)
        season.name, season.best, season.score = name, best, SeasonScore(score)
        season.save(update_fields=["name", "best", "score"])
        season.tournaments.set(_own_tournaments(club, tournament_ids))
        record_club_action(club, user, ClubAction.SEASON_CHANGED, name)
    return season


def delete_season(*, season_id: int, user: User) -> None:
    with transaction.atomic():
        club, season = _open_season(season_id, user)
        record_club_action(club, user, ClubAction.SEASON_GONE, season.name)
        season.delete()


def _open_season(season_id: int, user: User) -> tuple[Club, Season]:
    found = Season.objects.filter(pk=season_id)
    club_id = found.values_list("club_id", flat=True).first()
    club = None if club_id is None else lock_club(club_id)
    season = found.first()  # under the lock: it may have been deleted just before
    if club is None or season is None:
        raise NotFound(_("Season not found."))
    check_role(club, user, *RUNNERS)
    return club, season


def _check(club: Club, season: Season | None, name: str, best: int | None) -> None:
    namesake = Season.objects.filter(club=club, name=name).first()
    if namesake is not None and namesake != season:
        raise Invalid(_("The club already has a season with this name."), fields={"name": [_("Choose another name.")]})
    if best is not None and not 1 <= best <= MAX_RESULTS:
        message = _("Choose 1 to %(most)s results, or leave it empty for all.") % {"most": MAX_RESULTS}
        raise Invalid.at("best", message)


def _own_tournaments(club: Club, tournament_ids: Sequence[int]) -> list[Tournament]:
    tournaments = list(Tournament.objects.filter(club=club, pk__in=tournament_ids))
    if len(tournaments) < len(set(tournament_ids)):
        raise Invalid(
            _("A season can only include the club's own tournaments."),
            fields={"tournaments": [_("Choose tournaments of this club.")]},
        )
    return tournaments
