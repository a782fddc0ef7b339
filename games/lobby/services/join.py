"""Join a proposal, give up a place in it, decline or withdraw it.

Changes to a rematch proposal are also events of the finished game, whose viewers see who asks for it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, NotFound, Unprocessable
from accounts.models import User
from accounts.services.checks import check_good_standing, check_no_block, lock_person
from accounts.services.sweeps import sum_for_each
from games.enums import EventKind, GameStatus, ProposalKind, ProposalStatus
from games.lobby.services.create import check_room_for_ai, propose_again, start_if_full
from games.models import Place, Proposal
from games.ratings.selectors import value_of
from games.selectors.game_json import get_game, rematch_of, seat_of
from games.services.locked_game import LockedGame, lock_game


def join_proposal(*, proposal_id: int, user: User, token: str = "") -> Proposal:
    """Take a free place; the last one starts the game. Idempotent."""
    check_good_standing(user)
    with transaction.atomic():
        locked = _lock(proposal_id)
        proposal, places = locked.proposal, locked.places
        if any(place.user_id == user.pk for place in places):
            return proposal
        place = _place_for(proposal, places, user, token)
        _check_open(proposal)
        if proposal.creator.is_suspended:
            message = _("The creator of this game can't play right now. Choose another one.")
            raise Conflict(message, code="closed")
        check_no_block(user, [other.user_id for other in places if other.user_id is not None])
        _check_rating(proposal, user)
        if place is None:
            raise Conflict(_("This game is full. Choose another one."), code="full")
        _sit(place, user)
        start_if_full(proposal)
        _publish_rematch(locked, user)
    return proposal


def fill_with_ai(*, proposal_id: int, user: User, ai: User) -> Proposal:
    """Give an open seat of the user's own proposal to an AI; a reserved seat isn't open."""
    check_good_standing(user)
    if not ai.is_ai:
        raise Unprocessable(_("Only an AI can be added directly. Challenge people instead."), code="not_an_ai")
    with transaction.atomic():
        lock_person(user)
        locked = _lock(proposal_id)
        proposal, places = locked.proposal, locked.places
        _check_creator(proposal, places, user)
        _check_open(proposal)
        check_room_for_ai(user)
        if proposal.rated and any(place.user_id == ai.pk for place in places):
            raise Unprocessable(
                _("In a rated game each player can take only one seat. Choose another AI."), code="same_player_twice"
            )
        free = [place for place in places if place.is_open]
        if not free:
            message = _("Every seat is taken or reserved. Cancel this game to play against an AI instead.")
            raise Conflict(message, code="full")
        _sit(free[-1], ai)
        start_if_full(proposal)
    return proposal


def leave_proposal(*, proposal_id: int, user: User) -> Proposal:
    """Give up a place before the game begins. The creator withdraws the proposal instead."""
    with transaction.atomic():
        locked = _lock(proposal_id)
        proposal = locked.proposal
        if proposal.creator_id == user.pk:
            raise Unprocessable(_("This is your own game. Cancel it instead."), code="own_table")
        own = [place for place in locked.places if place.user_id == user.pk]
        if not own:
            raise _hidden()
        _check_open(proposal)
        Place.objects.filter(pk=own[0].pk).update(user=None)
        _publish_rematch(locked, user)
    return proposal


def decline_challenge(*, proposal_id: int, user: User) -> Proposal:
    """Decline a challenge, which closes it for all its players. Idempotent."""
    with transaction.atomic():
        locked = _lock(proposal_id)
        if not any(place.kept_for_id == user.pk for place in locked.places):
            raise _hidden()
        return _close(locked, ProposalStatus.DECLINED, user)


def withdraw_proposal(*, proposal_id: int, user: User) -> Proposal:
    """Withdraw the user's own proposal before it is full."""
    with transaction.atomic():
        locked = _lock(proposal_id)
        _check_creator(locked.proposal, locked.places, user)
        return _close(locked, ProposalStatus.WITHDRAWN, user)


def expire_proposals(*, now: datetime | None = None) -> int:
    """Sweep: close proposals that expired; returns how many. A rematch that can't be closed stops no other."""
    overdue = Proposal.objects.filter(status=ProposalStatus.OPEN, expires_at__lte=now or timezone.now())
    expired = overdue.filter(rematch_of=None).update(status=ProposalStatus.EXPIRED)
    return expired + sum_for_each(
        overdue.values_list("pk", flat=True), _expire_rematch, failed="Failed to close rematch %s"
    )


def _expire_rematch(proposal_id: int) -> bool:
    with transaction.atomic():
        locked = _lock(proposal_id)
        if locked.proposal.status != ProposalStatus.OPEN:
            return False
        _set_status(locked, ProposalStatus.EXPIRED)
    return True


@dataclass(frozen=True)
class _LockedProposal:
    """A proposal under its lock, and for a rematch the finished game under its own."""

    proposal: Proposal
    places: list[Place]
    finished: LockedGame | None


