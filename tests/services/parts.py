"""The parts of `make test` and `make check`: their commands, environments and required services."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from config.env import BASE_DIR
from tests.services.chromium import bring_bare_chromium, bring_chromium
from tests.services.costs import cost_file
from tests.services.node import bring_packages, node_environment
from tests.services.postgres import running_postgres
from tests.services.redis import running_redis

Environment = dict[str, str]

PRODUCTION: Environment = {
    "DATABASE_URL": "postgres://asterism:secret@localhost/asterism",
    "REDIS_URL": "redis://localhost:6379/0",
    "SECRET_KEY": "kept-by-nobody-" + "".join(chr(ord("a") + number % 26) for number in range(60)),
    "PUBLIC_URL": "https://play.example.org",
    "EMAIL_URL": "smtp://localhost:25",
    "TRUSTED_PROXIES": "1",
}


@contextmanager
def nothing() -> Iterator[Environment]:
    yield {}


@contextmanager
def redis() -> Iterator[Environment]:
    """Only check that Redis is available: each test process starts its own."""
    with running_redis():
        yield {}


@contextmanager
def postgres() -> Iterator[Environment]:
    with running_postgres() as url:
        yield {"ASTERISM_TEST_DATABASE_URL": url}


@contextmanager
def chromium() -> Iterator[Environment]:
    bring_bare_chromium()
    bring_chromium()
    yield {}


@contextmanager
def node() -> Iterator[Environment]:
    bring_packages()
    yield node_environment()


@dataclass(frozen=True)
class Part:
    name: str
    command: list[str]
    service: Callable[[], AbstractContextManager[Environment]] = nothing
    environment: Environment = field(default_factory=dict)
    key: str = ""  # selects the part on the command line


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]


def pytest(key: str, *arguments: str) -> list[str]:
    """In two processes with work stealing; `tests.services.costs` reads the costs."""
    options = ["--numprocesses=2", "--dist=worksteal", "-p", "no:cacheprovider", f"--costs={cost_file(key)}"]
    return python("-m", "pytest", *options, *arguments)


def javascript_tests() -> list[str]:
    """Named one by one: some versions of Node accept no folder here, others no pattern."""
    return sorted(str(path.relative_to(BASE_DIR)) for path in (BASE_DIR / "tests" / "js").glob("*.test.js"))


PRODUCTION_CODE = ("manage.py", "config", "frontend", "tournaments", "games", "accounts")
FORMAT = Part("format", python("-m", "ruff", "format", "--check", "--quiet", "."))
LINT = Part("lint", python("-m", "ruff", "check", "--quiet", "."))
TEMPLATES = "frontend/templates"
TEMPLATE_FORMAT = Part("template format", python("-m", "djhtml", "--check", "--tabwidth=2", TEMPLATES))
TEMPLATE_LINT = Part("template lint", python("-m", "djlint", "--lint", "--quiet", TEMPLATES))
TYPES = Part("types", python("-m", "mypy"))
CONTRACTS = Part("contracts", python("-c", "from importlinter.cli import lint_imports_command as lint; lint()"))
# Production code only; exceptions are marked on their lines.
BANDIT = Part(
    "bandit",
    python("-m", "bandit", "--quiet", "--configfile", "pyproject.toml", "--recursive", *PRODUCTION_CODE),
)
COMPILED = Part("compiled engines", python("-m", "config.compiler"))
MIGRATIONS = Part("migrations", python("manage.py", "makemigrations", "--check", "--dry-run"))
DEPLOYMENT = Part(
    "deployment", python("manage.py", "check", "--deploy", "--fail-level=WARNING"), environment=PRODUCTION
)
JAVASCRIPT_TYPES = Part("JavaScript types", python("-m", "tests.services.javascript_types"), node)
JAVASCRIPT_TESTS = Part("JavaScript tests", ["node", "--test", *javascript_tests()], node)
FAST = Part("fast tests", pytest("fast", "-m", "not browser and not slow"), key="fast")
SQLITE = Part("tests on SQLite", pytest("sqlite", "-m", "not browser"), redis, key="sqlite")
POSTGRES = Part(
    "tests on PostgreSQL", pytest("postgres", "-m", "not browser", "--migrations"), postgres, key="postgres"
)
# One process has the tests that share a site, the other those with a server of their own.
BROWSER = Part("browser tests", pytest("browser", "-m", "browser", "--dist=loadgroup"), chromium, key="browser")
BY_KEY = {part.key: part for part in (FAST, SQLITE, POSTGRES, BROWSER)}

# One group after the other; two parts of a group run in parallel, so the longest come first.
LINTERS = [FORMAT, LINT, TEMPLATE_FORMAT, TEMPLATE_LINT]
CHECK = ([FAST, TYPES, CONTRACTS, *LINTERS],)
JAVASCRIPT = [JAVASCRIPT_TYPES, JAVASCRIPT_TESTS]
ALL = (
    [COMPILED, TYPES, *JAVASCRIPT, BANDIT, CONTRACTS, MIGRATIONS, DEPLOYMENT, *LINTERS],
    [BROWSER, SQLITE, POSTGRES],
)
