"""An upgrade with games in progress, as `make run` does it after an update, from every released version."""

from pathlib import Path

import pytest

from tests.fire.cases.upgrade import run
from tests.fire.context import embedded
from tests.fire.progress import Progress
from tests.fire.release import RELEASES, dated_versions, version


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("release", dated_versions())
def test_games_of_an_earlier_release_continue(release: str) -> None:
    """Each release has at least one game of every variant of its time; two turns are played in each."""
    with embedded(Progress(1), False) as context:
        seen = run(context, RELEASES / f"{release}.sql.gz")
    games, turns = (int(word) for word in seen.replace(",", "").split() if word.isdecimal())
    assert games >= 17
    assert turns == 2 * games


def test_every_release_has_stored_rows() -> None:
    """A version with a date in CHANGELOG.md was released: `python -m tests.fire.release` stores what it wrote."""
    assert [each for each in dated_versions() if not (RELEASES / f"{each}.sql.gz").exists()] == []


def test_the_changelog_begins_with_this_version() -> None:
    first = next(line for line in Path("CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
    assert first.split()[1] == version()
