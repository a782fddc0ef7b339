"""Queries for games, proposals and related rows. A list costs the same number of queries at any length."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from accounts.models import User
from accounts.selectors import account_named, silenced_by
from games.enums import Audience, GameStatus, ProposalKind, ProposalStatus, Seating
from games.models import ChatMessage, Game, Place, Proposal, SavedSetup, Seat
from games.selectors.game_json import (
    PlayerJson,
    TermsJson,
    VacationShownJson,
    Viewer,
    away_json,
    can_see,
    get_game,
    seat_of,
    terms_json,
)
from games.selectors.position_json import SetupFormJson
from games.selectors.result_text import result_words
from games.vacations.time_off import vacation_of, with_vacation

_PLACES = Prefetch("places", Place.objects.select_related("user", "kept_for").order_by("index"), to_attr="table")


# -- games --------------------------------------------------------------------------------------------------------


def visible_games(viewer: Viewer) -> QuerySet[Game]:
    """The games that this viewer may see, newest first, with their seats, without the large position columns."""
    is_open = Q(spectators=True) | Q(status=GameStatus.OVER)
    if viewer is not None and viewer.pk is not None:
        is_open |= Q(Exists(_unranked_seats(viewer)))
    seats = Prefetch("seats", with_vacation(Seat.objects.order_by("index")), to_attr="table")
    return Game.objects.filter(is_open).defer("snapshot", "face").prefetch_related(seats).order_by("-id")


def games_of(user: User) -> QuerySet[Game]:
    """The user's own games in progress, most urgent first."""
    in_progress = Q(status=GameStatus.SETUP) | Q(status=GameStatus.RUNNING)
    return visible_games(user).filter(in_progress, Exists(_unranked_seats(user))).order_by("deadline", "id")


def games_awaiting(user: User) -> QuerySet[Game]:
    """The games that wait for this user: a turn to play, or a set-up to hand in; most urgent first."""
    return visible_games(user).filter(awaits(user)).order_by("deadline", "id")


def awaits(user: Viewer) -> Q:
    """Filter games to those that wait for the user. The plain seat condition comes first: it leaves few rows."""
    to_move = _unranked_seats(user).filter(index=OuterRef("to_move"))
    no_setup = _unranked_seats(user).filter(secret_setup="")  # nosec B106 # a set-up, no password
    is_their_turn = Q(status=GameStatus.RUNNING) & Q(Exists(to_move))
    is_their_setup = Q(status=GameStatus.SETUP) & Q(Exists(no_setup))
    return Q(Exists(_unranked_seats(user))) & (is_their_turn | is_their_setup)


def played_by(username: str) -> Q:
    """Filter games by player. The account is looked up first, so that the database compares ids, not names."""
    return Q(Exists(seats_held_by(account_named(username))))


def seats_held_by(account: int | None) -> QuerySet[Seat]:
    """The seats of an account in the outer query's game; empty for None."""
    return Seat.objects.filter(game=OuterRef("pk"), user=account)


class RankedPlayerJson(PlayerJson):
    rank: int | None
    vacation: VacationShownJson | None


class GameSummaryJson(TermsJson):
    id: int
    status: Annotated[str, GameStatus]
    ply: int
    turn: int
    to_move: int | None
    deadline: DateTime | None
    event: int
    you: int | None
    players: list[RankedPlayerJson]
    result: str | None
    created_at: DateTime
    finished_at: DateTime | None


def game_summary(game: Game, viewer: Viewer) -> GameSummaryJson:
    """A game in a list as JSON, without its position, so with nothing to hide."""
    seats: Sequence[Seat] = game.table  # type: ignore[attr-defined]
    own = seat_of(seats, viewer, game)
    return {
        "id": game.pk,
        **terms_json(game.terms),
        "status": game.status,
        "ply": game.ply,
        "turn": game.turn,
        "to_move": game.to_move,
        "deadline": time_text(game.deadline),
        "event": game.event_seq,
        "you": None if own is None else own.index,
        "players": [
            {**player_json(seat.user), "rank": seat.rank, "vacation": away_json(vacation_of(seat))} for seat in seats
        ],
        "result": result_words(game, seats) or None,
        "created_at": time_text(game.created_at),
        "finished_at": time_text(game.finished_at),
    }


def _unranked_seats(user: Viewer) -> QuerySet[Seat]:
    """The user's seats in games without a result, by a partial index that leaves out finished games."""
    return seats_held_by(None if user is None else user.pk).filter(rank=None)


# -- proposals ----------------------------------------------------------------------------------------------------


def visible_proposals(kind: ProposalKind, viewer: Viewer) -> QuerySet[Proposal]:
    """The open proposals of a kind that this viewer may see: all seeks; of the rest those that concern them."""
    now = timezone.now()
    proposals = Proposal.objects.filter(kind=kind, status=ProposalStatus.OPEN, expires_at__gt=now)
    proposals = proposals.exclude(creator__suspended_until__gt=now)
    if kind != ProposalKind.SEEK:
        proposals = proposals.filter(_concerns(viewer))
    return proposals.select_related("creator").prefetch_related(_PLACES).order_by("-id")


