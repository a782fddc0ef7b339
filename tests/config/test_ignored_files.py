"""Secrets, dumps and backups get neither into a commit nor into the image, in whatever folder they are."""

import re
import subprocess

import pytest

from config.env import BASE_DIR

SECRET = [
    ".env",
    ".env.production",
    "asterism.dump",
    "asterism.sql",
    "asterism.sql.gz",
    "asterism.tar.gz",
    "asterism.sqlite3",
    "asterism.sqlite3-wal",
    "compose.yaml.bak",
    "tls.key",
    "tls.pem",
]
FOLDERS = ["", "config/", "games/puzzles/data/", "frontend/static/"]
OF_THE_DATA = ["data/secret_key", "data/vapid_key", "data/mail/1.log", "backups/monday", "backup/monday"]
KEPT_OUT = [folder + name for name in SECRET for folder in FOLDERS] + OF_THE_DATA
NEEDED = [
    "manage.py",
    "pyproject.toml",
    "requirements/runtime.txt",
    "config/asgi.py",
    "accounts/migrations/0001_initial.py",
    "games/puzzles/data/tactics.jsonl",
    "frontend/templates/base.html",
    "frontend/locale/fr/LC_MESSAGES/django.mo",
    "tournaments/models/__init__.py",
]


def is_copied_into_image(path: str, rules: list[str]) -> bool:
    """Return whether Docker copies the path: the last line of .dockerignore that matches it or a parent folder wins."""
    parts = path.split("/")
    above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    is_copied = True
    for rule in rules:
        if any(_pattern(rule.lstrip("!")).fullmatch(one) for one in above):
            is_copied = rule.startswith("!")
    return is_copied


def _pattern(rule: str) -> re.Pattern[str]:
    words = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(words.get(part) or re.escape(part) for part in re.split(r"(\*\*/|\*\*|\*|\?)", rule)))


def read_rules(name: str) -> list[str]:
    lines = [line.strip() for line in (BASE_DIR / name).read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def test_secrets_are_ignored_by_git_and_docker() -> None:
    rules = read_rules(".dockerignore")
    assert _git("check-ignore", "--no-index", *KEPT_OUT) == KEPT_OUT
    assert [path for path in KEPT_OUT if is_copied_into_image(path, rules)] == []


def test_what_git_ignores_is_not_in_the_image() -> None:
    """Each rule of .gitignore with an example that it ignores, at the top and inside a folder that is copied."""
    rules = read_rules(".dockerignore")
    ignored = [rule for rule in read_rules(".gitignore") if not rule.startswith("!")]
    at_top = [rule.strip("/").replace("*", "x") for rule in ignored]
    inside = [f"games/{rule.strip('/').replace('*', 'x')}" for rule in ignored if not rule.startswith("/")]
    assert [path for path in (*at_top, *inside) if is_copied_into_image(path, rules)] == []


def test_what_the_image_needs_is_copied() -> None:
    rules = read_rules(".dockerignore")
    assert [path for path in NEEDED if not (BASE_DIR / path).exists()] == []
    assert [path for path in NEEDED if not is_copied_into_image(path, rules)] == []


def test_every_committed_file_of_the_site_is_in_the_image_and_none_is_ignored_by_git() -> None:
    rules = read_rules(".dockerignore")
    tracked = _git("ls-files")
    site = [
        path for path in tracked if path.startswith(("accounts/", "config/", "frontend/", "games/", "tournaments/"))
    ]
    assert [path for path in site if not is_copied_into_image(path, rules)] == []
    assert _git("ls-files", "--cached", "--ignored", "--exclude-standard") == []


def _git(*arguments: str) -> list[str]:
    result = subprocess.run(["git", *arguments], cwd=BASE_DIR, capture_output=True, text=True, check=False)
    if result.returncode > 1:
        pytest.skip("not a git repository")
    return result.stdout.splitlines()
