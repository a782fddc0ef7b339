"""Queries of the lobby and of game lists: open proposals, own games, the archive."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import User
from accounts.selectors import account_named
from games.enums import GameStatus, ProposalKind
from games.models import Game, Proposal, Seat
from games.selectors.game_json import Viewer
from games.selectors.game_queries import (
    awaits,
    games_of,
    get_proposal,
    played_by,
    seats_held_by,
    visible_games,
    visible_proposals,
)

# Finds tournaments by text: from the query and the viewer to prefixes of `Game.arranged_by`.
Arranger = Callable[[str, Viewer], list[str]]
_arrangers: list[Arranger] = []


def register_arranger(find_keys: Arranger) -> None:
    """Register a search of another app, which makes the games it arranged findable in the archive."""
    if find_keys not in _arrangers:
        _arrangers.append(find_keys)


def get_table(proposal_id: int, viewer: Viewer) -> Proposal:
    """A proposal of any kind by its id; an invitation only for those already in it. Raises NotFound."""
    proposal = Proposal.objects.filter(pk=proposal_id).first()
    if proposal is None or (proposal.kind == ProposalKind.INVITATION and not _is_at(proposal, viewer)):
        raise NotFound(_("Game not found, or you don't have access to it."))
    return get_proposal(ProposalKind(proposal.kind), viewer, proposal_id=proposal.pk, token=proposal.token)


def _is_at(proposal: Proposal, viewer: Viewer) -> bool:
    if viewer is None or viewer.pk is None:
        return False
    return proposal.creator_id == viewer.pk or proposal.places.filter(user=viewer.pk).exists()


def open_seeks(viewer: Viewer, wanted: Mapping[str, Any]) -> QuerySet[Proposal]:
    """The open seeks of the lobby, filtered."""
    return visible_proposals(ProposalKind.SEEK, viewer).filter(terms_filter(wanted))


def challenges_for(user: User) -> list[Proposal]:
    """Challenges in which a place is reserved for this user."""
    open_challenges = visible_proposals(ProposalKind.CHALLENGE, user)
    return list(open_challenges.filter(places__kept_for=user, places__user=None).distinct())


def tables_of(user: User) -> list[Proposal]:
    """The open challenges and invitations that this user created or joined; seeks are in the lobby."""
    kinds = (ProposalKind.CHALLENGE, ProposalKind.INVITATION)
    mine = Q(creator=user) | Q(places__user=user)
    return [table for kind in kinds for table in visible_proposals(kind, user).filter(mine).distinct()]


def terms_filter(wanted: Mapping[str, Any]) -> Q:
    """Filter by `variant` (or a whole `family`), `pace` (live, days) and `rated` (rated, casual)."""
    found = Q()
    if variant := wanted.get("variant"):
        found &= Q(variant=variant) | Q(family=variant)
    if pace := wanted.get("pace"):
        found &= Q(is_live=pace == "live")
    if rated := wanted.get("rated"):
        found &= Q(rated=rated == "rated")
    return found


def my_games(user: User, wanted: Mapping[str, Any]) -> QuerySet[Game]:
    """The user's games in progress: those that wait for them first, the most urgent on top."""
    waits = ExpressionWrapper(awaits(user), output_field=BooleanField())
    games = games_of(user).annotate(is_waiting=waits).filter(terms_filter(wanted))
    if wanted.get("turn") == "mine":
        games = games.filter(is_waiting=True)
    return games.order_by("-is_waiting", "deadline", "id")


def finished_games(viewer: Viewer, wanted: Mapping[str, Any]) -> QuerySet[Game]:
    """The archive, latest first; `result` is the named player's, `tournament` a name or a number."""
    games = visible_games(viewer).filter(terms_filter(wanted), status=GameStatus.OVER)
    for name in ("player", "opponent"):
        if wanted.get(name):
            games = games.filter(played_by(wanted[name]))
    if wanted.get("reason"):
        games = games.filter(reason=wanted["reason"])
    if wanted.get("since"):
        games = games.filter(finished_at__date__gte=wanted["since"])
    if wanted.get("until"):
        games = games.filter(finished_at__date__lte=wanted["until"])
    if wanted.get("player") and wanted.get("result"):
        games = games.filter(with_result(wanted["player"], wanted["result"]))
    if wanted.get("tournament"):
        games = games.filter(arranged_by(wanted["tournament"], viewer))
    return games.order_by("-finished_at", "-id")


def arranged_by(words: str, viewer: Viewer) -> Q:
    """Filter games to those of tournaments with this name or number."""
    keys = [key for find_keys in _arrangers for key in find_keys(words.strip(), viewer)]
    found = Q(pk=None)
    for key in keys:
        found |= Q(arranged_by__startswith=key)
    return found


def with_result(username: str, result: str) -> Q:
    """Filter by a player's result: `won` is rank 1 alone, `drawn` a shared rank, `lost` the rest."""
    own = seats_held_by(account_named(username))
    equals = Seat.objects.filter(game=OuterRef("game"), rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
    shared = own.filter(Exists(equals))
    alone = own.filter(~Exists(equals))
    return {
        "won": Q(Exists(alone.filter(rank=1))),
        "drawn": Q(Exists(shared)),
        "lost": Q(Exists(alone.filter(rank__gt=1))),
    }[result]
