"""Download of personal data."""

import json
from collections.abc import Callable

from django.apps import apps
from django.test import Client

from accounts.enums import ModerationAction
from accounts.models import User
from accounts.selectors import export_data
from accounts.services.moderation import moderate
from accounts.services.tokens import create_token
from games.analysis.services import request_analysis
from games.notifications.services.notices import make_feed
from games.services.endings import resign
from tests.games.playing import start
from tests.tournaments.playing import make_club, open_tournament

Browser = Callable[[User], Client]


def test_the_download_contains_the_users_data_and_no_secret(mira: User, stranger: User, browser_of: Browser) -> None:
    _token, secret = create_token(user=mira, name="script", scopes=["play"], days=3)
    response = browser_of(mira).get("/settings/data/download/")
    text = response.content.decode()
    data = json.loads(text)
    assert response["Content-Disposition"] == 'attachment; filename="asterism-mira.json"'
    assert data["account"]["display_name"] == "Mira Kovač"
    assert [token["name"] for token in data["tokens"]] == ["script"]
    assert [word for word in (secret, "stranger", mira.password) if word in text] == []


def test_the_api_returns_the_same(mira: User, browser_of: Browser) -> None:
    browser = browser_of(mira)
    assert browser.get("/api/v1/me/export/").json() == browser.get("/settings/data/download/").json()


def test_every_app_adds_its_parts(mira: User, browser_of: Browser) -> None:
    apps_own = {"account", "people", "sessions", "tokens"}
    games_own = {"games", "vacations", "conditional_moves", "notices", "puzzles", "ratings", "talk"}
    download = browser_of(mira).get("/settings/data/download/").json()
    assert set(download) == apps_own | games_own | {"clubs", "tournaments"}


def test_anonymous_users_get_nothing(client: Client, mira: User) -> None:
    assert client.get("/settings/data/download/").status_code == 302
    assert client.get("/api/v1/me/export/").status_code == 401


def test_analyses_calendar_organised_tournaments_and_moderation_are_included(mira: User, stranger: User) -> None:
    game = start("nonaga", [mira, stranger])
    resign(game_id=game.pk, user=mira)
    request_analysis(game_id=game.pk, user=mira)
    make_feed(user=mira)
    open_tournament(make_club(mira), mira)
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


# Columns that refer to a user but are in no download, with the reason.
NOT_IN_IT = {
    "accounts.FirstAdministrator.user": "a lock, which says no more than that they are the administrator",
    "accounts.Report.person": "what others reported to the moderators in confidence",
    "accounts.Relationship.other": "private settings of others",
    "admin.LogEntry.user": "the administrators' own log",
    "games.MailFault.user": "the mail server's answers, kept until a mail goes through",
    "games.Note.person": "private notes of others",
    "games.Place.user": "a seat of a proposal: the proposal, or the game, is included",
    "games.Place.kept_for": "a challenge by another user: its notice is included",
    "tournaments.ClubChange.person": "what a club's organisers did: its log is theirs, and the notice of it is in it",
    "tournaments.Tournament.created_by": "the creator of a tournament is among its organisers",
    "tournaments.Tournament.bye_ai": "an AI",
}


def test_every_reference_to_a_user_is_exported_or_excluded_for_a_reason() -> None:
    """A new model that refers to users must be considered here."""
    exported = {
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
        "tournaments.NameClaim.user",
        "tournaments.News.author",
        "tournaments.Person.user",
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
    assert found == exported | set(NOT_IN_IT)
