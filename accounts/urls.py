"""Pages of accounts that are not allauth's."""

from django.urls import URLPattern

app_name = "accounts"
urlpatterns: list[URLPattern] = []
