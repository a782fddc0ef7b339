"""API views of clubs, their members, news and seasons."""

from typing import Any, Literal, TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import JsonListView, checked
from accounts.drf.schema import describe
from accounts.errors import NotFound
from accounts.http.requests import person_of
from accounts.selectors import get_person
from games.models import Rating
from games.ratings.api import POOL_PARAMETERS, read_pool
from games.ratings.selectors import RankedJson, ranked_json
from tournaments.api import inputs
from tournaments.api.base import ORGANISE_TO_WRITE, PEOPLE_ONLY, PLAYERS, ClubView
from tournaments.api.filters import ClubFilter, MemberFilter
from tournaments.clubs.selectors import clubs as selectors
from tournaments.clubs.selectors.clubs import (
    ClubChangeJson,
    ClubJson,
    ClubLineJson,
    JoinRequestJson,
    MemberJson,
    NewsJson,
    club_change_json,
    club_json,
    club_line,
    member_json,
    news_json,
    request_json,
)
from tournaments.clubs.services import clubs, membership, seasons
from tournaments.enums import RUNNERS, Role
from tournaments.models import Club as ClubRow
from tournaments.models import ClubChange, Membership, News, Season
from tournaments.selectors.seasons import (
    ClubTableJson,
    SeasonJson,
    SeasonLineJson,
    club_table_json,
    season_json,
    season_line,
)


