"""Addresses under /api/ that are not another app's: the schema, its pages, and accounts."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from accounts.api import views
from accounts.api.docs import DocsView

version_one = [
    path("me/", views.Me.as_view(), name="me"),
    path("me/export/", views.Export.as_view(), name="export"),
    path("people/<str:username>/", views.Person.as_view(), name="person"),
    path("tokens/", views.Tokens.as_view(), name="tokens"),
    path("tokens/<int:token_id>/", views.Token.as_view(), name="token"),
]

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", DocsView.as_view(), name="api-docs"),
    path("v1/", include((version_one, "accounts-api"))),
]
