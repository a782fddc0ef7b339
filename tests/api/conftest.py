"""The users of the tests of accounts, and test clients with their tokens."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from accounts.services.tokens import create_token
from tests.accounts.conftest import administrator, browser_of, mira, stranger

__all__ = ["administrator", "browser_of", "mira", "stranger"]


@pytest.fixture
def sample(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.api.sample"


@pytest.fixture
def program_of() -> Callable[..., Client]:
    """Return a test client that sends a user's token with these scopes."""

    def make_program(user: User, *scopes: str) -> Client:
        _token, secret = create_token(user=user, name="program", scopes=scopes, days=1)
        return Client(headers={"authorization": f"Bearer {secret}"})

    return make_program
