"""Games of guests: merged into the account they sign up for or log in to, or deleted with guests who stay away."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services.guests import KEPT_FOR
from accounts.services.sweeps import sum_for_each
from games.enums import IN_PROGRESS
from games.models import Analysis, Game, Place, Proposal, Seat, SolitaireAttempt, TacticTry
from games.services.endings import annul_game
from games.services.locked_game import lock_games

# -- handed over --------------------------------------------------------------------------------------------------


def hand_over_games(guest: User, member: User) -> int:
    """Give all games of a guest to the member; returns how many. The caller's transaction has locked both people."""
    # No game is locked: a turn played at the same time writes other columns.
    games = Seat.objects.filter(user=guest).update(user=member)
    Proposal.objects.filter(creator=guest).update(creator=member)
    Place.objects.filter(user=guest).update(user=member)
    Analysis.objects.filter(asked_by=guest).update(asked_by=member)
    return games


def hand_over_puzzles(guest: User, member: User) -> int:
    """Move a guest's puzzle attempts to the member, except tactics that both tried; returns how many."""
    crossed = _hand_over_solitaire(guest, member)
    tried = TacticTry.objects.filter(user=member).values("tactic")
    TacticTry.objects.filter(user=guest, tactic__in=tried).delete()
    return crossed + TacticTry.objects.filter(user=guest).update(user=member)


def _hand_over_solitaire(guest: User, member: User) -> int:
    """Merge solitaire attempts: the shorter best on a board stays the best; of equal ones, the member's."""
    bests = {attempt.board_id: attempt for attempt in SolitaireAttempt.objects.filter(user=member, is_best=True)}
    for attempt in SolitaireAttempt.objects.filter(user=guest, is_best=True):
        own = bests.get(attempt.board_id)
        if own is not None:
            worse = own if attempt.turns < own.turns else attempt
            SolitaireAttempt.objects.filter(pk=worse.pk).update(is_best=False)
    return SolitaireAttempt.objects.filter(user=guest).update(user=member)


# -- forgotten ----------------------------------------------------------------------------------------------------


def forget_guests(*, now: datetime | None = None) -> int:
    """Sweep: delete guests whose session has expired; returns how many."""
    since = (now or timezone.now()) - KEPT_FOR
    gone = User.objects.filter(is_guest=True, last_login__lt=since).order_by("last_login", "pk")
    guest_ids = gone.values_list("pk", flat=True)
    return sum_for_each(guest_ids, lambda pk: _forget(pk, since), failed="Failed to delete guest %s")


def _forget(guest_id: int, since: datetime) -> bool:
    """Annul the guest's games in progress first, so that spectators and workers get the event; then delete all."""
    with transaction.atomic():
        if _lock(guest_id, since) is None:
            return False
        for game_id in lock_games(_games_of(guest_id).filter(status__in=IN_PROGRESS)):
            annul_game(game_id=game_id)
    with transaction.atomic():
        guest = _lock(guest_id, since)
        if guest is None:
            return False
        lock_games(_games_of(guest_id))  # so that no analysis is requested of a half-deleted game
        _games_of(guest_id).delete()
        for rows in (guest.solitaire_attempts, guest.tactic_tries):
            rows.all().delete()
        guest.delete()
    return True


def _lock(guest_id: int, since: datetime) -> User | None:
    """Lock the guest; None if they came back just now, or another sweep was faster."""
    return User.objects.select_for_update().filter(pk=guest_id, is_guest=True, last_login__lt=since).first()


def _games_of(guest_id: int) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=Seat.objects.filter(user=guest_id).values("game"))
