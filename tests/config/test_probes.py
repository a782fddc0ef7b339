"""Health, readiness and metrics, and who may read them."""

from datetime import timedelta
from unittest.mock import Mock, patch

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.services.clock import beat

METRIC = b"django_http_requests_before_middlewares_total"


def test_healthz_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.fixture
def watched(db: None) -> None:
    beat(is_live=True, now=timezone.now())


def test_ready_when_everything_responds(client: Client, watched: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"disk": "ok", "database": "ok", "broker": "ok", "sweep": "ok"}


def test_not_ready_when_the_disk_is_full(client: Client, watched: None) -> None:
    with patch("config.http.probes.shutil.disk_usage", return_value=Mock(free=4096)):
        response = client.get("/readyz")
    assert (response.status_code, response.json()["disk"]) == (503, "failed: 4 kB free")


def test_not_ready_when_the_disk_is_read_only(client: Client, watched: None) -> None:
    with patch("config.http.probes.os.access", return_value=False):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "failed: read-only")


def test_not_ready_before_the_first_sweep(client: Client, db: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"disk": "ok", "database": "ok", "broker": "ok", "sweep": "failed: no sweep yet"}


def test_not_ready_when_the_clock_sweep_has_stopped(client: Client, db: None) -> None:
    beat(is_live=True, now=timezone.now() - timedelta(seconds=90))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["sweep"] == "failed: no sweep for 90 seconds"


def test_not_ready_without_the_database_and_the_reason_is_named(client: Client, watched: None) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("gone")):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["database"] == "failed: OperationalError"


def test_not_ready_without_the_broker(client: Client, watched: None) -> None:
    with patch("config.http.probes.app.connection_for_write", side_effect=OSError("gone")):
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["broker"] == "failed: OSError"


def test_metrics_are_readable_from_localhost_on_the_embedded_site(client: Client) -> None:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert METRIC in response.content


@pytest.mark.parametrize(
    "stranger",
    [
        Client(REMOTE_ADDR="203.0.113.9"),
        Client(headers={"X-Forwarded-For": "127.0.0.1"}),
        Client(REMOTE_ADDR="203.0.113.9", headers={"Authorization": "Bearer wrong"}),
        Client(REMOTE_ADDR="203.0.113.9", headers={"Authorization": "Bearer "}),
    ],
)
def test_metrics_are_not_readable_by_others(stranger: Client) -> None:
    assert stranger.get("/metrics").status_code == 404


def test_metrics_in_production_are_not_readable_even_from_localhost(client: Client, settings: Settings) -> None:
    settings.EMBEDDED = False
    assert client.get("/metrics").status_code == 404


def test_metrics_are_readable_with_the_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = "a long random text"
    scraper = Client(REMOTE_ADDR="203.0.113.9", headers={"Authorization": "Bearer a long random text"})
    assert scraper.get("/metrics").status_code == 200
    thief = Client(REMOTE_ADDR="203.0.113.9", headers={"Authorization": "Bearer another text"})
    assert thief.get("/metrics").status_code == 404
