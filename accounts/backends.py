"""The authentication backend."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend


class PeopleBackend(AuthenticationBackend):
    """People only: AIs and closed accounts can't log in, and lose any session they have."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user.can_log_in)
