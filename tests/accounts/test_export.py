"""Taking one's data along."""

import json
from collections.abc import Callable

import pytest
from django.apps import apps
from django.test import Client

from accounts.enums import ModerationAction
from accounts.models import User
from accounts.registries import personal_data
from accounts.registries.personal_data import export_data, register_export
from accounts.services.moderation import moderate
from accounts.services.tokens import create_token
from games.analysis.services import request_analysis
from games.notifications.services.calendar import make_feed
from games.services.endings import resign
from tests.games.playing import start
from tests.tournaments.events import make_club, open_event

Browser = Callable[[User], Client]


def test_the_download_holds_what_is_theirs_and_no_secret(mira: User, stranger: User, browser_of: Browser) -> None:
    _token, secret = create_token(user=mira, name="script", scopes=["play"], days=3)
    response = browser_of(mira).get("/settings/data/download/")
    text = response.content.decode()
    data = json.loads(text)
    assert response["Content-Disposition"] == 'attachment; filename="asterism-mira.json"'
    assert data["account"]["display_name"] == "Mira Kovač"
    assert [token["name"] for token in data["tokens"]] == ["script"]
    assert [word for word in (secret, "stranger", mira.password) if word in text] == []


def test_the_api_gives_the_same(mira: User, browser_of: Browser) -> None:
    browser = browser_of(mira)
    assert browser.get("/api/v1/me/export/").json() == browser.get("/settings/data/download/").json()


def test_an_app_adds_its_part(mira: User, browser_of: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_data, "_exporters", dict(personal_data._exporters))
    register_export("stones", lambda user: [user.username])
    assert browser_of(mira).get("/settings/data/download/").json()["stones"] == ["mira"]


def test_two_parts_of_one_name_are_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_data, "_exporters", {})
    register_export("stones", str)
    with pytest.raises(ValueError, match="Duplicate export name 'stones'"):
        register_export("stones", repr)


def test_a_stranger_gets_nothing(client: Client, mira: User) -> None:
    assert client.get("/settings/data/download/").status_code == 302
    assert client.get("/api/v1/me/export/").status_code == 401


def test_what_somebody_asked_for_organises_and_judged_is_in_it(mira: User, stranger: User) -> None:
    game = start("nonaga", [mira, stranger])
    resign(game_id=game.pk, user=mira)
    request_analysis(game_id=game.pk, user=mira)
    make_feed(user=mira)
    open_event(make_club(mira), mira)
    User.objects.filter(pk=mira.pk).update(is_staff=True)
    mira.refresh_from_db()
    moderate(moderator=mira, person=stranger, action=ModerationAction.WARN, why="Be kind.")
    data = export_data(mira)
    assert [each["game_id"] for each in data["talk"]["analyses"]] == [game.pk]
    assert data["notices"]["calendar"] is not None
    assert data["tournaments"]["organises"] == [{"name": "Spring Open", "club__name": "Vega Circle"}]
    assert [each["why"] for each in data["people"]["moderated"]] == ["Be kind."]
    others = export_data(stranger)
    assert [others["talk"]["analyses"], others["notices"]["calendar"], others["tournaments"]["organises"]] == [
        [],
        None,
        [],
    ]


# What is kept of a person by another column than their own rows', and why it is in no download.
NOT_IN_IT = {
    "accounts.FirstAdministrator.user": "a lock, which says no more than that they are the administrator",
    "accounts.Report.person": "what others told the moderators in confidence",
    "accounts.Relationship.other": "what others want of them in silence",
    "admin.LogEntry.user": "the administrators' own log",
    "games.MailFault.user": "the mail server's answers, kept until a mail goes through",
    "games.Note.person": "what others wrote for themselves",
    "games.Place.user": "a place at a table: the proposal, or the game, is in it",
    "games.Place.kept_for": "a challenge by somebody else: its notice is in it",
    "tournaments.ClubChange.person": "what a club's organisers did: its log is theirs, and the notice of it is in it",
    "tournaments.Tournament.created_by": "whoever creates an event is among its organisers",
    "tournaments.Tournament.bye_ai": "an AI",
}


def test_whatever_refers_to_a_person_is_in_the_download_or_left_out_for_a_reason() -> None:
    """A new model that keeps something of people is thought about here."""
    told = {
        "account.EmailAddress.user",
        "accounts.ApiToken.user",
        "accounts.FormerTimeZone.user",
        "accounts.ModerationEntry.moderator",
        "accounts.ModerationEntry.person",
        "accounts.Report.reporter",
        "accounts.Relationship.owner",
        "games.Analysis.asked_by",
        "games.CalendarFeed.user",
        "games.ChatMessage.author",
        "games.SolitaireAttempt.user",
        "games.ImportedGame.owner",
        "games.Vacation.user",
        "games.Note.author",
        "games.Notice.user",
        "games.NoticeSettings.user",
        "games.Proposal.creator",
        "games.PushSubscription.user",
        "games.PuzzleRating.user",
        "games.Rating.user",
        "games.RatingChange.user",
        "games.SavedSetup.user",
        "games.Seat.user",
        "games.TacticTry.user",
        "mfa.Authenticator.user",
        "tournaments.Change.actor",
        "tournaments.ClubChange.actor",
        "tournaments.Entry.user",
        "tournaments.JoinRequest.user",
        "tournaments.Membership.user",
        "tournaments.News.author",
        "tournaments.Table.decided_by",
        "tournaments.Tournament.organisers",
        "tournaments.Webhook.created_by",
        "usersessions.UserSession.user",
    }
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is User
    }
    assert found == told | set(NOT_IN_IT)
