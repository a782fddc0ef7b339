"""An outage of database or disk is a 503 with advice; without cache or broker the site goes on."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import OperationalError, ProgrammingError
from django.test import Client
from kombu.exceptions import OperationalError as NoBroker

from accounts.http import outages
from accounts.http.outages import AWAY, NO_ROOM, READ_ONLY, is_degraded, outage_of
from accounts.models import User
from accounts.services.tokens import create_token
from config import cache as caches
from config.cache import FallbackFileCache, FallbackRedisCache
from games import tasks
from games.models import Step
from tests.games.playing import client_of, make_people, next_turn, start
from tests.services.ports import free_port


@pytest.fixture(autouse=True)
def calm() -> Iterator[None]:
    outages._failed_at.clear()
    caches._asked_again_at = 0.0
    yield
    outages._failed_at.clear()
    caches._asked_again_at = 0.0


def as_django_error(cause: Exception) -> OperationalError:
    """Wrap a driver's error as Django does."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def full_disk(folder: Path) -> Exception:
    with closing(sqlite3.connect(folder / "small")) as rows:
        rows.execute("CREATE TABLE heap (thing TEXT)")
        rows.execute("PRAGMA max_page_count=1")
        with pytest.raises(sqlite3.OperationalError) as caught:
            rows.execute("INSERT INTO heap VALUES (?)", ["x" * 10_000])
    return caught.value


def read_only(folder: Path) -> Exception:
    sqlite3.connect(folder / "shut").close()
    rows = sqlite3.connect(f"file:{folder / 'shut'}?mode=ro", uri=True)
    with closing(rows), pytest.raises(sqlite3.OperationalError) as caught:
        rows.execute("CREATE TABLE heap (thing TEXT)")
    return caught.value


def locked(folder: Path) -> Exception:
    with (
        closing(sqlite3.connect(folder / "busy")) as first,
        closing(sqlite3.connect(folder / "busy", timeout=0)) as rows,
    ):
        first.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            rows.execute("BEGIN IMMEDIATE")
    return caught.value


def missing_table(folder: Path) -> Exception:
    with closing(sqlite3.connect(folder / "bare")) as rows, pytest.raises(sqlite3.OperationalError) as caught:
        rows.execute("SELECT * FROM nothing")
    return caught.value


@pytest.mark.parametrize(
    ("fault", "outage"), [(full_disk, NO_ROOM), (read_only, READ_ONLY), (locked, AWAY), (missing_table, None)]
)
def test_errors_of_sqlite_are_classified(tmp_path: Path, fault: Any, outage: Any) -> None:
    assert outage_of(as_django_error(fault(tmp_path))) is outage


def test_errors_of_postgresql_and_the_file_system_are_classified() -> None:
    assert outage_of(as_django_error(psycopg.OperationalError("connection refused"))) is AWAY
    assert outage_of(as_django_error(psycopg.errors.DiskFull())) is NO_ROOM
    assert outage_of(OSError(errno.ENOSPC, "No space left on device")) is NO_ROOM
    assert outage_of(OSError(errno.EROFS, "Read-only file system")) is READ_ONLY
    assert outage_of(FileNotFoundError(errno.ENOENT, "none")) is None
    assert outage_of(ProgrammingError("a bad query")) is None
    assert outage_of(KeyError("a bug")) is None


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/games/1/", "/api/v1/games/1/"])
def test_an_outage_is_a_503_and_a_bug_stays_a_500(path: str, tmp_path: Path) -> None:
    visitor = Client(raise_request_exception=False)
    for error, status, words in (
        (as_django_error(full_disk(tmp_path)), 503, "disk is full"),
        (as_django_error(psycopg.OperationalError("connection refused")), 503, "try again in a minute"),
        (KeyError("a bug"), 500, "logged" if path.startswith("/api/") else "Try again in a minute"),
    ):
        with (
            patch("django.db.models.query.QuerySet._fetch_all", side_effect=error),
            patch("django.db.models.query.QuerySet.exists", side_effect=error),
        ):
            answer = visitor.get(path)
        assert (answer.status_code, words in answer.content.decode().replace("&#x27;", "'")) == (status, True)
        assert ("Retry-After" in answer) is (status == 503)


@pytest.mark.django_db
def test_the_api_can_be_read_while_the_disk_is_full(tmp_path: Path) -> None:
    (ada,) = make_people("ada")
    secret = create_token(user=ada, name="reader", scopes=["read"], days=1)[1]
    for fault, status in ((full_disk(tmp_path), 200), (psycopg.OperationalError("connection refused"), 503)):
        with patch("django.db.models.query.QuerySet.update", side_effect=as_django_error(fault)):
            answer = Client().get("/api/v1/games/", headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code == status


def test_rate_limits_are_counted_while_the_shared_cache_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    files = FallbackFileCache(str(tmp_path / "file" / "cache"), {})
    redis = FallbackRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    for away in (files, redis):
        caches._asked_again_at = 0.0
        outages._failed_at.clear()
        away.own.clear()
        assert away.add("tries", 0, 60)
        assert is_degraded()
        assert [away.incr("tries") for _ in range(3)] == [1, 2, 3]
        assert not away.add("tries", 0, 60)


def test_a_recovered_shared_cache_is_used_again(tmp_path: Path) -> None:
    cache = FallbackFileCache(str(tmp_path / "cache"), {})
    with patch.object(cache.shared, "set", side_effect=OSError(errno.ENOSPC, "full")):
        cache.set("colour", "red")
    assert (cache.get("colour"), cache.shared.get("colour"), is_degraded()) == ("red", None, True)
    caches._asked_again_at = 0.0
    cache.set("colour", "blue")
    assert (cache.shared.get("colour"), is_degraded()) == ("blue", False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", [NoBroker("connection refused"), OSError(errno.ENOSPC, "full")])
def test_without_a_broker_turns_are_accepted_and_pages_show_a_notice(client: Client, fault: Exception) -> None:
    people: list[User] = make_people("ada", "ben")
    game = start("lyra-2", people)
    assert "Background jobs are delayed" not in client.get("/").content.decode()
    with patch.object(tasks.notify_turn, "delay", side_effect=fault):
        answer = client_of(people[0]).post(f"/api/v1/games/{game.pk}/turns/", {"ply": 0, "steps": next_turn(game)})
    assert (answer.status_code, Step.objects.count()) == (201, 1)
    assert "Background jobs are delayed" in client.get("/").content.decode()
