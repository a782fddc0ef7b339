from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

SignIn = Callable[[User], Client]


@pytest.fixture
def sign_in() -> SignIn:
    def enter(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return enter
