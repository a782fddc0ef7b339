import pytest

from accounts.models import User
from tests.games.playing import make_people
from tests.tournaments.playing import make_club
from tournaments.models import Club


@pytest.fixture
def secretary(db: None) -> User:
    """The owner of the club."""
    return make_people("secretary")[0]


@pytest.fixture
def club(secretary: User) -> Club:
    return make_club(secretary)


@pytest.fixture
def stranger(db: None) -> User:
    return make_people("stranger")[0]
