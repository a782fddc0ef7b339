"""URLs of the pages of clubs and tournaments."""

from django.urls import path

from tournaments.check_in import views as check_in
from tournaments.clubs.views import clubs, leaderboards, roster
from tournaments.hall.views import printing, screens
from tournaments.views import embeds, organising, result_entry, rules, tournaments, wizard
from tournaments.webhooks import views as webhooks

app_name = "tournaments"
urlpatterns = [
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/new/", clubs.found, name="new-club"),
    path("clubs/invitations/<str:invitation>/", clubs.invitation, name="invitation"),
    path("clubs/<slug:slug>/", clubs.show, name="club"),
    path("clubs/<slug:slug>/edit/", clubs.edit, name="edit-club"),
    path("clubs/<slug:slug>/members/", clubs.members, name="members"),
    path("clubs/<slug:slug>/people/", roster.people, name="people"),
    path("clubs/<slug:slug>/people/import/", roster.import_page, name="import-people"),
    path("clubs/<slug:slug>/people/<int:person_id>/", roster.person, name="person"),
    path("clubs/<slug:slug>/people/do/<slug:action>/", roster.run_action, name="roster-do"),
    path("clubs/<slug:slug>/log/", clubs.log, name="club-log"),
    path("clubs/<slug:slug>/do/<slug:action>/", clubs.run_action, name="club-do"),
    path("clubs/<slug:slug>/screen/", screens.club_screen, name="club-screen"),
    path("clubs/<slug:slug>/new-tournament/", wizard.new_tournament, name="new-tournament"),
    path("clubs/<slug:slug>/leaderboard/", leaderboards.leaderboard, name="club-leaderboards"),
    path("clubs/<slug:slug>/leaderboard/<slug:family>/", leaderboards.leaderboard, name="club-leaderboard"),
    path("clubs/<slug:slug>/seasons/new/", leaderboards.new_season, name="new-season"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/", leaderboards.season, name="season"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/edit/", leaderboards.edit_season, name="edit-season"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/delete/", leaderboards.delete_season, name="delete-season"),
    path("clubs/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("clubs/<slug:slug>/webhooks/<int:webhook_id>/", webhooks.deliveries, name="deliveries"),
    path("clubs/<slug:slug>/webhooks/<int:webhook_id>/remove/", webhooks.remove, name="remove-webhook"),
    path("embed/tournaments/<int:tournament_id>/", embeds.standings, name="embed-standings"),
    path("embed/tournaments/<int:tournament_id>/crosstable/", embeds.crosstable, name="embed-crosstable"),
    path("tournaments/", tournaments.tournament_list, name="tournaments"),
    path("tournaments/<int:tournament_id>/", tournaments.standings, name="tournament"),
    path("tournaments/<int:tournament_id>/edit/", rules.edit, name="edit-tournament"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/", tournaments.pairings, name="pairings"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/results/", result_entry.results, name="results"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/print/", printing.pairings, name="print"),
    path("tournaments/<int:tournament_id>/rounds/<int:number>/slips/", printing.slips, name="slips"),
    path("tournaments/<int:tournament_id>/print/", printing.standings, name="print-standings"),
    path("tournaments/<int:tournament_id>/certificate/", printing.certificate, name="certificate"),
    path("tournaments/<int:tournament_id>/screen/", screens.tournament_screen, name="screen"),
    path("tournaments/<int:tournament_id>/crosstable/", tournaments.crosstable, name="crosstable"),
    path("tournaments/<int:tournament_id>/projection/", tournaments.projection, name="projection"),
    path("tournaments/<int:tournament_id>/players/", tournaments.players, name="players"),
    path("tournaments/<int:tournament_id>/players/<int:entry_id>/", tournaments.player, name="player"),
    path("tournaments/<int:tournament_id>/check-in/", check_in.organisers_page, name="check-in"),
    path("tournaments/<int:tournament_id>/check-in/poster/", check_in.poster, name="check-in-poster"),
    path("check-in/<str:token>/", check_in.self_check_in, name="self-check-in"),
    path("tournaments/<int:tournament_id>/log/", tournaments.log, name="log"),
    path("tournaments/<int:tournament_id>/do/<slug:action>/", organising.run_action, name="do"),
]
