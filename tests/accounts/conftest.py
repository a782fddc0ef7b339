"""Users for the tests of accounts: one who acts, and one who must be refused."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.people import PASSWORD


@pytest.fixture
def mira(db: None) -> User:
    return User.objects.create_user("mira", "mira@example.org", PASSWORD, display_name="Mira Kovač")


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("stranger", "stranger@example.org", PASSWORD)


@pytest.fixture
def administrator(db: None) -> User:
    return User.objects.create_superuser("keeper", "keeper@example.org", PASSWORD)


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """Return a test client in which a user is logged in."""

    def open_browser(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return open_browser
