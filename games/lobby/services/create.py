"""Start games, and propose them: seeks, challenges, invitations by link."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import Invalid, NotFound, TooMany, Unprocessable
from accounts.models import User
from accounts.services.checks import (
    check_can_post,
    check_good_standing,
    check_member,
    check_no_block,
    lock_person,
)
from games.enums import EventKind, ProposalKind, ProposalStatus, Seating
from games.lobby.services.terms import terms_against_ai
from games.models import Game, Place, Proposal, Seat, Terms
from games.ratings.selectors import skills_of
from games.rules.match import Match
from games.selectors.ai import games_against_ais
from games.services.locked_game import LockedGame
from games.signals import proposal_made, publish
from games.timing import DAY, HOUR
from games.translation import in_words

MAX_OPEN_PROPOSALS = 30
# Limit of challenges to the same person per hour that didn't lead to a game.
MAX_UNANSWERED_PER_HOUR = 20
MAX_AI_GAMES = 20
MAX_AI_GAMES_OF_GUEST = 3
OPEN_FOR = {True: 2 * HOUR, False: 30 * DAY}


def start_game(
    *,
    terms: Terms,
    players: Sequence[User],
    arranged_by: str = "",
    rematch_of: Game | None = None,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> Game:
    """Start a game of these players, in the order of their seats; joins the caller's transaction if there is one.

    `starts_at` is when the first clock starts (default: now), `ends_at` when the whole game ends (default: never).
    `arranged_by` is the key by which the organiser of the game finds it again.
    """
    engine = terms.engine
    if len(players) != engine.seats:
        raise Unprocessable(
            _("%(game)s needs %(seats)s players.") % {"game": in_words(engine.name), "seats": engine.seats},
            code="wrong_number_of_players",
        )
    _check_fair(terms, players)
    game = Game(**terms.columns(), arranged_by=arranged_by, rematch_of=rematch_of, ends_at=ends_at)
    with transaction.atomic():
        seats = seats_for(game, players)
        locked = LockedGame(game, seats, max(starts_at or timezone.now(), timezone.now()))
        locked.set_position(Match.begin(engine, terms.turn_limit))
        if engine.has_setup:
            locked.await_setups()
        else:
            locked.begin_turn()
        locked.add_position_event(EventKind.STARTED)
        locked.create()
    return game


def seats_for(game: Game, players: Sequence[User]) -> list[Seat]:
    """The seats of a new game, with the players' current ratings; for services that create games."""
    skills = skills_of(players, family=game.family, is_live=game.is_live)
    seats = []
    for index, user in enumerate(players):
        seat = Seat(game=game, index=index, user=user, is_ai=user.is_ai, bank=game.allowance)
        if user.pk in skills:
            seat.rating, seat.rating_is_provisional = skills[user.pk].value, skills[user.pk].is_provisional
        seats.append(seat)
    return seats


def create_seek(
    *,
    user: User,
    terms: Terms,
    seat: int | None = None,
    lowest_rating: int | None = None,
    highest_rating: int | None = None,
    message: str = "",
) -> Proposal:
    """Create a seek in the lobby. With a seat the seats are fixed, without one they are drawn by lot."""
    if lowest_rating is not None and highest_rating is not None and lowest_rating > highest_rating:
        raise Invalid(_("The lowest rating is above the highest. Swap them."))
    return _propose(
        ProposalKind.SEEK,
        user=user,
        terms=terms,
        seat=seat,
        message=message,
        lowest_rating=lowest_rating,
        highest_rating=highest_rating,
    )


def create_challenge(
    *, user: User, terms: Terms, opponents: Sequence[User], seat: int | None = None, message: str = ""
) -> Proposal:
    """Challenge these people. AIs accept at once, so that a game against AIs alone starts here."""
    _check_opponents(user, terms, opponents)
    return _propose(ProposalKind.CHALLENGE, user=user, terms=terms, seat=seat, others=opponents, message=message)


def create_invitation(*, user: User, terms: Terms, seat: int | None = None, message: str = "") -> Proposal:
    """Create an invitation: anyone with its link may join."""
    return _propose(ProposalKind.INVITATION, user=user, terms=terms, seat=seat, message=message)


def propose_again(*, user: User, game: Game, order: Sequence[User]) -> Proposal:
    """Create a challenge with the terms of a finished game and the seats in this order; for the rematch service."""
    others = [player for player in order if player.pk != user.pk]
    seat = next(index for index, player in enumerate(order) if player.pk == user.pk)
    return _propose(ProposalKind.CHALLENGE, user=user, terms=game.terms, seat=seat, others=others, rematch_of=game)


def start_if_full(proposal: Proposal) -> Game | None:
    """Start the game of a proposal whose last place was taken; None if it isn't full. The caller holds its lock."""
    places = list(proposal.places.select_related("user").order_by("index"))
    players = [place.user for place in places if place.user is not None]
    if len(players) < len(places):
        return None
    if proposal.seating == Seating.LOT:
        secrets.SystemRandom().shuffle(players)
    proposal.game = start_game(terms=proposal.terms, players=players, rematch_of=proposal.rematch_of)
    proposal.status = ProposalStatus.STARTED
    proposal.save(update_fields=["game", "status"])
    return proposal.game


