"""The lines of the log: one shape for everybody, the id of the request in each, and no secret in any."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import structlog
from django.test import Client

from config.logs import logging_config

SECRET = "-".join(["glass", "orbit", "77"])  # put together here, so that no line of the source holds it
LOGGERS = [structlog.get_logger("site"), logging.getLogger("library")]


@contextmanager
def written(format_name: str) -> Iterator[Callable[[], list[str]]]:
    """What is logged meanwhile, as a site would write it."""
    options = logging_config(level="INFO", format_name=format_name)["formatters"]["structured"]
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(options.pop("()")(**options))
    root = logging.getLogger()
    level = root.level
    root.setLevel("INFO")
    root.addHandler(handler)
    logging.disable(logging.NOTSET)  # whatever a test before has silenced
    logging.getLogger("django_structlog.middlewares.request").disabled = False
    try:
        yield lambda: output.getvalue().splitlines()
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def visit(**headers: str) -> list[dict[str, object]]:
    with written("json") as lines:
        Client(headers={"host": "localhost"}).get("/healthz", headers=headers)
    return [line for line in map(json.loads, lines()) if str(line["event"]).startswith("request_")]


def test_each_request_has_an_id_of_its_own_that_no_stranger_chooses() -> None:
    first, second = visit(), visit(**{"X-Request-ID": "chosen"})
    assert first[-1]["code"] == 200
    ids = [{line["request_id"] for line in told} for told in (first, second)]
    assert [len(of_one) for of_one in ids] == [1, 1]
    assert not ids[0] & ids[1]
    assert "chosen" not in ids[1]


@pytest.mark.parametrize("format_name", ["json", "text"])
@pytest.mark.parametrize("logger", LOGGERS, ids=["ours", "theirs"])
def test_a_traceback_tells_where_but_not_what_the_variables_held(logger: logging.Logger, format_name: str) -> None:
    def log_in(password: str) -> None:
        raise ValueError("no")

    with written(format_name) as lines:
        try:
            log_in(SECRET)
        except ValueError:
            logger.exception("failed")
    text = "\n".join(lines())
    assert "log_in" in text
    assert "ValueError" in text
    assert SECRET not in text
