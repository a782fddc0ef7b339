"""Base classes, permissions and helpers of the API views of games."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request

from accounts.drf.base import ApiMixin, ApiView
from accounts.drf.permissions import Access, HasScope
from accounts.json_types import time_text
from accounts.models import User

# Public reads, scope `play` to write; signed-in users only, reads included; open to all.
PLAY_TO_WRITE: list[Any] = [HasScope("play", public_reads=True)]
PEOPLE_ONLY: list[Any] = [HasScope("play")]
ANYBODY: list[Any] = []


class VisitorOrScope(HasScope):
    """Open to all without an account; a token still needs its scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return not request.user.is_authenticated or super().has_permission(request, view)

    def access(self, *, reads: bool) -> Access:
        return Access(f"Public; a token needs the scope `{self.scope}`.", is_open=True)


VISITORS_TOO: list[Any] = [VisitorOrScope("play")]


class ServerTimeMixin(ApiMixin):
    """Adds the `Server-Time` header to every response, so that clients count clocks down from the server's time."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Server-Time"] = time_text(timezone.now()) or ""  # a 304 is another response object
        return answer


class PlayView(ServerTimeMixin, ApiView):
    """Public reads; writes by users with the scope `play`."""

    permission_classes = PLAY_TO_WRITE


class PersonalView(ServerTimeMixin, ApiView):
    """For signed-in users, reads included."""

    permission_classes = PEOPLE_ONLY


class OpenTableView(PlayView):
    """Public reads; writes by users and guests."""

    permission_classes = [HasScope("play", public_reads=True, guests=True)]


class OwnTableView(PersonalView):
    """For users and guests, reads included."""

    permission_classes = [HasScope("play", guests=True)]


def visitor(request: Request) -> User | None:
    """The user who makes the request, None for a visitor without an account."""
    return request.user if isinstance(request.user, User) else None
