"""An upgrade with games in progress, as `make run` does it after new code came."""

import pytest

from tests.fire.cases import upgrade
from tests.fire.ground import embedded
from tests.fire.progress import Progress


@pytest.mark.slow
def test_games_of_an_earlier_release_go_on() -> None:
    with embedded(Progress(1), False) as ground:
        assert "17 games in progress, 34 turns more" in upgrade.run(ground)
