"""The lines of the log: one shape for everybody, the id of the request in each, and no secret in any."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import structlog
from django.test import Client

from config.logs import logging_config

SECRET = "-".join(["glass", "orbit", "77"])  # put together here, so that no line of the source holds it


@contextmanager
def written(format_name: str, *, by: str) -> Iterator[Callable[[], list[str]]]:
    """What a logger writes meanwhile, as on a site; at the logger itself, whatever other tests did to those above."""
    options = logging_config(level="INFO", format_name=format_name)["formatters"]["structured"]
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(options.pop("()")(**options))
    logger = logging.getLogger(by)
    logger.disabled = False
    logger.setLevel("INFO")
    logger.addHandler(handler)
    try:
        yield lambda: output.getvalue().splitlines()
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)


def visit(**headers: str) -> list[dict[str, object]]:
    with written("json", by="django_structlog.middlewares.request") as lines:
        Client(headers={"host": "localhost"}).get("/healthz", headers=headers)
    return [json.loads(line) for line in lines()]


def test_each_request_has_an_id_of_its_own_that_no_stranger_chooses() -> None:
    first, second = visit(), visit(**{"X-Request-ID": "chosen"})
    assert first[-1]["code"] == 200
    ids = [{line["request_id"] for line in told} for told in (first, second)]
    assert [len(of_one) for of_one in ids] == [1, 1]
    assert not ids[0] & ids[1]
    assert "chosen" not in ids[1]


@pytest.mark.parametrize("format_name", ["json", "text"])
@pytest.mark.parametrize("maker", [structlog.get_logger, logging.getLogger], ids=["ours", "theirs"])
def test_a_traceback_tells_where_but_not_what_the_variables_held(maker: Any, format_name: str) -> None:
    name = f"asterism.test.{maker.__name__}"

    def log_in(password: str) -> None:
        raise ValueError("no")

    with written(format_name, by=name) as lines:
        try:
            log_in(SECRET)
        except ValueError:
            maker(name).exception("failed")
    text = "\n".join(lines())
    assert "log_in" in text
    assert "ValueError" in text
    assert SECRET not in text
