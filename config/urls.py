"""Every address of the site, by room."""

from django.contrib import admin
from django.urls import include, path, re_path

from accounts.api.errors import not_found as api_not_found
from config import probes
from frontend.views import status

handler500 = "accounts.api.errors.server_error"

urlpatterns = [
    path("healthz", probes.healthz),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
    path("status/", status, {"ask": probes.ask_all}, name="status"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    re_path(r"^api/", api_not_found),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("", include("frontend.urls")),
]
