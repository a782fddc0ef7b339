"""URLs of clubs and tournaments under /api/v1/."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import players, rounds, stream, tables, tournaments
from tournaments.check_in import api as check_in
from tournaments.clubs.api import clubs, roster
from tournaments.webhooks import api as webhooks

app_name = "tournaments-api"

club = [
    path("", clubs.Club.as_view(), name="club"),
    path("members/", clubs.Members.as_view(), name="members"),
    path("members/<str:username>/", clubs.Member.as_view(), name="member"),
    path("leaderboard/", clubs.Leaderboard.as_view(), name="club-leaderboard"),
    path("leave/", clubs.Leave.as_view(), name="leave-club"),
    path("requests/", clubs.Requests.as_view(), name="join-requests"),
    path("requests/own/", clubs.OwnRequest.as_view(), name="own-join-request"),
    path("requests/<int:request_id>/", clubs.AskedToJoin.as_view(), name="join-request"),
    path("invitation/", clubs.Invitation.as_view(), name="club-invitation"),
    path("transfer/", clubs.Transfer.as_view(), name="transfer-club"),
    path("news/", clubs.NewsList.as_view(), name="news"),
    path("news/<int:news_id>/", clubs.NewsItem.as_view(), name="news-item"),
    path("log/", clubs.ClubLog.as_view(), name="club-log"),
    path("table/", clubs.ClubTable.as_view(), name="club-table"),
    path("people/", roster.Roster.as_view(), name="roster"),
    path("people/dues/", roster.Dues.as_view(), name="roster-dues"),
    path("people/csv/", roster.RosterCsv.as_view(), name="roster-csv"),
    path("people/import/", roster.Import.as_view(), name="roster-import"),
    path("people/import/preview/", roster.ImportPreview.as_view(), name="roster-import-preview"),
    path("people/<int:person_id>/", roster.OnePerson.as_view(), name="person"),
    path("people/<int:person_id>/merge/", roster.Merge.as_view(), name="merge-people"),
    path("people/<int:person_id>/account/", roster.Account.as_view(), name="person-account"),
    path("people/<int:person_id>/claim/", roster.ClaimName.as_view(), name="claim-name"),
    path("claims/", roster.Claims.as_view(), name="name-claims"),
    path("claims/own/", roster.OwnClaim.as_view(), name="own-name-claim"),
    path("claims/<int:claim_id>/", roster.AnswerClaim.as_view(), name="name-claim"),
    path("webhooks/", webhooks.Webhooks.as_view(), name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.OneWebhook.as_view(), name="webhook"),
    path("webhooks/<int:webhook_id>/deliveries/", webhooks.Deliveries.as_view(), name="deliveries"),
    path("seasons/", clubs.Seasons.as_view(), name="seasons"),
    path("seasons/<int:season_id>/", clubs.SeasonTable.as_view(), name="season"),
]

player = [
    path("", players.Player.as_view(), name="player"),
    path("name/", players.PlayerName.as_view(), name="player-name"),
    path("answer/", players.AnswerEntry.as_view(), name="answer-entry"),
    path("withdrawal/", players.Withdrawal.as_view(), name="withdrawal"),
    path("reinstatement/", players.Reinstatement.as_view(), name="reinstatement"),
    path("byes/", players.Byes.as_view(), name="byes"),
    path("byes/<int:number>/", players.Bye.as_view(), name="bye"),
]

a_round = [
    path("", rounds.Round.as_view(), name="round"),
    path("pairings/", rounds.Pairings.as_view(), name="pairings"),
    path("again/", rounds.PairAgain.as_view(), name="pair-again"),
    path("by-hand/", rounds.PairByHand.as_view(), name="pair-by-hand"),
    path("seat-together/", rounds.SeatTogether.as_view(), name="seat-together"),
    path("publish/", rounds.Publish.as_view(), name="publish-round"),
    path("take-back/", rounds.TakeBack.as_view(), name="take-back-round"),
    path("objections/", rounds.Objections.as_view(), name="objections"),
    path("swap/", rounds.Swap.as_view(), name="swap"),
    path("move/", rounds.MovePlayer.as_view(), name="move-player"),
    path("turn/", rounds.TurnTable.as_view(), name="turn-table"),
    path("times/", rounds.Times.as_view(), name="round-times"),
]

table = [
    path("", rounds.OneTable.as_view(), name="table"),
    path("result/", rounds.Result.as_view(), name="result"),
    path("claim/", rounds.Claim.as_view(), name="claim"),
    path("confirm/", rounds.Confirm.as_view(), name="confirm"),
    path("venue/", rounds.MoveTable.as_view(), name="table-venue"),
]

tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.TournamentDetail.as_view(), name="tournament"),
    path("open/", tournaments.OpenRegistration.as_view(), name="open-registration"),
    path("start/", tournaments.Start.as_view(), name="start"),
    path("finish/", tournaments.Finish.as_view(), name="finish"),
    path("sign-off/", tournaments.SignOff.as_view(), name="sign-off"),
    path("reopen/", tournaments.Reopen.as_view(), name="reopen"),
    path("cancel/", tournaments.Cancel.as_view(), name="cancel"),
    path("copy/", tournaments.Copy.as_view(), name="copy"),
    path("close-overdue/", tournaments.CloseOverdue.as_view(), name="close-overdue"),
    path("next/", tournaments.Guidance.as_view(), name="next-step"),
    path("organisers/", tournaments.Organisers.as_view(), name="organisers"),
    path("organisers/<str:username>/", tournaments.Organiser.as_view(), name="organiser"),
    path("log/", tournaments.Log.as_view(), name="log"),
    path("check-in/", check_in.CheckIn.as_view(), name="check-in"),
    path("check-in/all/", check_in.AllPresent.as_view(), name="all-present"),
    path("check-in/link/", check_in.CheckInLink.as_view(), name="check-in-link"),
    path("check-in/<int:entry_id>/", check_in.PlayerPresence.as_view(), name="presence"),
    path("entry/", players.OwnEntry.as_view(), name="own-entry"),
    path("players/", players.Players.as_view(), name="players"),
    path("players/import/", players.ImportPlayers.as_view(), name="import-players"),
    path("players/roster/", players.PlayersFromRoster.as_view(), name="players-from-roster"),
    path("players/<int:entry_id>/", include(player)),
    path("forbidden/", players.Forbidden.as_view(), name="forbidden"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<int:number>/", include(a_round)),
    path("tables/<int:table_id>/", include(table)),
    path("standings/", tables.Standings.as_view(), name="standings"),
    path("crosstable/", tables.Crosstable.as_view(), name="crosstable"),
    path("projection/", tables.Projection.as_view(), name="projection"),
    path("events/", stream.Events.as_view(), name="events"),
    path("possible/", tables.Possible.as_view(), name="possible"),
    path("trf/", tables.Trf.as_view(), name="trf"),
]

urlpatterns = [
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", include(club)),
    path("tournaments/", tournaments.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<int:tournament_id>/", include(tournament)),
    path("tournaments/check-in-links/<str:token>/", check_in.SelfCheckIn.as_view(), name="self-check-in"),
]
