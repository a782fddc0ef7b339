"""Where allauth asks the site about its own ways."""

from contextlib import nullcontext
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.languages import current_language, in_language_of
from accounts.models import User
from accounts.services.sign_up import make_first_administrator


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up keeps the language of its page and makes the first administrator of an embedded site; nobody but a living
    person logs in.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": User._meta.get_field("username").error_messages["unique"],
    }

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = current_language()
        user = super().save_user(request, user, form, commit=commit)
        if commit and settings.EMBEDDED and make_first_administrator(user=user):
            messages.success(request, _("You are the first one here, and so this site's administrator."))
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of whoever gets it: a forgotten password may be asked for from anybody's browser."""
        reader = context.get("user")
        with in_language_of(reader) if isinstance(reader, User) else nullcontext():
            super().send_mail(template_prefix, email, context)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        if not user.can_log_in:
            refusal: HttpResponse = self.respond_user_inactive(request, user)
            return refusal
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer
