"""Who can be authenticated at all."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend


class PeopleBackend(AuthenticationBackend):
    """Living people only: AI opponents and departed players have no way in, and lose a session they might have."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user.can_log_in)