class Clubs(JsonListView):
    permission_classes = ORGANISE_TO_WRITE
    filterset_class = ClubFilter

    def get_queryset(self) -> QuerySet[ClubRow]:
        return selectors.open_clubs()

    def row_json(self, club: ClubRow) -> ClubLineJson:
        return club_line(club, club.member_count)  # type: ignore[attr-defined]

    def filter_queryset(self, queryset: Any) -> Any:
        return selectors.with_member_counts(super().filter_queryset(queryset))

    @describe("List clubs by name", response=list[ClubLineJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe("Create a club", request=inputs.ClubInput, response=ClubJson, status=201)
    def post(self, request: Request) -> Response:
        club = clubs.create_club(user=person_of(request), **checked(inputs.ClubInput, request))
        return Response(club_json(club, request.user), status=201)


class Club(ClubView):
    @describe("Get a club", response=ClubJson)
    def get(self, request: Request, slug: str) -> Response:
        return Response(club_json(self.club(slug), request.user))

    @describe("Update a club; omitted fields are unchanged", request=inputs.ClubChangesInput, response=ClubJson)
    def patch(self, request: Request, slug: str) -> Response:
        changes = checked(inputs.ClubChangesInput, request)
        club = clubs.change_club(club_id=self.club(slug).pk, user=person_of(request), **changes)
        return Response(club_json(club, request.user))

    @describe("Close a club permanently", response=ClubJson)
    def delete(self, request: Request, slug: str) -> Response:
        return Response(club_json(clubs.close_club(club_id=self.club(slug).pk, user=person_of(request)), request.user))


class JoinedJson(TypedDict):
    """`member`, or `asked` where the club approves requests to join."""

    joined: Literal["member", "asked"]


class Members(JsonListView):
    permission_classes = PLAYERS
    row_json = staticmethod(member_json)
    filterset_class = MemberFilter
    queryset = Membership.objects.none()

    def get_queryset(self) -> QuerySet[Membership]:
        return selectors.members_of(selectors.get_club(self.kwargs["slug"]))

    @describe("List members", response=list[MemberJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe("Join a club, or request to join", request=inputs.JoinInput, response=JoinedJson)
    def post(self, request: Request, slug: str) -> Response:
        club = selectors.get_club(slug)
        joined = membership.join_club(club_id=club.pk, user=person_of(request), **checked(inputs.JoinInput, request))
        answer: JoinedJson = {"joined": "member" if isinstance(joined, Membership) else "asked"}
        return Response(answer)


class Leaderboard(JsonListView):
    permission_classes = ORGANISE_TO_WRITE
    row_json = staticmethod(ranked_json)
    queryset = Rating.objects.none()

    def get_queryset(self) -> QuerySet[Rating]:
        return selectors.club_leaderboard(selectors.get_club(self.kwargs["slug"]), **read_pool(self.request))

    @describe(
        "List members' established ratings in a game, highest first",
        response=list[RankedJson],
        parameters=POOL_PARAMETERS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Leave(ClubView):
    permission_classes = PLAYERS

    @describe("Leave a club", status=204)
    def post(self, request: Request, slug: str) -> Response:
        membership.leave_club(club_id=self.club(slug).pk, user=person_of(request))
        return Response(status=204)


class Member(ClubView):
    @describe("Change a member's role", request=inputs.RoleInput, response=MemberJson)
    def patch(self, request: Request, slug: str, username: str) -> Response:
        role = Role(checked(inputs.RoleInput, request)["role"])
        member = get_person(username)
        changed = membership.change_role(club_id=self.club(slug).pk, user=person_of(request), member=member, role=role)
        return Response(member_json(changed))

    @describe("Remove a member", status=204)
    def delete(self, request: Request, slug: str, username: str) -> Response:
        member = get_person(username)
        membership.remove_member(club_id=self.club(slug).pk, user=person_of(request), member=member)
        return Response(status=204)


class Requests(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("List requests to join", response=list[JoinRequestJson])
    def get(self, request: Request, slug: str) -> Response:
        club = self.club(slug)
        clubs.check_role(club, person_of(request), *RUNNERS)
        return Response([request_json(one) for one in selectors.requests_to(club)])


class AskedToJoin(ClubView):
    @describe("Accept or decline a request to join", request=inputs.AnswerInput, status=204)
    def post(self, request: Request, slug: str, request_id: int) -> Response:
        accept = checked(inputs.AnswerInput, request)["accept"]
        membership.answer_request(request_id=request_id, user=person_of(request), accept=accept)
        return Response(status=204)


class OwnRequest(ClubView):
    permission_classes = PLAYERS

    @describe("Cancel your request to join", status=204)
    def delete(self, request: Request, slug: str) -> Response:
        membership.withdraw_request(club_id=self.club(slug).pk, user=person_of(request))
        return Response(status=204)


class InvitationJson(TypedDict):
    invitation: str


def invitation_json(club: ClubRow) -> InvitationJson:
    return {"invitation": club.invitation}


class Invitation(ClubView):
    permission_classes = PEOPLE_ONLY

    @describe("Get a club's invitation", response=InvitationJson)
    def get(self, request: Request, slug: str) -> Response:
        club = self.club(slug)
        clubs.check_role(club, person_of(request), *RUNNERS)
        return Response(invitation_json(club))

    @describe("Create a new invitation, which revokes the old one", response=InvitationJson)
    def post(self, request: Request, slug: str) -> Response:
        club = clubs.renew_invitation(club_id=self.club(slug).pk, user=person_of(request))
        return Response(invitation_json(club))


class Transfer(ClubView):
    @describe("Transfer ownership of a club", request=inputs.PersonInput, response=MemberJson)
    def post(self, request: Request, slug: str) -> Response:
        member = get_person(checked(inputs.PersonInput, request)["username"])
        heir = membership.transfer_club(club_id=self.club(slug).pk, user=person_of(request), member=member)
        return Response(member_json(heir))


class NewsList(JsonListView):
    permission_classes = ORGANISE_TO_WRITE
    row_json = staticmethod(news_json)
    queryset = News.objects.none()

    def get_queryset(self) -> QuerySet[News]:
        return selectors.news_of(selectors.get_club(self.kwargs["slug"]))

    @describe("List a club's news", response=list[NewsJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @describe("Publish a news post", request=inputs.NewsInput, response=NewsJson, status=201)
    def post(self, request: Request, slug: str) -> Response:
        club = selectors.get_club(slug)
        news = clubs.publish_news(club_id=club.pk, user=person_of(request), **checked(inputs.NewsInput, request))
        return Response(news_json(news), status=201)


class NewsItem(ClubView):
    @describe("Delete a news post", status=204)
    def delete(self, request: Request, slug: str, news_id: int) -> Response:
        clubs.delete_news(news_id=news_id, user=person_of(request))
        return Response(status=204)


class ClubLog(JsonListView):
    permission_classes = PEOPLE_ONLY
    row_json = staticmethod(club_change_json)
    queryset = ClubChange.objects.none()

    def get_queryset(self) -> QuerySet[ClubChange]:
        club = selectors.get_club(self.kwargs["slug"])
        clubs.check_role(club, person_of(self.request), *RUNNERS)
        return selectors.changes_of(club)

    @describe("List entries of a club's internal log, newest first", response=list[ClubChangeJson])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)


class Seasons(ClubView):
    @describe("List a club's seasons", response=list[SeasonLineJson])
    def get(self, request: Request, slug: str) -> Response:
        rows = Season.objects.filter(club=self.club(slug))
        return Response([season_line(season) for season in rows])

    @describe("Create a season", request=inputs.SeasonInput, response=SeasonJson, status=201)
    def post(self, request: Request, slug: str) -> Response:
        given = checked(inputs.SeasonInput, request)
        ids = given.pop("tournaments")
        season = seasons.create_season(club_id=self.club(slug).pk, user=person_of(request), tournament_ids=ids, **given)
        return Response(season_json(season), status=201)


class SeasonTable(ClubView):
    def find(self, slug: str, season_id: int) -> Season:
        season = Season.objects.filter(club=self.club(slug), pk=season_id).first()
        if season is None:
            raise NotFound(_("Season not found."))
        return season

    @describe("Get a season's standings", response=SeasonJson)
    def get(self, request: Request, slug: str, season_id: int) -> Response:
        return Response(season_json(self.find(slug, season_id)))

    @describe("Update a season", request=inputs.SeasonInput, response=SeasonJson)
    def put(self, request: Request, slug: str, season_id: int) -> Response:
        given = checked(inputs.SeasonInput, request)
        ids = given.pop("tournaments")
        season = self.find(slug, season_id)
        changed = seasons.change_season(season_id=season.pk, user=person_of(request), tournament_ids=ids, **given)
        return Response(season_json(changed))

    @describe("Delete a season", status=204)
    def delete(self, request: Request, slug: str, season_id: int) -> Response:
        seasons.delete_season(season_id=self.find(slug, season_id).pk, user=person_of(request))
        return Response(status=204)


class ClubTable(ClubView):
    @describe(
        "Get a club's standings over all finished tournaments, by each player's best results",
        response=ClubTableJson,
        parameters=[inputs.ClubTableInput],
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = inputs.ClubTableInput(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return Response(club_table_json(self.club(slug), **asked.validated_data))
