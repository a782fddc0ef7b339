"""Base classes of all API views."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.drf.etags import ConditionalReadMixin


class ApiMixin(ConditionalReadMixin):
    """For REST framework's generic views: `class Games(ApiMixin, ListAPIView)`."""

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
