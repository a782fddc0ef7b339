"""URLs of pages that belong to no single app: front page, PWA files, link previews, Learn."""

from django.urls import path

from frontend import app_views, views
from frontend.learn import views as learn_views
from frontend.previews import views as preview_views

app_name = "frontend"
urlpatterns = [
    path("", views.front, name="front"),
    path("front-game.json", learn_views.front_game, name="front_game"),
    path("manifest/<str:language>.webmanifest", app_views.manifest, name="manifest"),
    path("service-worker.js", app_views.service_worker, name="service_worker"),
    path("offline/", app_views.offline, name="offline"),
    path("theme/", views.choose_theme, name="theme"),
    path("language/", views.choose_language, name="language"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("styleguide/", views.styleguide, name="styleguide"),
    path("previews/games/<int:game_id>.png", preview_views.game_picture, name="game_preview"),
    path("previews/solitaire/<slug:slug>.png", preview_views.solitaire_picture, name="solitaire_preview"),
    path("previews/tactics/<int:tactic_id>.png", preview_views.tactic_picture, name="tactic_preview"),
    path("previews/learn/<slug:family_id>.png", preview_views.family_picture, name="family_preview"),
    path("previews/site.png", preview_views.site_picture, name="site_preview"),
    path("previews/tournaments/<int:tournament_id>.png", preview_views.event_picture, name="event_preview"),
    path("boards/<slug:family_id>.svg", learn_views.family_board, name="family_board"),
    path("learn/", learn_views.learn, name="learn"),
    path("learn/shared/", learn_views.shared_rules, name="shared_rules"),
    path("learn/<slug:family_id>/", learn_views.family_rules, name="family"),
    path("learn/<slug:family_id>/tutorial/", learn_views.tutorial, name="tutorial"),
]
