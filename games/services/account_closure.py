"""Erase the games data of a closed account: its games end, its texts and settings are deleted.

Games in progress are aborted if they have hardly begun and resigned otherwise, so that opponents need not wait for the
clock. Finished games, ranks and ratings stay, under the name that is left.
"""

import logging

from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.errors import Refused
from accounts.models import User
from accounts.services.sweeps import sum_for_each
from games.enums import IN_PROGRESS, EventKind, ProposalStatus
from games.lobby.services.join import decline_challenge, leave_proposal, withdraw_proposal
from games.models import (
    CalendarFeed,
    ChatMessage,
    ConditionalMoves,
    Game,
    GameEvent,
    ImportedGame,
    MailFault,
    Note,
    Notice,
    NoticeSettings,
    Place,
    Proposal,
    PushSubscription,
    SavedSetup,
    Seat,
    Vacation,
)
from games.notifications.services.push_subscriptions import forget_browsers
from games.services.endings import abort_game, resign
from games.services.faults import not_backing_off, note_fault

logger = logging.getLogger("asterism.games")

# Rows that belong to one user alone and are deleted with the account.
OWN_ROWS: tuple[type[Model], ...] = (
    SavedSetup,
    Vacation,
    Notice,
    NoticeSettings,
    MailFault,
    CalendarFeed,
    PushSubscription,
)


def erase_player_data(user_id: int) -> bool:
    """Erase a closed account's data in games. Idempotent."""
    user = User.objects.filter(pk=user_id, departed_at__isnull=False).first()
    if user is None:
        return False
    _leave_tables(user)
    for game_id in _seats_to_leave().filter(user=user).order_by("game_id").values_list("game_id", flat=True):
        _leave_game(user, game_id)
    with transaction.atomic():
        # Before the notices, whose deletion cascades to pushes: browsers are always locked before their pushes.
        forget_browsers(PushSubscription.objects.filter(user=user))
        _forget_words(user)
        ConditionalMoves.objects.filter(seat__user=user).delete()
        for model in OWN_ROWS:
            model._default_manager.filter(user=user).delete()
        Note.objects.filter(Q(author=user) | Q(person=user)).delete()
        ImportedGame.objects.filter(owner=user).delete()
    return True


def finish_erasures() -> int:
    """Sweep: erase the data of closed accounts that still have some; returns how many were erased."""
    left = Q(
        Exists(_seats_to_leave().filter(user=OuterRef("pk")))
        | Exists(Proposal.objects.filter(Q(status=ProposalStatus.OPEN) | ~Q(message=""), creator=OuterRef("pk")))
        | Exists(Place.objects.filter(_concerns(OuterRef("pk")), proposal__status=ProposalStatus.OPEN))
        | Exists(ChatMessage.objects.filter(author=OuterRef("pk")))
        | Exists(Note.objects.filter(Q(author=OuterRef("pk")) | Q(person=OuterRef("pk"))))
        | Exists(ImportedGame.objects.filter(owner=OuterRef("pk")))
        | Exists(ConditionalMoves.objects.filter(seat__user=OuterRef("pk")))
    )
    for model in OWN_ROWS:
        left |= Q(Exists(model._default_manager.filter(user=OuterRef("pk"))))
    waiting = User.objects.filter(left, departed_at__isnull=False).values_list("pk", flat=True)
    return sum_for_each(waiting, erase_player_data, failed="Failed to remove user %s from their games")


def _leave_tables(user: User) -> None:
    """Withdraw the user's own proposals, give up places in others', decline challenges."""
    for proposal in Proposal.objects.filter(creator=user, status=ProposalStatus.OPEN):
        try:
            withdraw_proposal(proposal_id=proposal.pk, user=user)
        except Refused:  # It filled or expired a moment ago.
            continue
    Proposal.objects.filter(creator=user).update(message="")
    for place in Place.objects.filter(_concerns(user.pk), proposal__status=ProposalStatus.OPEN):
        leave = leave_proposal if place.kept_for_id is None else decline_challenge
        try:
            leave(proposal_id=place.proposal_id, user=user)
        except Refused:  # The proposal filled or closed a moment ago: the game it became is left below.
            continue


def _leave_game(user: User, game_id: int) -> None:
    """Abort or resign one game. An unreadable game is recorded as a fault; an outage is raised again."""
    for leave in (abort_game, resign):
        try:
            leave(game_id=game_id, user=user)
        except Refused as refusal:
            logger.info("Game %s refused %s: %s", game_id, leave.__name__, refusal.code)
        except Exception as error:
            note_fault(game_id=game_id, error=error, now=timezone.now())
            return
        else:
            return


def _forget_words(user: User) -> None:
    """Delete the user's chat messages and blank their events, which keep their numbers: streams resume by them."""
    for message in ChatMessage.objects.filter(author=user):
        events = GameEvent.objects.filter(game=message.game_id, kind=EventKind.CHAT, payload__message=message.pk)
        events.update(payload={"message": message.pk, "author": user.username, "text": ""})
        message.delete()


def _seats_to_leave() -> QuerySet[Seat]:
    """Seats in games in progress, except games whose retry is not due."""
    games = Game.objects.filter(not_backing_off(timezone.now()), status__in=IN_PROGRESS)
    return Seat.objects.filter(game__in=games, left="")


def _concerns(user: int | OuterRef) -> Q:
    return (Q(user=user) | Q(kept_for=user)) & ~Q(proposal__creator=user)
