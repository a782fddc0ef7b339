import logging
from collections.abc import Iterator

import pytest
from rest_framework.settings import api_settings

from tests.access.scene import Scene, make_scene


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene()


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch rate limits off: these tests send thousands of requests as one user within a minute."""
    rates = dict.fromkeys(api_settings.DEFAULT_THROTTLE_RATES, "1000000/min")
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", rates)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Silence the log: thousands of refusals would be formatted for no reader."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
