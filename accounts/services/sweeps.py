"""Sweeps: the same action for each of many rows, where one failure stops no other."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

logger = logging.getLogger("asterism.sweeps")

T = TypeVar("T")


def sum_for_each(items: Iterable[T], action: Callable[[T], int], *, failed: str) -> int:
    """Run an action for each item; returns the sum of the results. A failure is logged as `failed` % item."""
    return sum(_run_safely(item, action, failed) for item in list(items))


def _run_safely(item: T, action: Callable[[T], int], failed: str) -> int:
    try:
        return action(item)
    except Exception:
        logger.exception("%s; continuing with the others.", failed % (item,))
        return 0
