"""API authentication: a browser's session, or an API token."""

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from accounts.drf.throttling import BadTokenThrottle
from accounts.models import ApiToken, User
from accounts.selectors import find_live_token
from accounts.services.tokens import note_token_use

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer ast_…`. An invalid header is an error, never an anonymous request."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        header = request.headers.get("Authorization", "")
        keyword, _space, secret = header.partition(" ")
        if keyword.lower() != KEYWORD.lower():
            return None
        token = find_live_token(secret.strip()) if secret.isascii() else None
        if token is None:
            self._count_failure(request)
            raise AuthenticationFailed(
                _("This token is unknown, expired or revoked. Create a new one in your settings.")
            )
        note_token_use(token=token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD

    @staticmethod
    def _count_failure(request: Request) -> None:
        throttle = BadTokenThrottle()
        if not throttle.allow_request(request, None):
            raise Throttled(throttle.wait())


class TokenScheme(OpenApiAuthenticationExtension):
    """Describes tokens in the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token created in your settings: `ast_…`"}
