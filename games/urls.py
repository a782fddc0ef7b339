"""Addresses of pages about games."""

from django.urls import path

from games.views import game

app_name = "games"
urlpatterns = [
    path("games/<int:game_id>/", game.game_page, name="game"),
]
