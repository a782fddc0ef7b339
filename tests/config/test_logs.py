"""Log lines: one format, the request id in each, and no secret in any."""

import json
import logging
from typing import Any

import pytest
import structlog
from django.test import Client

from tests.config.lines import written

SECRET = "-".join(["glass", "orbit", "77"])  # built here, so that no line of the source contains it


def visit(**headers: str) -> list[dict[str, object]]:
    with written("json", by="django_structlog.middlewares.request") as lines:
        Client(headers={"host": "localhost"}).get("/healthz", headers=headers)
    return [json.loads(line) for line in lines().splitlines()]


def test_each_request_has_an_id_that_the_client_can_not_choose() -> None:
    first, second = visit(), visit(**{"X-Request-ID": "chosen"})
    assert first[-1]["code"] == 200
    ids = [{line["request_id"] for line in lines} for lines in (first, second)]
    assert [len(of_one) for of_one in ids] == [1, 1]
    assert not ids[0] & ids[1]
    assert "chosen" not in ids[1]


@pytest.mark.parametrize("format_name", ["json", "text"])
@pytest.mark.parametrize("maker", [structlog.get_logger, logging.getLogger], ids=["ours", "theirs"])
def test_a_traceback_has_no_values_of_variables(maker: Any, format_name: str) -> None:
    name = f"asterism.test.{maker.__name__}"

    def log_in(password: str) -> None:
        raise ValueError("no")

    with written(format_name, by=name) as lines:
        try:
            log_in(SECRET)
        except ValueError:
            maker(name).exception("failed")
    text = lines()
    assert "log_in" in text
    assert "ValueError" in text
    assert SECRET not in text
