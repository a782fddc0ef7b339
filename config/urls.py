"""Every address of the site, by room."""

from django.contrib import admin
from django.urls import path

from config import probes

urlpatterns = [
    path("healthz", probes.healthz),
    path("readyz", probes.readyz),
    path("metrics", probes.metrics),
    path("admin/", admin.site.urls),
]
