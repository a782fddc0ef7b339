"""Where allauth asks the site about its own ways."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services.sign_up import make_first_administrator


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up makes the first administrator of an embedded site; nobody but a living person logs in."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user = super().save_user(request, user, form, commit=commit)
        if commit and settings.EMBEDDED:
            make_first_administrator(user=user)
        return user

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        if not user.can_log_in:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)
