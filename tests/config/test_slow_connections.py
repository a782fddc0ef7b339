"""A site as it is started, with more half-sent requests open than its web server has places by default."""

from pathlib import Path

import pytest

from config import launcher
from config.env import BASE_DIR
from games.api.stream import MAX_STREAMS
from tests.config.test_compose import command_of_the_image
from tests.fire.cases.half_sent import BEHIND_PROXY, HALVES, held, seconds_for, seconds_until_ended
from tests.services.site import launched_site


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_half_sent_requests_keep_nobody_out_and_are_ended(tmp_path: Path) -> None:
    with launched_site(tmp_path, **BEHIND_PROXY) as site:
        for half in HALVES.values():
            with held(site.url, half) as connections:
                seconds_for(site.url, "/healthz")
                seconds_for(site.url, "/games/")
                seconds_until_ended(connections)


def test_the_web_server_has_the_same_options_however_it_is_started() -> None:
    options = " ".join(launcher.CONNECTIONS)
    assert options in " ".join(command_of_the_image())
    assert options in (BASE_DIR / "docs" / "deploy.md").read_text()


def test_streams_leave_half_of_the_places_to_others() -> None:
    assert 2 * MAX_STREAMS <= launcher.BACKPRESSURE
