"""Pages that belong to no single room."""

from django.urls import path

from frontend import views

app_name = "frontend"
urlpatterns = [
    path("", views.front, name="front"),
    path("theme/", views.choose_theme, name="theme"),
    path("styleguide/", views.styleguide, name="styleguide"),
]
