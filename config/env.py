"""The environment variables of the site, read once, typed and validated.

A bad value ends the process with one line that names the variable and says what to change. `DATABASE_URL` decides
between the two ways to run the site: without it the site is embedded (SQLite and a broker of files in the data
directory), with it Redis, mail and the secret key must be configured too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from environs import Env
from environs.exceptions import EnvError

from config.embedded.kept_secrets import is_vapid_key

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
LOG_FORMATS = ["console", "json"]
SHORTEST_SECRET_KEY = 50


class BadEnvironment(SystemExit):
    """One line on stderr and exit code 1, wherever the environment is read first."""

    def __init__(self, name: str, problem: str, *, remedy: str) -> None:
        super().__init__(f"asterism: {name} {problem}. {remedy}")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The environment variables of one site, parsed and checked."""

    data_dir: Path
    debug: bool
    database: dict[str, Any] | None
    listening: dict[str, Any] | None
    redis_url: str
    broker_url: str
    secret_key: str
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

    @property
    def is_embedded(self) -> bool:
        return self.database is None

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https://")


def read_environment() -> Environment:
    env = Env()
    database = _read_database(env, "DATABASE_URL", otherwise="unset it for the embedded SQLite")
    is_embedded = database is None
    redis_url = _read_redis_url(env, "REDIS_URL", is_required=not is_embedded)
    host = _read(env, env.str, "HOST", "127.0.0.1", remedy="Set it to an address of this machine")
    port = _read_port(env)
    public_url = _read_public_url(env, default=_local_url(host, port) if is_embedded else "")
    return Environment(
        data_dir=Path(_read(env, env.str, "ASTERISM_DATA", str(BASE_DIR / "data"), remedy="Name a folder")).resolve(),
        debug=_read(env, env.bool, "DEBUG", False, remedy="Set it to true or false, or unset it"),
        database=database,
        listening=_read_further_database(env, "LISTEN_URL", is_embedded=is_embedded),
        redis_url=redis_url,
        broker_url=_read_broker_url(env, redis_url),
        secret_key=_read_secret_key(env, is_required=not is_embedded),
        secret_key_fallbacks=_read_secret_key_fallbacks(env),
        vapid_key=_read_vapid_key(env),
        public_url=public_url,
        allowed_hosts=_read_allowed_hosts(env, public_url, is_embedded=is_embedded),
        trusted_proxies=_read_trusted_proxies(env),
        email=_read_email(env, is_required=not is_embedded),
        mail_from=_read(env, env.str, "MAIL_FROM", "Asterism <asterism@localhost>", remedy="Set it to a mail address"),
        vacation_days=_read_vacation_days(env),
        metrics_token=_read(env, env.str, "METRICS_TOKEN", "", remedy="Set it to a long random text"),
        log_level=_read_choice(env, "LOG_LEVEL", LOG_LEVELS, "INFO"),
        log_format=_read_choice(env, "LOG_FORMAT", LOG_FORMATS, "console" if is_embedded else "json"),
        host=host,
        port=port,
    )


def _read(env: Env, parse: Callable[..., Any], name: str, default: Any, *, remedy: str) -> Any:
    """The parsed value; an empty one counts as unset, as Compose files pass it."""
    if not env.str(name, ""):
        return default
    try:
        return parse(name)
    except (EnvError, ValueError, KeyError) as error:
        raise BadEnvironment(name, f"has the unreadable value {env.str(name)!r}", remedy=remedy + ".") from error


def _read_choice(env: Env, name: str, choices: list[str], default: str) -> str:
    value = str(_read(env, env.str, name, default, remedy=""))
    if value not in choices:
        raise BadEnvironment(name, f"is {value!r}", remedy=f"Set it to one of {', '.join(choices)}.")
    return value


def _read_port(env: Env) -> int:
    remedy = "Set it to a number from 1 to 65535, for example PORT=8000"
    port: int = _read(env, env.int, "PORT", 8000, remedy=remedy)
    if not 1 <= port <= 65535:
        raise BadEnvironment("PORT", f"is {port}", remedy=remedy + ".")
    return port


def _local_url(host: str, port: int) -> str:
    is_here = host in ("127.0.0.1", "0.0.0.0", "::1", "::")  # noqa: S104  # nosec B104
    return f"http://{'localhost' if is_here else host}:{port}"


def _read_database(env: Env, name: str, *, otherwise: str) -> dict[str, Any] | None:
    remedy = f"Use postgres://user:password@host:5432/name, or {otherwise}"
    database: dict[str, Any] | None = _read(env, env.dj_db_url, name, None, remedy=remedy)
    if database is not None and database.get("ENGINE") != "django.db.backends.postgresql":
        raise BadEnvironment(name, "does not name a PostgreSQL database", remedy=remedy + ".")
    return database


def _read_further_database(env: Env, name: str, *, is_embedded: bool) -> dict[str, Any] | None:
    """Another connection to the database of DATABASE_URL; an embedded site has only one."""
    database = _read_database(env, name, otherwise="unset it to use DATABASE_URL for this too")
    if database is not None and is_embedded:
        raise BadEnvironment(name, "is set although DATABASE_URL is not", remedy="Set both, or neither.")
    return database


