"""Addresses of pages about games."""

from django.urls import path

from games.views import game, mine

app_name = "games"
urlpatterns = [
    path("my/games/next/", mine.next_game, name="next_game"),
    path("games/<int:game_id>/", game.game_page, name="game"),
    path("games/<int:game_id>/positions/<int:ply>/", game.position, name="position"),
    path("games/<int:game_id>/picture.svg", game.game_picture, name="picture"),
    path("games/<int:game_id>/record.json", game.game_json, name="record_json"),
    path("games/<int:game_id>/record.txt", game.game_text, name="record_text"),
]
