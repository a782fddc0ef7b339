"""Who stands behind a request."""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import User


def person_of(request: HttpRequest | Request) -> User:
    """Who is signed in, in a view that nobody else reaches."""
    assert isinstance(request.user, User)
    return request.user
