"""Somebody outside who never answers: clocks go on, since whoever waits for others waits in a worker of their own."""

from pathlib import Path

import pytest

from tests.fire.cases.slow_outside import hold_writers, mail_url, seconds_to_the_flag
from tests.services.silent import silent_server
from tests.services.site import launched_site


@pytest.mark.slow
def test_a_live_flag_falls_while_everybody_who_writes_mail_is_kept_waiting(tmp_path: Path) -> None:
    """How soon, `make fire CASES=slow_outside` tells; here it is enough that the flag did not wait for the mail."""
    with silent_server() as server, launched_site(tmp_path, EMAIL_URL=mail_url(server)) as site:
        held = hold_writers(site, server)
        seconds_to_the_flag(site)
        assert held <= server.held()
