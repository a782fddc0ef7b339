"""The root of the API, which lists its entry points."""

from typing import TypedDict

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.drf.base import ApiView
from accounts.drf.schema import describe


class IndexJson(TypedDict):
    """`addresses` are by name; fill in what is in braces."""

    documentation: str
    schema: str
    addresses: dict[str, str]


class Index(ApiView):
    doors: dict[str, str] = {}
    """Relative URLs by name; set by the URL configuration."""

    @describe("List the entry points of the API", response=IndexJson, tags=["start"])
    def get(self, request: Request) -> Response:
        site = request.build_absolute_uri("/").rstrip("/")
        index: IndexJson = {
            "documentation": f"{site}/api/docs/",
            "schema": f"{site}/api/schema/",
            "addresses": {name: f"{site}{request.path}{door}" for name, door in self.doors.items()},
        }
        return Response(index)
