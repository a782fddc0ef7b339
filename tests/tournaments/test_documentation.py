"""The examples of the two documents run, and their tables name everything there is."""

import re
from pathlib import Path

from tests.tournaments.simulation import round_robin
from tournaments.standings.tie_breaks import TieBreak

DOCS = Path(__file__).parents[2] / "docs"


def example(name: str) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)
    return code


def test_the_example_of_pairing_gives_what_it_says():
    names: dict = {}
    exec(example("pairing.md"), names)
    assert names["draw"].tables[0].seats == (41, 17)
    assert "Eva moves first" in names["draw"].tables[0].reason


def test_the_example_of_standings_runs():
    names: dict = {"tournament": round_robin(1).tournament}
    exec(example("standings.md"), names)
    assert names["table"].rows[0].rank == 1


def test_every_tie_break_is_described():
    described = re.findall(r"^\| `(\w+)` \|", (DOCS / "standings.md").read_text(), re.MULTILINE)
    assert described == [tie_break.value for tie_break in TieBreak]
