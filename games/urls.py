"""Addresses of pages about games."""

from django.urls import path

from games.views import analysis, game, leave, lists, lobby, notes, notices, ratings, tables

app_name = "games"
urlpatterns = [
    path("play/", lobby.lobby, name="lobby"),
    path("play/ai/", lobby.play_ai, name="play_ai"),
    path("play/tables/<int:proposal_id>/", tables.table_page, name="proposal"),
    path("play/tables/<int:proposal_id>/join/", tables.join, name="proposal_join"),
    path("play/tables/<int:proposal_id>/leave/", tables.leave, name="proposal_leave"),
    path("play/tables/<int:proposal_id>/decline/", tables.decline, name="proposal_decline"),
    path("play/tables/<int:proposal_id>/withdraw/", tables.withdraw, name="proposal_withdraw"),
    path("play/tables/<int:proposal_id>/ai/", tables.seat_ai, name="proposal_ai"),
    path("play/invitations/<str:token>/", tables.invitation_page, name="invitation"),
    path("play/invitations/<str:token>/join/", tables.join_invitation, name="invitation_join"),
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
    path("games/<int:game_id>/note/", notes.game_note, name="game_note"),
    path("games/<int:game_id>/chat/<int:message_id>/report/", notes.message_report, name="message_report"),
    path("people/<str:username>/note/", notes.person_note, name="person_note"),
    path("ratings/", ratings.leaderboards, name="leaderboards"),
    path("ratings/<str:family>/", ratings.leaderboard_page, name="leaderboard"),
    path("people/<str:username>/against/<str:other>/", ratings.against, name="against"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read_all, name="read_notices"),
    path("notices/unsubscribe/<str:token>/", notices.unsubscribe_page, name="unsubscribe"),
    path("settings/notices/", notices.notice_settings, name="notice_settings"),
    path("settings/notices/calendar/", notices.new_calendar, name="new_calendar"),
    path("settings/notices/calendar/revoke/", notices.revoke_calendar, name="revoke_calendar"),
    path("settings/leave/", leave.leave_page, name="leave"),
    path("settings/leave/<int:leave_id>/end/", leave.come_back, name="come_back"),
    path("calendar/<str:token>.ics", notices.calendar, name="calendar"),
]
