"""django-allauth adapters: sign-up, log-in, mail and sessions."""

from collections.abc import Iterable
from contextlib import nullcontext
from importlib import import_module
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.errors import Conflict
from accounts.http.languages import current_language, in_language_of
from accounts.http.requests import guest_of
from accounts.models import NAME_TAKEN, User
from accounts.services.account_creation import make_first_administrator
from accounts.services.guests import become_member, hand_over, sign_up_guest
from accounts.signals import session_ended

WRONG_LOG_IN = lazy("Wrong username or password. Check both, or reset your password.")
USERNAME_TAKEN = User._meta.get_field("username").error_messages["unique"]


# URLs that allauth puts into mails, built from the request's host.
LINKS = ("activate_url", "password_reset_url", "signup_url")


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up and log-in of people, guests included.

    Sign-up keeps the language of its page and makes the first administrator of an embedded site; a guest who signs up
    or logs in keeps their games; only people can log in.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": USERNAME_TAKEN,
        "username_password_mismatch": WRONG_LOG_IN,
        "email_password_mismatch": WRONG_LOG_IN,
        "too_many_login_attempts": lazy("Too many attempts. Wait five minutes, then try again."),
        "rate_limited": lazy("Too many attempts. Wait a minute, then try again."),
        "incorrect_password": lazy("Wrong password. Try again."),
        "enter_current_password": lazy("That isn't your current password. Try again."),
        "duplicate_email": lazy("This is already your address."),
    }

    # -- signing up -----------------------------------------------------------------------------------------------

    def new_user(self, request: HttpRequest) -> User:
        """A guest keeps their row on sign-up; a copy of it, as refused values must not show in the response."""
        guest = guest_of(request)
        own = None if guest is None else User.objects.filter(pk=guest.pk).first()
        user: User = own or super().new_user(request)
        return user

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Allow a guest who signs up again before confirming their address to keep the username they chose."""
        guest = guest_of(self.request)
        is_own = guest is not None and guest.username.casefold() == username.casefold()
        cleaned: str = super().clean_username(username, shallow=shallow or is_own)
        if not shallow and not is_own and User.known_as(cleaned).exists():
            raise ValidationError(NAME_TAKEN)
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        known_as, user.language = user.username, current_language()
        user = super().save_user(request, user, form, commit=False)
        if not commit:
            return user
        try:
            with transaction.atomic():
                self._write(request, user, known_as)
        except IntegrityError:  # the name was taken between the check and the write
            raise Conflict(str(USERNAME_TAKEN), code="username_taken") from None
        if settings.EMBEDDED and make_first_administrator(user=user):
            messages.success(request, _("You have the first account, so you are this site's administrator."))
        return user

    def _write(self, request: HttpRequest, user: User, known_as: str) -> None:
        if user.pk is None:
            user.save()
            return
        must_confirm = app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY
        sign_up_guest(guest=user, known_as=known_as, is_confirmed=not must_confirm)
        # The password changed: without this the current session would be logged out.
        update_session_auth_hash(request, user)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Make a guest who waited for this a member, in the same session."""
        is_confirmed: bool = super().confirm_email(request, email_address)
        user = email_address.user
        if is_confirmed and become_member(user=user) and request.user.pk == user.pk:
            self.login(request, user)
            UserSession.objects.create_from_request(request)
        return is_confirmed

    # -- logging in -----------------------------------------------------------------------------------------------

    def get_client_ip(self, request: HttpRequest) -> str:
        """The client's address for rate limits and the list of sessions, IPv4 as such.

        A socket that listens on `::` names IPv4 clients `::ffff:192.0.2.1`, which are all in one /64.
        """
        address = ip_address(super().get_client_ip(request))
        return str(getattr(address, "ipv4_mapped", None) or address)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Key the rate limit by the name that is tried, not by the `Host` header as allauth does: its port is free.

        In capitals, as accounts are found: a dotless i isn't another name. A username and an address count apart,
        or the limit of one would show whose the other is.
        """
        return str(credentials.get("email") or credentials.get("username") or "").upper()

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        if not user.can_log_in:
            refusal: HttpResponse = self.respond_user_inactive(request, user)
            return refusal
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def login(self, request: HttpRequest, user: User) -> None:
        """Merge the guest's games into the account before the session changes."""
        guest = guest_of(request)
        if user.is_guest:
            become_member(user=user)
        kept = 0 if guest is None else hand_over(guest=guest, member=user)
        super().login(request, user)
        if guest is not None:
            request.session.set_expiry(None)
        if kept:
            messages.success(request, _("The games you played as a guest are now in your account."))

    # -- mail -----------------------------------------------------------------------------------------------------

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the recipient's language, with links to this site's public URL only.

        A password reset may be requested from any browser, under any allowed host name.
        """
        reader = context.get("user")
        own_links = {name: _at_public_url(context[name]) for name in LINKS if name in context}
        with in_language_of(reader) if isinstance(reader, User) else nullcontext():
            super().send_mail(template_prefix, email, {**context, **own_links})


def _at_public_url(url: str) -> str:
    parts = urlsplit(url)
    return settings.PUBLIC_URL + parts._replace(scheme="", netloc="").geturl()


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Send `session_ended` before a session is ended from elsewhere, so that push subscriptions end too."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        store = import_module(settings.SESSION_ENGINE).SessionStore
        for session in sessions:
            session_ended.send(sender=UserSession, session=store(session.session_key))
        super().end_sessions(sessions)
