"""URLs under /api/ that belong to no other app: the schema, its pages, and accounts."""

from django.urls import include, path

from accounts.api import blocks, moderation, views
from accounts.drf.docs import DocsView, SchemaView

version_one = [
    path("me/", views.Me.as_view(), name="me"),
    path("me/board/", views.Board.as_view(), name="board"),
    path("me/export/", views.Export.as_view(), name="export"),
    path("people/<str:username>/", views.Person.as_view(), name="person"),
    path("me/relationships/", blocks.Relationships.as_view(), name="relationships"),
    path("people/<str:username>/relationship/", blocks.RelationshipWith.as_view(), name="relationship"),
    path("people/<str:username>/reports/", blocks.Reports.as_view(), name="report"),
    path("moderation/reports/", moderation.Reports.as_view(), name="moderation-reports"),
    path("moderation/reports/<int:report_id>/close/", moderation.Close.as_view(), name="moderation-close"),
    path("moderation/log/", moderation.Log.as_view(), name="moderation-log"),
    path("moderation/people/<str:username>/actions/", moderation.Actions.as_view(), name="moderation-actions"),
    path("tokens/", views.Tokens.as_view(), name="tokens"),
    path("tokens/<int:token_id>/", views.Token.as_view(), name="token"),
]

urlpatterns = [
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("docs/", DocsView.as_view(), name="api-docs"),
    path("v1/", include((version_one, "accounts-api"))),
]
