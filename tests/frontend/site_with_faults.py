"""The site with a URL under /fault/ for each kind of error, so that error pages can be tested."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path
from django.views.csrf import csrf_failure

from config.urls import urlpatterns as site


def fail(request: HttpRequest, kind: str) -> HttpResponse:
    if kind == "csrf":
        return csrf_failure(request, reason=REASON_NO_CSRF_COOKIE)
    if kind == "429":
        return render(request, "429.html", status=429)
    if kind == "503":
        return HttpResponse(render_to_string("503.html"), status=503)
    faults = {"400": SuspiciousOperation(), "403": PermissionDenied(), "404": Http404()}
    raise faults.get(kind, RuntimeError("an intended fault"))


urlpatterns = [path("fault/<str:kind>/", fail), *site]
