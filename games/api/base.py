"""What views of games share."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from accounts.drf.base import ApiMixin, ApiView
from accounts.drf.permissions import Access, HasScope
from accounts.models import User
from games.selectors.game_json import time_text

# Open to look at, with the scope `play` to act in; for signed-in people only, reading included; open to all.
PLAY_TO_WRITE: list[Any] = [HasScope("play", public_reads=True)]
PEOPLE_ONLY: list[Any] = [HasScope("play")]
ANYBODY: list[Any] = []


class VisitorOrScope(HasScope):
    """For what anybody may do without an account; a token still needs its scope."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return not request.user.is_authenticated or super().has_permission(request, view)

    def access(self, *, reads: bool) -> Access:
        return Access(f"Open to all, signed in or not; a token needs the scope `{self.scope}`.", is_open=True)


VISITORS_TOO: list[Any] = [VisitorOrScope("play")]


class ServerTimeMixin(ApiMixin):
    """Tells the server's time with every answer, so that clients count clocks down from the same now."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Server-Time"] = time_text(timezone.now()) or ""  # a 304 is another answer than was given
        return answer


class PlayView(ServerTimeMixin, ApiView):
    """Anybody may look, players act."""

    permission_classes = PLAY_TO_WRITE


class PersonalView(ServerTimeMixin, ApiView):
    """For signed-in people, reading included."""

    permission_classes = PEOPLE_ONLY


class OpenTableView(PlayView):
    """Anybody may look, whoever plays there acts, guests too."""

    permission_classes = [HasScope("play", public_reads=True, guests=True)]


class OwnTableView(PersonalView):
    """For whoever plays at a table, guests too, reading included."""

    permission_classes = [HasScope("play", guests=True)]


def player(request: Request) -> User:
    """Who acts. The permissions have seen to it that it is somebody."""
    assert isinstance(request.user, User)
    return request.user


def checked(serializer: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """The body in its right shape; what is wrong with it becomes a 400."""
    given = serializer(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
