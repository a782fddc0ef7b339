"""The examples in the documents of pairing and standings run, and every tie-break is described."""

import re
from pathlib import Path

from tests.tournaments.simulation import round_robin
from tournaments.standings.tie_breaks import TieBreak

DOCS = Path(__file__).parents[2] / "docs"


def example(name: str) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(), re.DOTALL)
    return code


def test_the_pairing_example_gives_the_documented_output():
    names: dict = {}
    exec(example("pairing.md"), names)
    assert names["draw"].tables[0].seats == (41, 17)
    assert "Eva moves first" in names["draw"].tables[0].reason


def test_the_standings_example_runs():
    names: dict = {"tournament": round_robin(1).tournament}
    exec(example("standings.md"), names)
    assert names["table"].rows[0].rank == 1


def test_every_tie_break_is_described():
    described = re.findall(r"^\| `(\w+)` \|", (DOCS / "standings.md").read_text(), re.MULTILINE)
    assert described == [tie_break.value for tie_break in TieBreak]
