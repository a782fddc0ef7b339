"""URLs of games pages."""

from django.urls import path

from games.analysis import views as analysis
from games.imports import views as imports
from games.lobby.views import lobby, play_ai, proposals
from games.notifications import views as notifications
from games.puzzles.views import solitaire, tactics
from games.ratings import views as ratings
from games.vacations import views as vacations
from games.views import game, lists, notes

app_name = "games"
urlpatterns = [
    path("play/", lobby.lobby, name="lobby"),
    path("play/ai/", play_ai.play_ai_page, name="play_ai"),
    path("play/tables/<int:proposal_id>/", proposals.table_page, name="proposal"),
    path("play/tables/<int:proposal_id>/join/", proposals.join, name="proposal_join"),
    path("play/tables/<int:proposal_id>/leave/", proposals.leave, name="proposal_leave"),
    path("play/tables/<int:proposal_id>/decline/", proposals.decline, name="proposal_decline"),
    path("play/tables/<int:proposal_id>/withdraw/", proposals.withdraw, name="proposal_withdraw"),
    path("play/tables/<int:proposal_id>/ai/", proposals.seat_ai, name="proposal_ai"),
    path("play/invitations/<str:token>/", proposals.invitation_page, name="invitation"),
    path("play/invitations/<str:token>/join/", proposals.join_invitation, name="invitation_join"),
    path("my/games/", lists.my_games_page, name="my_games"),
    path("my/games/next/", lists.next_game, name="next_game"),
    path("games/", lists.archive, name="archive"),
    path("games/<int:game_id>/", game.game_page, name="game"),
    path("games/<int:game_id>/analysis/", analysis.analysis_page, name="analysis"),
    path("games/<int:game_id>/analysis/ask/", analysis.ask_for_analysis, name="analysis_ask"),
    path("games/<int:game_id>/positions/<int:ply>/", game.position, name="position"),
    path("games/<int:game_id>/picture.svg", game.game_picture, name="picture"),
    path("games/<int:game_id>/record.json", game.game_json, name="record_json"),
    path("games/<int:game_id>/record.txt", game.game_text, name="record_text"),
    path("games/<int:game_id>/play-on/", game.play_on_page, name="play_on"),
    path("my/imports/", imports.imports_page, name="imports"),
    path("my/imports/<int:import_id>/", imports.import_page, name="import"),
    path("my/imports/<int:import_id>/positions/<int:ply>/", imports.import_position, name="import_position"),
    path("my/imports/<int:import_id>/play-on/", imports.play_on_page, name="import_play_on"),
    path("my/imports/<int:import_id>/delete/", imports.delete_page, name="import_delete"),
    path("games/<int:game_id>/note/", notes.game_note, name="game_note"),
    path("games/<int:game_id>/chat/<int:message_id>/report/", notes.message_report, name="message_report"),
    path("people/<str:username>/note/", notes.person_note, name="person_note"),
    path("puzzles/", solitaire.puzzles, name="puzzles"),
    path("puzzles/rules/", solitaire.solitaire_rules, name="solitaire_rules"),
    path("puzzles/solitaire/", solitaire.boards_page, name="solitaire_boards"),
    path("puzzles/solitaire/<slug:slug>/", solitaire.solitaire_page, name="solitaire"),
    path("puzzles/tactics/", tactics.tactics_page, name="tactics"),
    path("puzzles/tactics/next/", tactics.next_page, name="next_tactic"),
    path("puzzles/tactics/<int:tactic_id>/", tactics.tactic_page, name="tactic"),
    path("ratings/", ratings.leaderboards, name="leaderboards"),
    path("ratings/<str:family>/", ratings.leaderboard_page, name="leaderboard"),
    path("people/<str:username>/against/<str:other>/", ratings.against, name="against"),
    path("notices/", notifications.notices, name="notices"),
    path("notices/read/", notifications.read_all, name="read_notices"),
    path("notices/unsubscribe/<str:token>/", notifications.unsubscribe_page, name="unsubscribe"),
    path("settings/notices/", notifications.notice_settings, name="notice_settings"),
    path("settings/notices/calendar/", notifications.new_calendar, name="new_calendar"),
    path("settings/notices/calendar/revoke/", notifications.revoke_calendar, name="revoke_calendar"),
    path("settings/notices/browsers/<int:browser_id>/forget/", notifications.forget, name="forget_browser"),
    path("settings/vacations/", vacations.vacations_page, name="vacations"),
    path("settings/vacations/<int:vacation_id>/end/", vacations.come_back, name="come_back"),
    path("calendar/<str:token>.ics", notifications.calendar, name="calendar"),
]
