"""URLs of the games API under /api/v1/."""

from django.urls import path
from django.urls.resolvers import URLPattern

from games.analysis import api as analysis
from games.api import ai, conditional_moves, games, notes, records, variants
from games.api.game_events import Events
from games.enums import ProposalKind
from games.imports import api as imports
from games.lobby import api as lobby
from games.notifications.api import notices, push
from games.notifications.api.stream import NoticeEvents
from games.puzzles.api import solitaire, tactics
from games.ratings import api as ratings
from games.vacations import api as vacations

app_name = "games-api"


def _table(prefix: str, kind: ProposalKind, name: str, *, join: str = "join") -> list[URLPattern]:
    """The URLs of one proposal of a kind."""
    return [
        path(f"{prefix}/", lobby.Proposal.as_view(kind=kind), name=name),
        path(f"{prefix}/{join}/", lobby.Join.as_view(kind=kind), name=f"{name}-{join}"),
        path(f"{prefix}/leave/", lobby.Leave.as_view(kind=kind), name=f"{name}-leave"),
    ]


urlpatterns = [
    path("variants/", variants.Variants.as_view(), name="variants"),
    path("variants/<str:variant_id>/", variants.Variant.as_view(), name="variant"),
    path("variants/<str:variant_id>/positions/", variants.Positions.as_view(), name="positions"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/records/", records.Records.as_view(), name="records"),
    path("games/<int:game_id>/", games.Game.as_view(), name="game"),
    path("games/<int:game_id>/turns/", games.Turns.as_view(), name="turns"),
    path("games/<int:game_id>/record/", records.Record.as_view(), name="record"),
    path("games/<int:game_id>/setup/", games.Setup.as_view(), name="setup"),
    path("games/<int:game_id>/draw/", games.Draw.as_view(), name="draw"),
    path("games/<int:game_id>/takeback/", games.Takeback.as_view(), name="takeback"),
    path("games/<int:game_id>/resign/", games.Resignation.as_view(), name="resign"),
    path("games/<int:game_id>/abort/", games.Abort.as_view(), name="abort"),
    path("games/<int:game_id>/rematch/", games.Rematch.as_view(), name="rematch"),
    path("games/<int:game_id>/chat/", games.Chat.as_view(), name="chat"),
    path("games/<int:game_id>/chat/<int:message_id>/report/", notes.MessageReport.as_view(), name="message-report"),
    path("games/<int:game_id>/play-on/", imports.PlayOn.as_view(), name="play-on"),
    path("imports/", imports.Imports.as_view(), name="imports"),
    path("imports/<int:import_id>/", imports.Import.as_view(), name="import"),
    path("imports/<int:import_id>/play-on/", imports.ImportPlayOn.as_view(), name="import-play-on"),
    path("games/<int:game_id>/note/", notes.GameNote.as_view(), name="game-note"),
    path("people/<str:username>/note/", notes.PersonNote.as_view(), name="person-note"),
    path("games/<int:game_id>/conditional-moves/", conditional_moves.Own.as_view(), name="conditional-moves"),
    path("games/<int:game_id>/ai/", ai.Retry.as_view(), name="ai-retry"),
    path("games/<int:game_id>/analysis/", analysis.Analysis.as_view(), name="analysis"),
    path("games/<int:game_id>/hint/", analysis.Hint.as_view(), name="hint"),
    path("games/<int:game_id>/events/", Events.as_view(), name="events"),
    path("ais/", ai.Opponents.as_view(), name="ais"),
    path("seeks/", lobby.Seeks.as_view(), name="seeks"),
    path("challenges/", lobby.Challenges.as_view(), name="challenges"),
    path("invitations/", lobby.Invitations.as_view(), name="invitations"),
    *_table("seeks/<int:proposal_id>", ProposalKind.SEEK, "seek"),
    path("seeks/<int:proposal_id>/ai/", lobby.SeatAi.as_view(kind=ProposalKind.SEEK), name="seek-ai"),
    *_table("challenges/<int:proposal_id>", ProposalKind.CHALLENGE, "challenge", join="accept"),
    path(
        "challenges/<int:proposal_id>/decline/",
        lobby.Decline.as_view(kind=ProposalKind.CHALLENGE),
        name="challenge-decline",
    ),
    *_table("invitations/<str:token>", ProposalKind.INVITATION, "invitation"),
    path("invitations/<str:token>/ai/", lobby.SeatAi.as_view(kind=ProposalKind.INVITATION), name="invitation-ai"),
    path("vacations/", vacations.Vacations.as_view(), name="vacations"),
    path("vacations/<int:vacation_id>/", vacations.Vacation.as_view(), name="vacation"),
    path("notices/", notices.Notices.as_view(), name="notices"),
    path("notices/events/", NoticeEvents.as_view(), name="notice-events"),
    path("notices/read/", notices.Read.as_view(), name="notices-read"),
    path("notices/settings/", notices.Settings.as_view(), name="notice-settings"),
    path("me/push/", push.PushBrowsers.as_view(), name="push"),
    path("me/push/<int:browser_id>/", push.PushBrowser.as_view(), name="push-browser"),
    path("ratings/", ratings.Leaderboard.as_view(), name="leaderboard"),
    path("people/<str:username>/ratings/", ratings.Ratings.as_view(), name="ratings"),
    path("people/<str:username>/ratings/history/", ratings.History.as_view(), name="rating-history"),
    path("people/<str:username>/against/<str:other>/", ratings.Against.as_view(), name="against"),
    path("puzzles/solitaire/", solitaire.Boards.as_view(), name="solitaire-boards"),
    path("puzzles/solitaire/<slug:slug>/", solitaire.Solitaire.as_view(), name="solitaire"),
    path("puzzles/solitaire/<slug:slug>/positions/", solitaire.Positions.as_view(), name="solitaire-positions"),
    path("puzzles/solitaire/<slug:slug>/attempts/", solitaire.Attempts.as_view(), name="solitaire-attempts"),
    path("puzzles/tactics/", tactics.Tactics.as_view(), name="tactics"),
    path("puzzles/tactics/<int:tactic_id>/", tactics.OneTactic.as_view(), name="tactic"),
    path("puzzles/tactics/<int:tactic_id>/attempts/", tactics.TacticAttempts.as_view(), name="tactic-attempts"),
    path("puzzles/tactics/<int:tactic_id>/solution/", tactics.TacticSolution.as_view(), name="tactic-solution"),
    path("setups/", lobby.SavedSetups.as_view(), name="saved-setups"),
    path("setups/<int:setup_id>/", lobby.SavedSetup.as_view(), name="saved-setup"),
]
