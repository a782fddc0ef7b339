"""Capture what the site would write to its log."""

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config.logs import logging_config


@contextmanager
def written(format_name: str, *, by: str = "", level: str = "INFO") -> Iterator[Callable[[], str]]:
    """Capture the text that a logger writes, by default the root logger.

    Use it in the body of a test, not in a fixture: with `--log-level`, pytest resets the level of the root logger
    when the fixtures are ready.
    """
    options = logging_config(level=level, format_name=format_name)["formatters"]["structured"]
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(options.pop("()")(**options))
    logger = logging.getLogger(by or None)
    before = logger.level
    logger.setLevel(level)
    logger.addHandler(handler)
    try:
        yield output.getvalue
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
