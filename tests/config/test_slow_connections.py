"""A web server as started by the site, with more half-sent requests open than its default backlog."""

from pathlib import Path

import pytest

from config.embedded import launcher
from config.env import BASE_DIR
from games.streams.sse import MAX_STREAMS
from tests.config.test_compose import command_of_the_image
from tests.fire.cases import half_sent
from tests.fire.cases.half_sent import BEHIND_PROXY, HALVES, held, seconds_for, seconds_until_ended
from tests.services.site import launched_web


@pytest.mark.slow
@pytest.mark.processes
def test_half_sent_requests_block_no_others_and_are_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make fire CASES=half_sent` measures how soon."""
    monkeypatch.setattr(half_sent, "ENDED_WITHIN_SECONDS", 300.0)
    with launched_web(tmp_path, **BEHIND_PROXY) as url:
        for half in HALVES.values():
            with held(url, half) as connections:
                seconds_for(url, "/healthz")
                seconds_for(url, "/games/")
                seconds_until_ended(connections)


def test_the_web_server_has_the_same_options_however_it_is_started() -> None:
    options = " ".join(launcher.CONNECTIONS)
    assert options in " ".join(command_of_the_image())
    assert options in (BASE_DIR / "docs" / "deploy.md").read_text()


def test_streams_leave_half_of_the_connections_to_other_requests() -> None:
    assert 2 * MAX_STREAMS <= launcher.BACKPRESSURE
