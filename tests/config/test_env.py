"""Environment variables are typed; an invalid one is reported in one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from config.env import BASE_DIR, BadEnvironment, read_environment
from tests.services.environment import OF_THE_SITE

NAMES = (*OF_THE_SITE, "ASTERISM_DATA", "LOG_LEVEL")
PRODUCTION = {
    "DATABASE_URL": "postgres://club:word@db.example.org:5433/stars",
    "REDIS_URL": "redis://cache.example.org:6379/2",
    "SECRET_KEY": "k" * 50,
    "PUBLIC_URL": "https://play.example.org/",
    "EMAIL_URL": "submission://post:word@mail.example.org",
}


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def give(monkeypatch: pytest.MonkeyPatch, values: dict[str, str]) -> None:
    for name, value in values.items():
        monkeypatch.setenv(name, value)


def test_an_empty_environment_is_an_embedded_site() -> None:
    environment = read_environment()
    assert environment.is_embedded
    assert environment.data_dir == BASE_DIR / "data"
    assert environment.public_url == "http://localhost:8000"
    assert environment.allowed_hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert environment.log_format == "console"
    assert not environment.is_https
    assert not environment.debug


def test_database_url_makes_it_a_production_site(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, {**PRODUCTION, "ALLOWED_HOSTS": "stars.example.org, www.example.org", "TRUSTED_PROXIES": "1"})
    environment = read_environment()
    assert environment.database is not None
    assert environment.database["HOST"] == "db.example.org"
    assert environment.database["PORT"] == 5433
    assert environment.redis_url == "redis://cache.example.org:6379/2"
    assert environment.public_url == "https://play.example.org"
    assert environment.allowed_hosts == ["play.example.org", "stars.example.org", "www.example.org"]
    assert environment.trusted_proxies == 1
    assert environment.email is not None
    assert (environment.email["EMAIL_PORT"], environment.email["EMAIL_USE_TLS"]) == (587, True)
    assert environment.log_format == "json"
    assert environment.vapid_key == ""
    assert environment.is_https


def test_listen_url_and_broker_url_are_separate_from_database_and_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, PRODUCTION)
    one = read_environment()
    assert (one.listening, one.broker_url) == (None, one.redis_url)
    own = {"LISTEN_URL": "postgres://primary/stars", "BROKER_URL": "redis://broker.example.org:6379/0"}
    give(monkeypatch, own)
    parted = read_environment()
    assert parted.listening is not None
    assert parted.listening["HOST"] == "primary"
    assert (parted.redis_url, parted.broker_url) == (one.redis_url, "redis://broker.example.org:6379/0")


def test_former_secret_keys_are_read_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, {"SECRET_KEY_FALLBACKS": f"{'b' * 50}, {'a' * 50}"})
    assert read_environment().secret_key_fallbacks == ["b" * 50, "a" * 50]


def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, dict.fromkeys(NAMES, ""))
    assert read_environment().is_embedded
    assert read_environment().port == 8000


@pytest.mark.parametrize("missing", ["REDIS_URL", "SECRET_KEY", "PUBLIC_URL", "EMAIL_URL"])
def test_production_requires_explicit_values(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    give(monkeypatch, {name: value for name, value in PRODUCTION.items() if name != missing})
    with pytest.raises(BadEnvironment, match=f"asterism: {missing} is not set although DATABASE_URL is"):
        read_environment()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("DATABASE_URL", "mysql://a:b@c/d"),
        ("DATABASE_URL", "nonsense"),
        ("LISTEN_URL", "mysql://a:b@c/d"),
        ("LISTEN_URL", "postgres://without/DATABASE_URL"),
        ("REDIS_URL", "localhost:6379"),
        ("BROKER_URL", "amqp://localhost"),
        ("BROKER_URL", "redis://without/REDIS_URL"),
        ("SECRET_KEY", "short"),
        ("SECRET_KEY_FALLBACKS", f"{'k' * 50},short"),
        ("VAPID_KEY", "short"),
        ("VAPID_KEY", "A" * 43),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/club"),
        ("ALLOWED_HOSTS", "https://play.example.org"),
        ("TRUSTED_PROXIES", "-1"),
        ("TRUSTED_PROXIES", "10.0.0.1"),
        ("EMAIL_URL", "pigeon://post"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_an_invalid_value_is_named_in_one_line_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    give(monkeypatch, {name: value})
    with pytest.raises(BadEnvironment) as caught:
        read_environment()
    line = str(caught.value)
    assert line.startswith(f"asterism: {name} ")
    assert "\n" not in line
    assert ". " in line


@pytest.mark.slow
def test_an_invalid_value_ends_a_command_with_that_line(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=BASE_DIR,
        env={"PATH": "/usr/bin:/bin", "ASTERISM_DATA": str(tmp_path), "PORT": "eighty"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr == ("asterism: PORT is 'eighty'. Set it to a number from 1 to 65535, for example PORT=8000.\n")
