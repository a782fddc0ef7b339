"""What every view of the API extends."""

from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.conditional import ConditionalReadMixin


class ApiMixin(ConditionalReadMixin):
    """For REST framework's generic views: `class Games(ApiMixin, ListAPIView)`."""

    def check_permissions(self, request: Request) -> None:
        """Count before judging, so that what is refused is limited too."""
        super().check_throttles(request)  # type: ignore[misc]
        super().check_permissions(request)  # type: ignore[misc]

    def check_throttles(self, request: Request) -> None:
        """Done already, in `check_permissions`."""


class ApiView(ApiMixin, APIView):
    """For a view with its own methods."""
