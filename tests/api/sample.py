"""A small API on the base classes, to test what they give every endpoint. `ROOT_URLCONF = "tests.api.sample"`."""

from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.urls import path, re_path
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiMixin, ApiView
from accounts.drf.errors import not_found
from accounts.drf.permissions import HasScope, SessionOnly
from accounts.errors import Conflict, Forbidden, Invalid, NotFound, TooMany, Unprocessable
from config.urls import urlpatterns as site_urls

RAISED = {
    "invalid": Invalid("Enter it again.", fields={"name": ["Too long."]}),
    "forbidden": Forbidden("Ask the owner.", code="not_yours"),
    "not-found": NotFound("Look elsewhere."),
    "conflict": Conflict("Reload.", code="stale", payload={"state": {"ply": 4}}),
    "unprocessable": Unprocessable("Not by the rules."),
    "too-many": TooMany("Wait.", retry_after=7),
    "http404": Http404("row 17 of table x"),
    "permission": PermissionDenied(),
    "model": ValidationError({"name": ["Taken."]}),
    "bug": ZeroDivisionError("private detail"),
}


class Raises(ApiView):
    def get(self, request: Request, name: str) -> Response:
        raise RAISED[name]


class Echo(ApiView):
    permission_classes: list[Any] = [HasScope("play", public_reads=True)]

    def get(self, request: Request) -> Response:
        return Response({"said": "hello"})

    def post(self, request: Request) -> Response:
        return Response({"got": request.data}, status=201)


class Members(ApiView):
    permission_classes: list[Any] = [HasScope("organise")]

    def get(self, request: Request) -> Response:
        return Response({"who": request.user.username})

    def post(self, request: Request) -> Response:
        return Response(status=204)


class Browsers(ApiView):
    permission_classes = [SessionOnly]

    def post(self, request: Request) -> Response:
        return Response(status=204)


class Unguarded(ApiView):
    """A view that doesn't declare who may write."""

    def post(self, request: Request) -> Response:
        return Response(status=204)


class GroupOutput(serializers.ModelSerializer[Group]):
    class Meta:
        model = Group
        fields = ["name"]


class Groups(ApiMixin, ListAPIView[Group]):
    queryset = Group.objects.order_by("pk")
    serializer_class = GroupOutput


class Versioned(ApiView):
    """Has a cheap version, and counts how often the response was computed."""

    version = "1"
    worked_out = 0

    def read_version(self, request: Request) -> str:
        return Versioned.version

    def get(self, request: Request) -> Response:
        Versioned.worked_out += 1
        return Response({"version": Versioned.version})


def page_that_breaks(request: object) -> HttpResponse:
    return HttpResponse("<h1>plain Django said no</h1>", status=503)


urlpatterns = [
    path("api/v1/raises/<str:name>/", Raises.as_view()),
    path("api/v1/echo/", Echo.as_view()),
    path("api/v1/members/", Members.as_view()),
    path("api/v1/browsers/", Browsers.as_view()),
    path("api/v1/unguarded/", Unguarded.as_view()),
    path("api/v1/groups/", Groups.as_view()),
    path("api/v1/versioned/", Versioned.as_view()),
    path("api/v1/breaks/", page_that_breaks),
    re_path(r"^api/v1/nowhere", not_found),
    *site_urls,
]
