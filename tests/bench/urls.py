from django.urls import include, path

from tests.bench.reference import Reading, Writing

urlpatterns = [
    path("reference/rows/<int:row_id>/", Reading.as_view()),
    path("reference/games/<int:game_id>/turns/", Writing.as_view()),
    path("", include("config.urls")),
]
