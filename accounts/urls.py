"""Pages of accounts that are not allauth's."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("people/<str:username>/", views.profile, name="profile"),
    path("settings/", views.edit_profile, name="settings"),
    path("settings/security/", views.security, name="security"),
    path("settings/tokens/", views.tokens, name="tokens"),
    path("settings/tokens/<int:token_id>/revoke/", views.revoke, name="revoke-token"),
    path("settings/data/", views.data, name="data"),
    path("settings/data/download/", views.download, name="download"),
    path("settings/data/leave/", views.leave, name="leave"),
    path("site/mails/", views.mails, name="mails"),
    path("site/mails/<str:file_name>/", views.mail, name="mail"),
]