def get_proposal(kind: ProposalKind, viewer: Viewer, *, proposal_id: int | None = None, token: str = "") -> Proposal:
    """One proposal in any status; raises NotFound. An invitation is found by its token."""
    named = {"token": token} if kind == ProposalKind.INVITATION else {"pk": proposal_id}
    proposals = Proposal.objects.filter(kind=kind, **named).select_related("creator").prefetch_related(_PLACES)
    if kind == ProposalKind.CHALLENGE:
        proposals = proposals.filter(_concerns(viewer))
    proposal = proposals.first()
    if proposal is None:
        raise NotFound(_("Game not found, or you don't have access to it."))
    return proposal


class PlaceJson(TypedDict):
    index: int
    player: PlayerJson | None
    kept_for: PlayerJson | None


class ProposalJson(TermsJson):
    id: int
    kind: Annotated[str, ProposalKind]
    status: Annotated[str, ProposalStatus]
    creator: PlayerJson
    seating: Annotated[str, Seating]
    places: list[PlaceJson]
    lowest_rating: int | None
    highest_rating: int | None
    message: str
    token: str | None
    game: int | None
    rematch_of: int | None
    created_at: DateTime
    expires_at: DateTime


def proposal_json(proposal: Proposal, viewer: Viewer) -> ProposalJson:
    places: Sequence[Place] = proposal.table  # type: ignore[attr-defined]
    return {
        "id": proposal.pk,
        "kind": proposal.kind,
        "status": proposal.status,
        **terms_json(proposal.terms),
        "creator": player_json(proposal.creator),
        "seating": proposal.seating,
        "places": [
            {
                "index": place.index,
                "player": None if place.user is None else player_json(place.user),
                "kept_for": None if place.kept_for is None else player_json(place.kept_for),
            }
            for place in places
        ],
        "lowest_rating": proposal.lowest_rating,
        "highest_rating": proposal.highest_rating,
        "message": proposal.message,
        "token": proposal.token if _may_hand_on(proposal, viewer) else None,
        "game": proposal.game_id,
        "rematch_of": proposal.rematch_of_id,
        "created_at": time_text(proposal.created_at),
        "expires_at": time_text(proposal.expires_at),
    }


def _concerns(viewer: Viewer) -> Q:
    if viewer is None or viewer.pk is None:
        return Q(pk=None)
    places = Place.objects.filter(proposal=OuterRef("pk"))
    return Q(creator=viewer) | Q(Exists(places.filter(Q(user=viewer) | Q(kept_for=viewer))))


def _may_hand_on(proposal: Proposal, viewer: Viewer) -> bool:
    is_creator = viewer is not None and proposal.creator_id == viewer.pk
    return proposal.kind == ProposalKind.INVITATION and is_creator


def player_json(user: User) -> PlayerJson:
    return {"username": user.username, "name": user.public_name, "is_ai": user.is_ai}


# -- chat and set-ups ---------------------------------------------------------------------------------------------


def audiences(game: Game, seats: Sequence[Seat], viewer: Viewer) -> list[Audience]:
    """The chat audiences that this viewer may read: all after the end, before it those of their own room."""
    if not can_see(game, seats, viewer):
        return []
    if not game.is_in_progress:
        return [Audience.ALL, Audience.PLAYERS, Audience.SPECTATORS]
    own_room = Audience.SPECTATORS if seat_of(seats, viewer, game) is None else Audience.PLAYERS
    return [Audience.ALL, own_room]


def chat_of(game: Game, seats: Sequence[Seat], viewer: Viewer) -> QuerySet[ChatMessage]:
    rooms = audiences(game, seats, viewer)
    messages = ChatMessage.objects.filter(game=game, room__in=rooms).select_related("author").order_by("id")
    return messages.exclude(author__in=silenced_by(viewer)) if isinstance(viewer, User) else messages


def get_message(game_id: int, message_id: int, viewer: Viewer) -> ChatMessage:
    """A chat message; raises NotFound for users who may not read it."""
    game, seats = get_game(game_id, viewer)
    message = chat_of(game, seats, viewer).filter(pk=message_id).first()
    if message is None:
        raise NotFound(_("Message not found in this chat."))
    return message


def silenced_names(viewer: Viewer) -> list[str]:
    """Names whose messages a page hides when they come by the event stream, which is the same for all."""
    return list(silenced_by(viewer).values_list("username", flat=True)) if isinstance(viewer, User) else []


class ChatJson(TypedDict):
    id: int
    room: str
    author: PlayerJson
    text: str
    at: DateTime


def message_json(message: ChatMessage) -> ChatJson:
    return {
        "id": message.pk,
        "room": message.room,
        "author": player_json(message.author),
        "text": message.text,
        "at": time_text(message.at),
    }


class SavedSetupJson(TypedDict):
    id: int
    variant: str
    name: str
    setup: str


class OwnSetupFormJson(SetupFormJson):
    """The form of a seat with the player's saved set-ups; `setup` is the one submitted, visible to its player only."""

    saved: list[SavedSetupJson]
    setup: str | None


def setup_json(setup: SavedSetup) -> SavedSetupJson:
    return {"id": setup.pk, "variant": setup.variant, "name": setup.name, "setup": setup.text}


def saved_setups(user: User, variant: str = "") -> QuerySet[SavedSetup]:
    setups = SavedSetup.objects.filter(user=user).order_by("variant", "name")
    return setups.filter(variant=variant) if variant else setups
