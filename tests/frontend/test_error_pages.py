"""Error pages say what to do, whatever else is broken."""

import re

import pytest
from django.template.loader import get_template
from django.test import Client

pytestmark = pytest.mark.urls("tests.frontend.site_with_faults")

STATUSES = {"400": 400, "403": 403, "404": 404, "429": 429, "500": 500, "503": 503, "csrf": 403}
WITHOUT_DATABASE = ("400", "500", "503", "csrf")


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"}, raise_request_exception=False)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", STATUSES)
def test_every_error_has_a_page_with_advice(client: Client, kind: str) -> None:
    answer = client.get(f"/fault/{kind}/")
    assert answer.status_code == STATUSES[kind]
    assert re.search(r'<div class="error-page">.*<p class="lead muted">[^<]+</p>', answer.content.decode(), re.DOTALL)


@pytest.mark.parametrize("kind", WITHOUT_DATABASE)
def test_the_minimal_error_pages_need_no_database(client: Client, kind: str) -> None:
    """No `django_db` mark here: a query would fail the test."""
    assert client.get(f"/fault/{kind}/").status_code == STATUSES[kind]


@pytest.mark.parametrize("name", ["400.html", "errors/host.html", "500.html", "503.html", "403_csrf.html"])
def test_the_minimal_error_pages_need_no_context(name: str) -> None:
    assert "Asterism</title>" in get_template(name).render()


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("path", ["/", "/api/v1/", "/healthz"])
@pytest.mark.parametrize("host", ["192.168.1.7:8000", "play.example.org", "[fd00::7]:8000"])
def test_a_host_that_is_not_allowed_is_named_with_the_remedy(path: str, host: str) -> None:
    """Without a database, like the others."""
    answer = Client(headers={"host": host}).get(path)
    name = host.removesuffix(":8000")
    said = answer.json()["message"] if path.startswith("/api/") else answer.content.decode()
    assert answer.status_code == 400
    assert name in said
    assert "ALLOWED_HOSTS" in said


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("path", ["/", "/api/v1/"])
@pytest.mark.parametrize("host", ["<script>alert(1)</script>", "a b", '"onload=', "%7Bx", "x" * 254])
def test_an_invalid_host_is_not_repeated(path: str, host: str) -> None:
    answer = Client(headers={"host": host}).get(path)
    assert answer.status_code == 400
    assert "<script>" not in answer.content.decode()
    assert host not in answer.content.decode()
