"""A club's own website in thirty lines against the API: the example in docs/api.md, run against a served site."""

import re
import subprocess
import sys
from random import Random

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from config.env import BASE_DIR
from tests.tournaments.playing import decide, next_round, open_tournament, running_tournament
from tournaments.clubs.services.clubs import publish_news
from tournaments.models import Club
from tournaments.webhooks.services import signature

EXAMPLE = BASE_DIR / "docs" / "examples" / "club_site.py"
API = (BASE_DIR / "docs" / "api.md").read_text()


def test_the_example_is_the_one_in_the_document_and_has_thirty_lines() -> None:
    text = EXAMPLE.read_text()
    assert f"```python\n{text}```" in API
    assert len(text.splitlines()) <= 30


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_clubs_own_website(live_server: LiveServer, club: Club, secretary: User) -> None:
    publish_news(club_id=club.pk, user=secretary, title="New boards", text="Bring <b>friends</b>.")
    tournament = running_tournament(club, secretary, 4, rounds=1, accounts=False)
    next_round(tournament, secretary)
    decide(tournament, secretary, Random(1))
    open_tournament(club, secretary, name="Autumn Cup")
    command = [sys.executable, str(EXAMPLE), live_server.url, club.slug]
    page = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert "<title>Vega Circle</title>" in page
    assert "Bring &lt;b&gt;friends&lt;/b&gt;." in page
    assert re.findall(r"<h2><a [^>]*>([^<]+)</a></h2><p>(\w+)", page) == [
        ("Autumn Cup", "registration"),
        ("Spring Open", "provisional"),
    ]
    rows = re.findall(r"<tr><td>(\d+)<td>(player\d+)<td>(\d+)", page)
    assert len(rows) == 4
    assert [int(points) for _, _, points in rows] == sorted((int(row[2]) for row in rows), reverse=True)


def test_the_documented_signature_check_works() -> None:
    (code,) = re.findall(r"```python\n(import hmac.*?)```", API, re.DOTALL)
    names: dict = {}
    exec(code, names)
    body = b'{"kind":"result"}'
    header = signature("whs_secret", body, timestamp=1_000_000)
    assert names["is_genuine"]("whs_secret", header, body, now=1_000_100)
    assert not names["is_genuine"]("whs_other", header, body, now=1_000_100)
    assert not names["is_genuine"]("whs_secret", header, body + b" ", now=1_000_100)
    assert not names["is_genuine"]("whs_secret", header, body, now=1_001_000)
