"""URLs of the account pages that are not django-allauth's."""

from django.urls import path

from accounts.views import account, board, moderation, people

app_name = "accounts"
urlpatterns = [
    path("people/<str:username>/", account.profile, name="profile"),
    path("people/<str:username>/relationship/", people.choose_relationship, name="relationship"),
    path("people/<str:username>/report/", people.report, name="report"),
    path("settings/people/", people.settings_page, name="people"),
    path("settings/people/read/", people.read, name="read-moderation"),
    path("moderation/", moderation.overview, name="moderation"),
    path("moderation/log/", moderation.log, name="moderation-log"),
    path("moderation/people/<str:username>/", moderation.person_page, name="moderate"),
    path("moderation/reports/<int:report_id>/close/", moderation.close_report, name="close-report"),
    path("settings/", account.edit_profile, name="settings"),
    path("settings/board/", board.board, name="board"),
    path("settings/security/", account.security, name="security"),
    path("settings/tokens/", account.tokens, name="tokens"),
    path("settings/tokens/<int:token_id>/revoke/", account.revoke, name="revoke-token"),
    path("settings/data/", account.data, name="data"),
    path("settings/data/download/", account.download, name="download"),
    path("settings/data/close/", account.close, name="close"),
    path("site/mails/", account.mails, name="mails"),
    path("site/mails/<str:file_name>/", account.mail, name="mail"),
]
