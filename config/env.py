"""The environment variables of the site, read once, typed and validated.

A bad value ends the process with one line that names the variable and says what to change. `DATABASE_URL` decides
between the two ways to run the site: without it the site is embedded (SQLite and a broker of files in the data
directory), with it Redis, mail and the secret key must be configured too.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from environs import Env
from environs.exceptions import EnvError

from config.embedded.kept_secrets import is_vapid_key
from config.embedded.lan import lan_addresses

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALL_INTERFACES = "0.0.0.0"  # noqa: S104  # nosec B104
LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
LOG_FORMATS = ["console", "json"]
SHORTEST_SECRET_KEY = 50
REQUIRED_IN_PRODUCTION = ("REDIS_URL", "SECRET_KEY", "PUBLIC_URL", "EMAIL_URL")
# Variables that are of no use without another one.
NEEDS = {"LISTEN_URL": "DATABASE_URL", "BROKER_URL": "REDIS_URL"}
# Never shown, not even when invalid: they are, or contain, passwords and keys.
SECRET = {
    "BROKER_URL", "DATABASE_URL", "EMAIL_URL", "LISTEN_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_FALLBACKS",
    "VAPID_KEY",
}  # fmt: skip
# What to do about a bad value, by variable.
REMEDIES = {
    "ALLOWED_HOSTS": "Separate host names by commas, for example ALLOWED_HOSTS=play.example.org,localhost",
    "BROKER_URL": "Use redis://host:6379/0, or unset it to use REDIS_URL for this too",
    "DATABASE_URL": "Use postgres://user:password@host:5432/name, or unset it for the embedded SQLite",
    "DEBUG": "Set it to true or false, or unset it",
    "EMAIL_URL": "Use smtp://user:password@host:25, or submission://user:password@host for TLS on port 587",
    "HALL": "Set it to 1 to serve the hall's network with the embedded site, or unset it",
    "LISTEN_URL": "Use postgres://user:password@host:5432/name, or unset it to use DATABASE_URL for this too",
    "LOG_FORMAT": f"Set it to one of {', '.join(LOG_FORMATS)}",
    "LOG_LEVEL": f"Set it to one of {', '.join(LOG_LEVELS)}",
    "PORT": "Set it to a number from 1 to 65535, for example PORT=8000",
    "PUBLIC_URL": "Set it to the address people type, for example https://play.example.org",
    "REDIS_URL": "Use redis://host:6379/0",
    "SECRET_KEY": (
        f"Use at least {SHORTEST_SECRET_KEY} characters. "
        "Make one: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
    ),
    "SECRET_KEY_FALLBACKS": "Separate former values of SECRET_KEY by commas, the newest first",  # nosec B105
    "TRUSTED_PROXIES": "Set it to the number of proxies in front of the site, 0 for none",
    "VACATION_DAYS_PER_YEAR": "Set it to the number of vacation days per player and year, 0 to 366",
    "VAPID_KEY": (
        "Use 32 bytes in base64url; without one web push is off. "
        "Make one: python -c 'import secrets; print(secrets.token_urlsafe(32))'"
    ),
}


class BadEnvironment(SystemExit):
    """One line on stderr and exit code 1, wherever the environment is read first."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"asterism: {name} {problem}. {REMEDIES[name]}.")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The environment variables of one site, parsed and checked."""

    data_dir: Path
    debug: bool
    database: dict[str, Any] | None
    # Another connection to the same database.
    listening: dict[str, Any] | None
    redis_url: str
    broker_url: str
    secret_key: str
    # Former keys, the newest first: they only verify and decrypt what they signed and encrypted.
    secret_key_fallbacks: list[str]
    vapid_key: str
    public_url: str
    allowed_hosts: list[str]
    trusted_proxies: int
    email: dict[str, Any] | None
    mail_from: str
    vacation_days: int
    metrics_token: str
    log_level: str
    log_format: str
    host: str
    port: int
    # Served to the local network, in plain HTTP.
    is_hall: bool

    @property
    def is_embedded(self) -> bool:
        return self.database is None

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https://")


