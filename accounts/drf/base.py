"""Base classes of all API views."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.drf.etags import ConditionalReadMixin


class ApiMixin(ConditionalReadMixin):
    """What every view of the API has."""

    def check_permissions(self, request: Request) -> None:
        """Throttle before checking permissions, so that refused requests are limited too."""
        super().check_throttles(request)  # type: ignore[misc]
        super().check_permissions(request)  # type: ignore[misc]

    def check_throttles(self, request: Request) -> None:
        """Done already, in `check_permissions`."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if (rate_limit := getattr(request, "rate_limit", None)) is not None:
            for name, value in rate_limit.headers().items():
                answer.headers[name] = value
        return answer

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """The methods allowed here are in `Allow`; the rest is in the schema."""
        return Response(status=204)


class ApiView(ApiMixin, APIView):
    """For a view with its own methods."""


class JsonListView(ApiMixin, ListAPIView[Any]):
    """A list in pages. A subclass has the query, and `row_json` for one item."""

    row_json: Callable[[Any], Any]

    def page_json(self, rows: Sequence[Any]) -> list[Any]:
        return [self.row_json(row) for row in rows]

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.page_json(rows or ()))


def checked(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The validated body; raises a 400."""
    given = serializer(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
