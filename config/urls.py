"""All URLs of the site, by app."""

from django.contrib import admin
from django.contrib.sitemaps.views import index as sitemap_index
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe

from accounts.drf.errors import not_found as api_not_found
from accounts.drf.index import Index
from config.http import probes
from frontend.indexing import SITEMAPS, robots
from frontend.views import status

handler400 = "accounts.drf.errors.bad_request"
handler500 = "accounts.drf.errors.server_error"

# The entry points of the API, by name.
API_DOORS = {
    "me": "me/",
    "person": "people/{username}/",
    "variants": "variants/",
    "games": "games/",
    "records": "games/records/",
    "seeks": "seeks/",
    "challenges": "challenges/",
    "ais": "ais/",
    "ratings": "ratings/?family={family}",
    "clubs": "clubs/",
    "tournaments": "tournaments/",
    "standings": "tournaments/{tournament_id}/standings/",
    "puzzles": "puzzles/tactics/",
    "notices": "notices/",
}

urlpatterns = [
    path("healthz", probes.healthz),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
    path("status/", status, {"ask": probes.ask_all}, name="status"),
    path("robots.txt", robots),
    path(
        "sitemap.xml",
        require_safe(sitemap_index),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap-section"},
        name="sitemap",
    ),
    path("sitemap-<slug:section>.xml", require_safe(sitemap), {"sitemaps": SITEMAPS}, name="sitemap-section"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("api/", include("accounts.api.urls")),
    path("api/v1/", Index.as_view(doors=API_DOORS), name="api-index"),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    re_path(r"^api/", api_not_found),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("", include("frontend.urls")),
]
