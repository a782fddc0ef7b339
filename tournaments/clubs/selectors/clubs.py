"""Queries about clubs: members, roles, news, leaderboards, logs."""

from typing import Annotated, TypedDict

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.json_types import DateTime, time_text
from accounts.models import User
from games.models import Rating
from games.ratings.selectors import leaderboard
from games.selectors.game_json import PlayerJson
from games.selectors.game_queries import player_json
from tournaments.enums import ClubAction, Joining, Role
from tournaments.models import Club, ClubChange, JoinRequest, Membership, News
from tournaments.selectors.counting import how_many

Viewer = User | AnonymousUser | None


def open_clubs() -> QuerySet[Club]:
    """Every club that is not closed."""
    return Club.objects.filter(closed_at=None).order_by("name")


def with_member_counts(clubs: QuerySet[Club]) -> QuerySet[Club]:
    return clubs.annotate(member_count=how_many(Membership.objects.all(), "club"))


def get_club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise NotFound(_("Club not found. Look for it in the list of clubs."))
    return club


def find_by_invitation(invitation: str) -> Club:
    club = Club.objects.filter(invitation=invitation, closed_at=None).first()
    if club is None:
        raise NotFound(_("This invitation is no longer valid. Ask the club for a new link."))
    return club


def role_of(club: Club, viewer: Viewer) -> Role | None:
    if viewer is None or not viewer.is_authenticated:
        return None
    role = Membership.objects.filter(club=club, user_id=viewer.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def members_of(club: Club, *, called: str = "") -> QuerySet[Membership]:
    """Memberships, the oldest first; with `called`, those whose name or username contains it."""
    members = Membership.objects.filter(club=club).select_related("user").order_by("joined_at", "id")
    return members.filter(is_called(called)) if called else members


def is_called(words: str) -> Q:
    """A filter for memberships: name or username contains the text."""
    return Q(user__username__icontains=words) | Q(user__display_name__icontains=words)


def club_leaderboard(club: Club, *, family: str, is_live: bool) -> QuerySet[Rating]:
    """Ratings of the members that are no longer provisional, the best first."""
    return leaderboard(family=family, is_live=is_live).filter(user__memberships__club=club)


def requests_to(club: Club) -> QuerySet[JoinRequest]:
    return JoinRequest.objects.filter(club=club).select_related("user").order_by("created_at", "id")


def has_asked(club: Club, viewer: Viewer) -> bool:
    if not isinstance(viewer, User):
        return False
    return JoinRequest.objects.filter(club=club, user=viewer).exists()


def news_of(club: Club) -> QuerySet[News]:
    return News.objects.filter(club=club).select_related("author")


def news_for(user: User) -> QuerySet[News]:
    """News of a user's clubs, the newest first."""
    return News.objects.filter(club__in=clubs_of(user)).select_related("author", "club")


def clubs_of(user: User) -> QuerySet[Club]:
    """The clubs of which the user is a member."""
    return Club.objects.filter(memberships__user=user, closed_at=None).order_by("name")


def changes_of(club: Club) -> QuerySet[ClubChange]:
    return ClubChange.objects.filter(club=club).select_related("actor", "person", "roster_person")


# -- as JSON ------------------------------------------------------------------------------------------------------


class ClubLineJson(TypedDict):
    slug: str
    name: str
    description: str
    joining: Annotated[str, Joining]
    members: int
    created_at: DateTime


class ClubJson(ClubLineJson):
    is_closed: bool
    your_role: Annotated[str, Role] | None


def club_json(club: Club, viewer: Viewer) -> ClubJson:
    role = role_of(club, viewer)
    return {
        **club_line(club, club.memberships.count()),
        "is_closed": club.closed_at is not None,
        "your_role": None if role is None else role.value,
    }


def club_line(club: Club, member_count: int) -> ClubLineJson:
    return {
        "slug": club.slug,
        "name": club.name,
        "description": club.description,
        "joining": club.joining,
        "members": member_count,
        "created_at": time_text(club.created_at),
    }


class MemberJson(PlayerJson):
    role: Annotated[str, Role]
    joined_at: DateTime


def member_json(membership: Membership) -> MemberJson:
    return {
        **player_json(membership.user),
        "role": membership.role,
        "joined_at": time_text(membership.joined_at),
    }


class JoinRequestJson(TypedDict):
    id: int
    person: PlayerJson
    message: str
    created_at: DateTime


def request_json(request: JoinRequest) -> JoinRequestJson:
    return {
        "id": request.pk,
        "person": player_json(request.user),
        "message": request.message,
        "created_at": time_text(request.created_at),
    }


class NewsJson(TypedDict):
    id: int
    title: str
    text: str
    author: PlayerJson
    published_at: DateTime


def news_json(news: News) -> NewsJson:
    return {
        "id": news.pk,
        "title": news.title,
        "text": news.text,
        "author": player_json(news.author),
        "published_at": time_text(news.published_at),
    }


class ClubChangeJson(TypedDict):
    id: int
    at: DateTime
    actor: PlayerJson
    action: Annotated[str, ClubAction]
    about: str


def club_change_json(change: ClubChange) -> ClubChangeJson:
    return {
        "id": change.pk,
        "at": time_text(change.at),
        "actor": player_json(change.actor),
        "action": change.action,
        "about": change.subject,
    }
