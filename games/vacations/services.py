"""Vacations: announced by the player; they stop the player's own correspondence clocks."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import Conflict, Invalid, NotFound, Unprocessable
from accounts.models import FormerTimeZone, User
from accounts.services.checks import lock_person
from accounts.services.sweeps import sum_for_each
from games.enums import IN_PROGRESS
from games.models import Game, Seat, Vacation
from games.selectors.game_json import seats_of
from games.selectors.game_queries import awaits
from games.services.clock import notify_new_clocks
from games.services.locked_game import lock_games
from games.timing import DAY, local_midnight
from games.vacations.selectors import VacationCostJson, days_taken, vacation_cost, vacations_of
from games.vacations.time_off import deadline_of

FARTHEST = timedelta(days=366)


def announce_vacation(*, user: User, until: date, start: date | None = None) -> Vacation:
    """Take a vacation until the end of a day, from the start of another or from now on, in the user's time zone."""
    now = timezone.now()
    vacation = _read_vacation(user, start=start, until=until, now=now)
    with transaction.atomic():
        # One announcement at a time: budget and overlap are checked under this lock.
        lock_person(user)
        _check_free(vacation)
        _check_budget(vacation)
        vacation.save()
        User.objects.filter(pk=user.pk).update(has_taken_vacation=True)
        _announce(user)
    return vacation


def preview_vacation(*, user: User, until: date, start: date | None = None) -> list[VacationCostJson]:
    """The budget that `announce_vacation` would use, with the same checks; changes nothing."""
    vacation = _read_vacation(user, start=start, until=until, now=timezone.now())
    _check_free(vacation)
    _check_budget(vacation)
    return vacation_cost(vacation)


def end_vacation(*, user: User, vacation_id: int) -> None:
    """End a vacation early, or cancel a future one; unused days return to the budget."""
    now = timezone.now()
    with transaction.atomic():
        lock_person(user)
        vacation = vacations_of(user).filter(pk=vacation_id).first()
        if vacation is None:
            raise NotFound(_("Vacation not found."))
        if vacation.ends_at <= now:
            raise Conflict(_("This vacation is already over."), code="vacation_is_over")
        if vacation.starts_at >= now:
            vacation.delete()
        else:
            vacation.ends_at = now
            vacation.save(update_fields=["ends_at"])
        _announce(user)


def redate_games(user_id: int) -> int:
    """Recompute the deadlines of a user's games after a change of time zone; returns how many changed."""
    with transaction.atomic():
        moved = _write_deadlines(user_id, _lock_games_of(user_id))
        _publish_to_viewers(moved)
    return len(moved)


def redate_after_moves(*, now: datetime | None = None) -> int:
    """Sweep: recompute the games of users who changed their time zone within a day, in case the task was lost."""
    moved = FormerTimeZone.objects.filter(until__gt=(now or timezone.now()) - DAY).order_by("user")
    user_ids = moved.values_list("user", flat=True).distinct()
    return sum_for_each(user_ids, redate_games, failed="Failed to recompute the deadlines of user %s")


def _announce(user: User) -> None:
    """Send a vacation change to all correspondence games of the player, and recompute deadlines."""
    games = _lock_games_of(user.pk)
    _write_deadlines(user.pk, games)
    _publish_to_viewers(games)


def _lock_games_of(user_id: int) -> list[int]:
    """Lock all correspondence games of a user, not only those that wait for them.

    A turn that is being played at the same time either sees the vacation, or is seen from here.
    """
    own = Seat.objects.filter(game=OuterRef("pk"), user=user_id)
    return lock_games(Game.objects.filter(Exists(own), is_live=False, status__in=IN_PROGRESS))


def _write_deadlines(user_id: int, games: list[int]) -> list[int]:
    """Recompute the deadlines of games that wait for the user; returns those whose deadline changed."""
    moved = []
    waiting = Game.objects.filter(awaits(User.objects.get(pk=user_id)), pk__in=games)
    for game in waiting.defer("snapshot", "face"):
        assert game.since is not None
        deadline = deadline_of(game, seats_of(game), since=game.since)
        if deadline != game.deadline:
            Game.objects.filter(pk=game.pk).update(deadline=deadline)
            moved.append(game.pk)
    return moved


def _publish_to_viewers(games: list[int]) -> None:
    Game.objects.filter(pk__in=games).update(event_seq=F("event_seq") + 1)
    notify_new_clocks(games, timezone.now())


def _read_vacation(user: User, *, start: date | None, until: date, now: datetime) -> Vacation:
    zone = ZoneInfo(user.time_zone)
    today = now.astimezone(zone).date()
    first = start or today
    if first < today:
        raise Invalid.at("from", _("A vacation can't start in the past. Choose another day."))
    if until < first:
        raise Invalid.at("until", _("A vacation can't end before it starts. Choose another day."))
    if until > today + FARTHEST:
        raise Invalid.at("until", _("A vacation can start at most one year ahead."))
    starts_at = max(now, local_midnight(first, zone))
    ends_at = local_midnight(until + timedelta(days=1), zone)
    return Vacation(user=user, starts_at=starts_at, ends_at=ends_at, time_zone=user.time_zone)


def _check_free(vacation: Vacation) -> None:
    others = vacations_of(vacation.user)
    if others.filter(starts_at__lt=vacation.ends_at, ends_at__gt=vacation.starts_at).exists():
        message = _("You already have a vacation on these days. End it first, or choose other days.")
        raise Conflict(message, code="vacation_overlaps")


def _check_budget(vacation: Vacation) -> None:
    before, budget = days_taken(vacations_of(vacation.user)), settings.VACATION_DAYS_PER_YEAR
    for year, days in sorted(days_taken([*vacations_of(vacation.user), vacation]).items()):
        if days > budget and days > before[year]:
            left = {"days": max(0, budget - before[year]), "year": year}
            message = ngettext(
                "You have %(days)d vacation day left in %(year)d. Choose a shorter vacation.",
                "You have %(days)d vacation days left in %(year)d. Choose a shorter vacation.",
                left["days"],
            )
            raise Unprocessable(message % left, code="no_vacation_left", payload=left)
