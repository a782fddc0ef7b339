"""API permissions. A session may do all that its user may; a token only what its scopes allow."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.enums import Scope
from accounts.models import ApiToken
from accounts.services.checks import check_member


class Access(NamedTuple):
    """Who may call an operation, for the schema."""

    words: str
    is_open: bool = False
    takes_tokens: bool = True


OPEN_TO_ALL = Access("Public; no authentication required.", is_open=True)


class ReadOnly(BasePermission):
    """The default: anyone may read, and no one may write until a view says who."""

    def access(self, *, reads: bool) -> Access:
        return OPEN_TO_ALL

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS


class HasScope(BasePermission):
    """`permission_classes = [HasScope("play")]`: signed in, and for writing the token must carry the scope.

    With `public_reads` reading is open to everyone, signed in or not. With `guests` those who play without an account
    are allowed as well; everywhere else they are asked to sign up.
    """

    def __init__(self, scope: str, *, public_reads: bool = False, guests: bool = False) -> None:
        self.scope = Scope(scope)
        self.public_reads = public_reads
        self.guests = guests
        self.code = "missing_scope"

    @property
    def message(self) -> str:
        text = _("This token doesn't have the scope “%(scope)s”. Create one that has it in your settings.")
        return text % {"scope": self.scope.value}

    def __call__(self) -> "HasScope":
        """REST framework instantiates `permission_classes`; this one is an instance already."""
        return self

    def has_permission(self, request: Request, view: Any) -> bool:
        reads = request.method in SAFE_METHODS
        if reads and self.public_reads:
            return True
        if not self.guests:
            check_member(request.user)
        if request.user.pk is None:
            return False
        needed = Scope.READ if reads else self.scope
        return not isinstance(request.auth, ApiToken) or needed in request.auth.scopes

    def access(self, *, reads: bool) -> Access:
        if reads and self.public_reads:
            return OPEN_TO_ALL
        who = "Requires a signed-in user or guest" if self.guests else "Requires a signed-in user"
        return Access(f"{who}; a token needs the scope `{Scope.READ if reads else self.scope}`.")


class SessionOnly(BasePermission):
    """For what a program must not do with a token, such as making more tokens."""

    message = _("Log in with a browser to do this: a token isn't enough.")
    code = "session_only"

    def has_permission(self, request: Request, view: Any) -> bool:
        check_member(request.user)
        return request.user.is_authenticated and request.auth is None

    def access(self, *, reads: bool) -> Access:
        return Access("Requires a signed-in user's session; tokens are not accepted.", takes_tokens=False)
