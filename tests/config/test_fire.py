"""`make fire` has a case for every row of docs/reliability.md, on the sites that the row names, and ends."""

import re
import time

import pytest

from config.env import BASE_DIR
from tests.fire.__main__ import at_most
from tests.fire.context import CheckFailed
from tests.fire.table import CASES

DOCUMENT = BASE_DIR / "docs" / "reliability.md"
ASKED_FOR = 21
"""Number of rows that were required; the others were added later."""
ON = {"both": {"embedded", "production"}, "embedded": {"embedded"}, "production": {"production"}}


def rows() -> dict[int, list[str]]:
    lines = [line.strip("| ").split(" | ") for line in DOCUMENT.read_text().splitlines() if re.match(r"\| \d", line)]
    return {int(cells[0]): cells[1:] for cells in lines}


def test_every_row_has_a_case_and_every_case_a_row() -> None:
    assert list(rows()) == list(range(1, len(rows()) + 1))
    assert len(rows()) >= ASKED_FOR
    assert {case.row for case in CASES} == set(rows())
    for case in CASES:
        _done, _seen, where, _on = rows()[case.row]
        assert f"`{case.name}`" in where, case.name


def test_a_case_runs_on_the_sites_that_its_row_names() -> None:
    for number, cells in rows().items():
        sites = {site.__name__ for case in CASES if case.row == number for site in case.sites}
        assert sites == ON[cells[-1]], number


def test_the_tests_named_in_rows_exist() -> None:
    folder = ""
    for number, (_done, _seen, where, _on) in rows().items():
        for name in re.findall(r"`([\w/]+\.py)`", where):
            folder = name.rpartition("/")[0] if "/" in name else folder
            path = BASE_DIR / (name if "/" in name else f"{folder}/{name}")
            assert path.is_file(), (number, name)


def test_a_case_that_hangs_is_stopped() -> None:
    with pytest.raises(CheckFailed, match="had not ended"), at_most(0.05):
        time.sleep(10)
    with at_most(10):
        time.sleep(0)
