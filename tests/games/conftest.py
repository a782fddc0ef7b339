import pytest

from accounts.models import User
from tests.games.playing import make_people


@pytest.fixture
def people(db: None) -> list[User]:
    """Four players, and last a user who has nothing to do with their games."""
    return make_people("ada", "ben", "cleo", "dan", "stranger")