def read_environment() -> Environment:
    env = Env()
    database = _read("DATABASE_URL", env.dj_db_url, None, _is_postgresql)
    _check_complete(is_embedded=database is None)
    is_hall = _read("HALL", env.bool, False, lambda is_on: not (is_on and database))
    host = _read("HOST", env.str, ALL_INTERFACES if is_hall else "127.0.0.1")
    port = _read("PORT", env.int, 8000, lambda port: 1 <= port <= 65535)
    public_url = _read("PUBLIC_URL", env.str, "", _is_site_url).rstrip("/")
    public_url = public_url or (_hall_url(port) if is_hall else _local_url(host, port))
    redis_url = _read("REDIS_URL", env.str, "", _is_redis_url)
    return Environment(
        data_dir=Path(_read("ASTERISM_DATA", env.str, BASE_DIR / "data")).resolve(),
        debug=_read("DEBUG", env.bool, False),
        database=database,
        listening=_read("LISTEN_URL", env.dj_db_url, None, _is_postgresql),
        redis_url=redis_url,
        broker_url=_read("BROKER_URL", env.str, redis_url, _is_redis_url),
        secret_key=_read("SECRET_KEY", env.str, "", _is_long),
        secret_key_fallbacks=_read("SECRET_KEY_FALLBACKS", _listed, [], lambda keys: all(map(_is_long, keys))),
        vapid_key=_read("VAPID_KEY", env.str, "", is_vapid_key),
        public_url=public_url,
        allowed_hosts=_allowed_hosts(public_url, LOCAL_HOSTS if database is None else []),
        trusted_proxies=_read("TRUSTED_PROXIES", env.int, 0, lambda count: count >= 0),
        email=_read("EMAIL_URL", env.dj_email_url, None, lambda email: bool(email.get("EMAIL_BACKEND"))),
        mail_from=_read("MAIL_FROM", env.str, "Asterism <asterism@localhost>"),
        vacation_days=_read("VACATION_DAYS_PER_YEAR", env.int, 30, lambda days: 0 <= days <= 366),
        metrics_token=_read("METRICS_TOKEN", env.str, ""),
        log_level=_read("LOG_LEVEL", env.str, "INFO", LOG_LEVELS.__contains__),
        log_format=_read("LOG_FORMAT", env.str, "console" if database is None else "json", LOG_FORMATS.__contains__),
        host=host,
        port=port,
        is_hall=is_hall,
    )


def _accept(_value: Any) -> bool:
    return True


def _read(name: str, parse: Callable[[str], Any], default: Any, is_valid: Callable[[Any], bool] = _accept) -> Any:
    """The parsed and checked value; an empty one counts as unset, as Compose files pass it."""
    if not os.environ.get(name):
        return default
    with suppress(EnvError, ValueError, KeyError):
        value = parse(name)
        if is_valid(value):
            return value
    raise BadEnvironment(name, "has an invalid value" if name in SECRET else f"is {os.environ[name]!r}")


def _check_complete(*, is_embedded: bool) -> None:
    for name in () if is_embedded else REQUIRED_IN_PRODUCTION:
        if not os.environ.get(name):
            raise BadEnvironment(name, "is not set although DATABASE_URL is")
    for name, needed in NEEDS.items():
        if os.environ.get(name) and not os.environ.get(needed):
            raise BadEnvironment(name, f"is set although {needed} is not")


def _local_url(host: str, port: int) -> str:
    is_here = host in ("127.0.0.1", ALL_INTERFACES, "::1", "::")
    return f"http://{'localhost' if is_here else host}:{port}"


def _hall_url(port: int) -> str:
    """The site's address in the local network."""
    addresses = lan_addresses()
    if not addresses:
        raise BadEnvironment("HALL", "is set, but this machine is in no network: join the Wi-Fi or start a hotspot")
    return f"http://{addresses[0]}:{port}"


def _allowed_hosts(public_url: str, local: list[str]) -> list[str]:
    further = _read("ALLOWED_HOSTS", _listed, [], lambda hosts: not any("/" in host or " " in host for host in hosts))
    return list(dict.fromkeys([urlsplit(public_url).hostname or "", *further, *local]))


def _listed(name: str) -> list[str]:
    return [item.strip() for item in os.environ[name].split(",")]


def _is_postgresql(database: dict[str, Any]) -> bool:
    return database.get("ENGINE") == "django.db.backends.postgresql"


def _is_redis_url(url: str) -> bool:
    return urlsplit(url).scheme in ("redis", "rediss", "unix")


def _is_site_url(url: str) -> bool:
    parts = urlsplit(url.rstrip("/"))
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.path


def _is_long(key: str) -> bool:
    return len(key) >= SHORTEST_SECRET_KEY
