"""What a site would write into its log, caught where it is written."""

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config.logs import logging_config


@contextmanager
def written(format_name: str, *, by: str = "", level: str = "INFO") -> Iterator[Callable[[], str]]:
    """The text that a logger writes meanwhile, by default the one above all others.

    For the body of a test, not for a fixture: pytest, told of a level of its own (`--log-level`), sets the root's back
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