def _read_redis_url(env: Env, name: str, *, is_required: bool) -> str:
    remedy = "Use redis://host:6379/0."
    url = str(_read(env, env.str, name, "", remedy=remedy))
    if url and urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise BadEnvironment(name, f"is {url!r}, which isn't a Redis address", remedy=remedy)
    if is_required and not url:
        raise BadEnvironment(name, "is not set although DATABASE_URL is", remedy=remedy)
    return url


def _read_broker_url(env: Env, redis_url: str) -> str:
    """The URL of Celery's broker: a Redis of its own, or the one of the cache."""
    url = _read_redis_url(env, "BROKER_URL", is_required=False)
    if url and not redis_url:
        raise BadEnvironment("BROKER_URL", "is set although REDIS_URL is not", remedy="Set both, or neither.")
    return url or redis_url


def _read_secret_key(env: Env, *, is_required: bool) -> str:
    remedy = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(50))'."
    key = str(_read(env, env.str, "SECRET_KEY", "", remedy=remedy))
    if is_required and not key:
        raise BadEnvironment("SECRET_KEY", "is not set although DATABASE_URL is", remedy=remedy)
    if key and len(key) < SHORTEST_SECRET_KEY:
        raise BadEnvironment("SECRET_KEY", f"is shorter than {SHORTEST_SECRET_KEY} characters", remedy=remedy)
    return key


def _read_secret_key_fallbacks(env: Env) -> list[str]:
    """Former keys, the newest first: they only verify and decrypt what they signed and encrypted."""
    remedy = "Separate former values of SECRET_KEY by commas, the newest first"
    keys = [key.strip() for key in _read(env, env.list, "SECRET_KEY_FALLBACKS", [], remedy=remedy)]
    if any(len(key) < SHORTEST_SECRET_KEY for key in keys):
        problem = f"has a key shorter than {SHORTEST_SECRET_KEY} characters"
        raise BadEnvironment("SECRET_KEY_FALLBACKS", problem, remedy=remedy + ".")
    return keys


def _read_vapid_key(env: Env) -> str:
    remedy = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(32))'; without one web push is off."
    key = str(_read(env, env.str, "VAPID_KEY", "", remedy=remedy))
    if key and not is_vapid_key(key):
        raise BadEnvironment("VAPID_KEY", "isn't a private key of 32 bytes in base64url", remedy=remedy)
    return key


def _read_public_url(env: Env, *, default: str) -> str:
    remedy = "Set it to the address people type, for example https://play.example.org."
    url = str(_read(env, env.str, "PUBLIC_URL", default, remedy=remedy)).rstrip("/")
    if not url:
        raise BadEnvironment("PUBLIC_URL", "is not set although DATABASE_URL is", remedy=remedy)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
        raise BadEnvironment("PUBLIC_URL", f"is {url!r}", remedy=remedy)
    return url


def _read_allowed_hosts(env: Env, public_url: str, *, is_embedded: bool) -> list[str]:
    remedy = "Separate host names by commas, for example ALLOWED_HOSTS=play.example.org,localhost"
    own = [urlsplit(public_url).hostname or ""]
    hosts: list[str] = _read(env, env.list, "ALLOWED_HOSTS", [], remedy=remedy)
    if any("/" in host or " " in host.strip() for host in hosts):
        raise BadEnvironment("ALLOWED_HOSTS", f"is {','.join(hosts)!r}", remedy=remedy + ".")
    local = LOCAL_HOSTS if is_embedded else []
    return list(dict.fromkeys([*own, *(host.strip() for host in hosts), *local]))


def _read_trusted_proxies(env: Env) -> int:
    remedy = "Set it to the number of proxies in front of the site, 0 for none"
    count: int = _read(env, env.int, "TRUSTED_PROXIES", 0, remedy=remedy)
    if count < 0:
        raise BadEnvironment("TRUSTED_PROXIES", f"is {count}", remedy=remedy + ".")
    return count


def _read_vacation_days(env: Env) -> int:
    remedy = "Set it to the number of vacation days per player and year, 0 to 366"
    days: int = _read(env, env.int, "VACATION_DAYS_PER_YEAR", 30, remedy=remedy)
    if not 0 <= days <= 366:
        raise BadEnvironment("VACATION_DAYS_PER_YEAR", f"is {days}", remedy=remedy + ".")
    return days


def _read_email(env: Env, *, is_required: bool) -> dict[str, Any] | None:
    remedy = "Use smtp://user:password@host:25, or submission://user:password@host for TLS on port 587"
    email: dict[str, Any] | None = _read(env, env.dj_email_url, "EMAIL_URL", None, remedy=remedy)
    if email is not None and not email.get("EMAIL_BACKEND"):
        raise BadEnvironment("EMAIL_URL", "has an unknown scheme", remedy=remedy + ".")
    if is_required and email is None:
        raise BadEnvironment("EMAIL_URL", "is not set although DATABASE_URL is", remedy=remedy + ".")
    return email