def _propose(
    kind: ProposalKind,
    *,
    user: User,
    terms: Terms,
    seat: int | None,
    others: Sequence[User] = (),
    message: str = "",
    **columns: Any,
) -> Proposal:
    check_good_standing(user)
    if terms.rated or not others or not all(other.is_ai for other in others):
        check_member(user)  # guests play casual games against AIs alone
    if message:
        check_can_post(user)
    if any(other.departed_at is not None or not other.is_active for other in others):
        raise NotFound(_("One of these players has closed their account."))
    check_no_block(user, others)
    seats = terms.engine.seats
    if seat is not None and not 0 <= seat < seats:
        raise Invalid(
            _("Unknown seat."),
            fields={"seat": [_("Choose 0 to %(seats)s, or none for random seats.") % {"seats": seats - 1}]},
        )
    proposal = Proposal(kind=kind, creator=user, message=message, **terms.columns(), **columns)
    proposal.seating = Seating.LOT if seat is None else Seating.CHOSEN
    proposal.expires_at = timezone.now() + OPEN_FOR[terms.control.is_live]
    with transaction.atomic():
        lock_person(user)
        _check_limit(user)
        if proposal.rematch_of is None:
            _check_wait(user, others)
        if any(other.is_ai for other in others):
            check_room_for_ai(user)
        proposal.save()
        Place.objects.bulk_create(_places(proposal, own=seat or 0, seats=seats, others=others))
        start_if_full(proposal)
        publish(proposal_made, proposal_id=proposal.pk)
    return proposal


def _places(proposal: Proposal, *, own: int, seats: int, others: Sequence[User]) -> list[Place]:
    """The places of a proposal: the creator's, the others in order on the rest; AIs accept at once."""
    places = [Place(proposal=proposal, index=index) for index in range(seats)]
    places[own].user = proposal.creator
    free = [place for place in places if place.index != own]
    for place, other in zip(free, others, strict=False):
        place.kept_for = other
        place.user = other if other.is_ai else None
    return places


def _check_opponents(user: User, terms: Terms, opponents: Sequence[User]) -> None:
    seats = terms.engine.seats
    if len(opponents) != seats - 1:
        raise Invalid(
            _("%(game)s needs %(seats)s players.") % {"game": in_words(terms.engine.name), "seats": seats},
            fields={"opponents": [_("Number of opponents to choose: %(seats)s.") % {"seats": seats - 1}]},
        )
    _check_fair(terms, opponents)
    people = [other.pk for other in opponents if not other.is_ai]
    if user.pk in people or len(set(people)) < len(people):
        raise Invalid(
            _("Each player can take only one seat."),
            fields={"opponents": [_("Choose different players, each only once.")]},
        )


def _check_wait(user: User, opponents: Sequence[User]) -> None:
    """Raise TooMany at the rate limit of challenges per opponent that didn't lead to a game.

    The caller holds the lock on the person, so that challenges sent at the same time are counted one by one.
    """
    people = [other.pk for other in opponents if not other.is_ai]
    asked = Place.objects.filter(kept_for__in=people, proposal__creator=user, proposal__rematch_of=None)
    lately = asked.filter(proposal__created_at__gt=timezone.now() - HOUR)
    unheard = Counter(lately.exclude(proposal__status=ProposalStatus.STARTED).values_list("kept_for", flat=True))
    if max(unheard.values(), default=0) >= MAX_UNANSWERED_PER_HOUR:
        message = _("You have sent this player too many challenges. Wait for an answer, or challenge another player.")
        raise TooMany(message, code="too_many_challenges", retry_after=int(HOUR.total_seconds()))


def _check_fair(terms: Terms, players: Sequence[User]) -> None:
    """Raise Unprocessable if a player, even an AI, has two seats in a rated game."""
    if terms.rated and len({player.pk for player in players}) < len(players):
        message = _("In a rated game each AI can take only one seat. Choose another AI, or play a casual game.")
        raise Unprocessable(message, code="same_player_twice")


def check_room_for_ai(user: User) -> None:
    """Raise Unprocessable at the limit of games against AIs per user. The caller holds the lock on the person."""
    most = MAX_AI_GAMES_OF_GUEST if user.is_guest else MAX_AI_GAMES
    if games_against_ais(user) >= most:
        message = _("You have %(most)s games with AIs in progress. Finish or resign one first.") % {"most": most}
        raise Unprocessable(message, code="too_many_ai_games")


def _check_limit(user: User) -> None:
    if Proposal.objects.filter(creator=user, status=ProposalStatus.OPEN).count() >= MAX_OPEN_PROPOSALS:
        raise Unprocessable(
            _("You already have %(most)s open games waiting for players. Cancel one first.")
            % {"most": MAX_OPEN_PROPOSALS},
            code="too_many",
        )


def play_ai(
    *, user: User, ai: User, variant: str, options: Mapping[str, str] | None = None, seat: int | None = None
) -> Game:
    """Start a game with this AI on every other seat; without a seat, the user's is drawn by lot."""
    if not ai.is_ai:
        raise Unprocessable(_("This player isn't an AI. Challenge people in the lobby."), code="not_an_ai")
    terms = terms_against_ai(variant=variant, options=options or {})
    others = [ai] * (terms.engine.seats - 1)
    proposal = create_challenge(user=user, terms=terms, opponents=others, seat=seat)
    assert proposal.game is not None, "AIs accept immediately"
    return proposal.game
