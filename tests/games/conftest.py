import pytest

from accounts.models import User
from tests.games.playing import make_people


@pytest.fixture
def people(db: None) -> list[User]:
    """Four who may play, and at the end a stranger."""
    return make_people("ada", "ben", "cleo", "dan", "stranger")