def _lock(proposal_id: int) -> _LockedProposal:
    game_id = Proposal.objects.filter(pk=proposal_id).values_list("rematch_of", flat=True).first()
    finished = None if game_id is None else lock_game(game_id=game_id, now=timezone.now())
    proposal = Proposal.objects.select_for_update(no_key=True).filter(pk=proposal_id).first()
    if proposal is None:
        raise _hidden()
    return _LockedProposal(proposal, list(proposal.places.order_by("index")), finished)


def _publish_rematch(locked: _LockedProposal, user: User | None = None) -> None:
    """Add the rematch's state as an event of the finished game, with the seat of the player who changed it."""
    game, proposal = locked.finished, locked.proposal
    if game is None:
        return
    seat = next((seat.index for seat in game.seats if user is not None and seat.user_id == user.pk), None)
    game.add_event(EventKind.REMATCH, seat=seat, game=proposal.game_id, status=proposal.status)
    game.save()


def _place_for(proposal: Proposal, places: list[Place], user: User, token: str) -> Place | None:
    """The place that the user may take, None if all are taken; raises NotFound if the proposal isn't for them."""
    if proposal.kind == ProposalKind.INVITATION and token != proposal.token:
        raise _hidden()
    if proposal.kind == ProposalKind.CHALLENGE and not any(place.kept_for_id == user.pk for place in places):
        raise _hidden()
    free = [place for place in places if not place.is_taken and place.kept_for_id in (None, user.pk)]
    return free[0] if free else None


def _check_rating(proposal: Proposal, user: User) -> None:
    """Raise Forbidden if the user's rating is outside the range of the seek."""
    lowest, highest = proposal.lowest_rating, proposal.highest_rating
    if lowest is None and highest is None:
        return
    own = value_of(user, family=proposal.family, is_live=proposal.is_live)
    if (lowest is not None and own < lowest) or (highest is not None and own > highest):
        message = _("This game is for ratings %(range)s; yours is %(own)s. Choose another one.") % {
            "range": _range_words(lowest, highest),
            "own": own,
        }
        raise Forbidden(message, code="outside_rating_range")


def _range_words(lowest: int | None, highest: int | None) -> str:
    if highest is None:
        return _("from %(lowest)s up") % {"lowest": lowest}
    return (
        _("up to %(highest)s") % {"highest": highest}
        if lowest is None
        else _("from %(lowest)s to %(highest)s") % {"lowest": lowest, "highest": highest}
    )


def _sit(place: Place, user: User) -> None:
    if not Place.objects.filter(pk=place.pk, user=None).update(user=user):
        raise Conflict(_("Another player just took this seat."), code="full")


def _close(locked: _LockedProposal, status: ProposalStatus, user: User) -> Proposal:
    if locked.proposal.status != status:
        _check_open(locked.proposal)
        _set_status(locked, status, user)
    return locked.proposal


def _set_status(locked: _LockedProposal, status: ProposalStatus, user: User | None = None) -> None:
    locked.proposal.status = status
    locked.proposal.save(update_fields=["status"])
    _publish_rematch(locked, user)


def _check_open(proposal: Proposal) -> None:
    if proposal.status == ProposalStatus.STARTED:
        raise Conflict(_("The game has already started."), code="started", payload={"game_id": proposal.game_id})
    if proposal.status != ProposalStatus.OPEN or proposal.expires_at <= timezone.now():
        raise Conflict(_("This game is no longer open. Choose another one, or create your own."), code="closed")


def _check_creator(proposal: Proposal, places: list[Place], user: User) -> None:
    if proposal.creator_id == user.pk:
        return
    knows_it = proposal.kind == ProposalKind.SEEK or any(user.pk in (p.user_id, p.kept_for_id) for p in places)
    raise Forbidden(_("Only the creator of the game can do this."), code="not_yours") if knows_it else _hidden()


def _hidden() -> NotFound:
    return NotFound(_("Game not found, or you don't have access to it."))


def offer_rematch(*, game_id: int, user: User) -> Proposal:
    """Offer a rematch, or accept the one offered. The player who moved first moves last.

    It is also an event of the finished game.
    """
    game, seats = get_game(game_id, user)
    if seat_of(seats, user, game) is None:
        raise Forbidden(_("You did not play in this game. Challenge its players instead."), code="not_a_player")
    if game.status != GameStatus.OVER:
        words = _("A rematch needs a finished game. Finish this one, or challenge its players.")
        raise Conflict(words, code="not_over")
    players = [seat.user for seat in seats]
    with transaction.atomic():
        lock_person(user)  # before the game, in the lock order of vacations and deletions: first the person, then games
        locked = lock_game(game_id=game_id, now=timezone.now())
        asked = rematch_of(game)
        if asked is not None and asked.places.filter(user=user).exists():
            return asked
        if asked is not None:
            return join_proposal(proposal_id=asked.pk, user=user)
        proposal = propose_again(user=user, game=game, order=[*players[1:], players[0]])
        seat = locked.check_seat(user).index
        locked.add_event(EventKind.REMATCH, seat=seat, game=proposal.game_id, status=proposal.status)
        locked.save()
        return proposal
