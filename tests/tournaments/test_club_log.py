"""Actions of a club's owners and organisers are in the club's log; those of administrators in the admin log."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.errors import Conflict
from accounts.models import User
from games.models import Game
from tests.accounts.people import has_code
from tests.games.playing import client_of, make_people, start
from tests.games.rated import finished_row
from tests.tournaments.playing import make_rules
from tournaments.clubs.services.clubs import change_club, close_club, delete_news, publish_news, renew_invitation
from tournaments.clubs.services.membership import answer_request, change_role, join_club, remove_member, transfer_club
from tournaments.clubs.services.seasons import change_season, create_season, delete_season
from tournaments.enums import Role
from tournaments.models import Club, ClubChange, JoinRequest
from tournaments.services.lifecycle import create_tournament, delete_draft_tournament, open_registration
from tournaments.webhooks.services import create_webhook, delete_webhook


def lines(club: Club) -> list[tuple[str, str, str]]:
    changes = ClubChange.objects.filter(club=club).select_related("actor", "person").order_by("id")
    return [(change.actor.username, change.action, change.subject) for change in changes]


def test_every_action_of_owners_and_organisers_is_logged(club: Club, secretary: User) -> None:
    by = {"club_id": club.pk, "user": secretary}
    ada, ben, cleo = make_people("ada", "ben", "cleo")
    change_club(**by, joining="request")
    for person, accept in ((ada, True), (ben, True), (cleo, False)):
        join_club(club_id=club.pk, user=person)
        answer_request(request_id=JoinRequest.objects.get(user=person).pk, user=secretary, accept=accept)
    change_role(**by, member=ada, role=Role.ORGANISER)
    change_role(**by, member=ada, role=Role.ORGANISER)  # changes nothing, so it is not logged
    remove_member(**by, member=ben)
    renew_invitation(**by)
    delete_news(news_id=publish_news(**by, title="Hall", text="Booked.").pk, user=ada)
    season = create_season(**by, name="2026")
    change_season(season_id=season.pk, user=secretary, name="2027", best=None, score="points", tournament_ids=[])
    delete_season(season_id=season.pk, user=secretary)
    hook = create_webhook(**by, url="https://example.org/a/secret/path", kinds=["result"])
    delete_webhook(**by, webhook_id=hook.pk)
    tournament = create_tournament(**by, rules=make_rules())
    delete_draft_tournament(tournament_id=tournament.pk, user=secretary)
    transfer_club(**by, member=ada)
    close_club(club_id=club.pk, user=ada)
    assert lines(club) == [
        ("secretary", "described", "Vega Circle"),
        ("secretary", "admitted", "ada"),
        ("secretary", "admitted", "ben"),
        ("secretary", "turned_away", "cleo"),
        ("secretary", "role", "ada: organiser"),
        ("secretary", "removed", "ben"),
        ("secretary", "invitation", ""),
        ("secretary", "news", "Hall"),
        ("ada", "news_gone", "Hall"),
        ("secretary", "season", "2026"),
        ("secretary", "season_changed", "2027"),
        ("secretary", "season_gone", "2027"),
        ("secretary", "webhook", "example.org"),
        ("secretary", "webhook_gone", "example.org"),
        ("secretary", "tournament", "Spring Open"),
        ("secretary", "tournament_gone", "Spring Open"),
        ("secretary", "handed_over", "ada"),
        ("ada", "closed", ""),
    ]


def test_only_owners_and_organisers_read_the_log(client: Client, club: Club, secretary: User, stranger: User) -> None:
    publish_news(club_id=club.pk, user=secretary, title="The hall", text="Booked.")
    address = f"/clubs/{club.slug}/log/"
    assert client.get(address).status_code == 302
    client.force_login(stranger)
    assert client.get(address).status_code == 403
    join_club(club_id=club.pk, user=stranger)
    assert client.get(address).status_code == 403
    client.force_login(secretary)
    assert "The hall" in client.get(address).content.decode()
    assert address in client.get(f"/clubs/{club.slug}/").content.decode()


def test_the_log_by_api(club: Club, secretary: User, stranger: User) -> None:
    publish_news(club_id=club.pk, user=secretary, title="The hall", text="Booked.")
    address = f"/api/v1/clubs/{club.slug}/log/"
    assert client_of(None).get(address).status_code == 401
    assert client_of(stranger).get(address).status_code == 403
    (line,) = client_of(secretary).get(address).json()["results"]
    assert (line["actor"]["username"], line["action"], line["about"]) == ("secretary", "news", "The hall")


def test_actions_of_administrators_are_in_the_admin_log(admin_client: Client, admin_user: User) -> None:
    ada, ben = make_people("ada", "ben")
    running, over = start("nonaga", [ada, ben]), finished_row([ada, ben], [1, 2])
    for action in ("annul", "strike"):
        admin_client.post("/admin/games/game/", {"action": action, "_selected_action": [running.pk, over.pk]})
    written = LogEntry.objects.order_by("id").values_list("user__username", "object_id", "change_message")
    assert list(written) == [("admin", str(running.pk), "Annulled."), ("admin", str(over.pk), "Result voided.")]
    assert Game.objects.filter(status="annulled").count() == 2
    page = admin_client.get("/admin/admin/logentry/").content.decode()
    assert "Annulled." in page
    assert "Result voided." in page


@pytest.mark.parametrize("path", ["add/", "1/delete/"])
def test_the_admin_log_is_read_only(admin_client: Client, admin_user: User, path: str) -> None:
    LogEntry.objects.create(pk=1, user=admin_user, object_repr="x", action_flag=2, change_message="x")
    assert admin_client.post(f"/admin/admin/logentry/{path}", {"post": "yes"}).status_code == 403
    assert LogEntry.objects.count() == 1


def test_a_draft_tournament_of_a_closed_club_cannot_be_opened(club: Club, secretary: User) -> None:
    draft = create_tournament(club_id=club.pk, user=secretary, rules=make_rules())
    close_club(club_id=club.pk, user=secretary)
    with pytest.raises(Conflict, check=has_code("closed")):
        open_registration(tournament_id=draft.pk, user=secretary)
