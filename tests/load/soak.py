"""AI against AI in all variants on a production-like site: fails if memory, files or queues grow.

`make soak` takes ten minutes, `make soak MINUTES=60` an hour.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta

from config.env import BASE_DIR
from tests.bench.sites import production

SAMPLES_EVERY_SECONDS = 5.0
MEGABYTES, FILES, MESSAGES = 40.0, 20, 50
"""How much more memory and how many more open files are allowed at the end; how many messages may wait."""
GROWTH = 1.10
LONGEST_TURN = timedelta(seconds=60)


@dataclass(frozen=True, kw_only=True)
class Sample:
    """The state of the whole site at one moment."""

    megabytes: float
    files: int
    waiting: int
    """Messages in the queues."""
    unfinished: int
    """Turns that an AI has owed for longer than any takes."""
    turns: int
    """Played since the start."""


def verdicts(samples: Sequence[Sample]) -> list[str]:
    """Return what has grown. The first quarter is left out: processes fill their caches."""
    settled = samples[len(samples) // 4 :]
    begin, end = settled[: len(settled) // 3], settled[-(len(settled) // 3) :]
    memory = _medians(begin, end, "megabytes")
    files = _medians(begin, end, "files")
    found = []
    if memory[1] > memory[0] * GROWTH + MEGABYTES:
        found.append(f"memory grew from {memory[0]:.0f} to {memory[1]:.0f} MB")
    if files[1] > files[0] + FILES:
        found.append(f"open files grew from {files[0]:.0f} to {files[1]:.0f}")
    if statistics.median(sample.waiting for sample in end) > MESSAGES:
        found.append(f"{end[-1].waiting} messages wait in the queues")
    if any(sample.unfinished for sample in end):
        found.append(f"{max(sample.unfinished for sample in end)} turns were owed for more than {LONGEST_TURN}")
    if end[-1].turns == begin[0].turns:
        found.append("no turn was played")
    return found


def _medians(begin: Sequence[Sample], end: Sequence[Sample], name: str) -> tuple[float, float]:
    first, last = (statistics.median(getattr(sample, name) for sample in part) for part in (begin, end))
    return first, last


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    minutes = parser.parse_args().minutes
    with production() as environment:
        command = [sys.executable, "-m", "tests.load.soaking", str(minutes)]
        done = subprocess.run(command, cwd=BASE_DIR, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    samples = [Sample(**fields) for fields in json.loads(done.stdout)]
    sys.stdout.write(table(samples) + "\n")
    problems = verdicts(samples)
    if problems:
        sys.exit("soak: " + "; ".join(problems) + ".")
    sys.stdout.write(f"\nflat over {minutes:g} minutes on {os.cpu_count()} cores\n")


def table(samples: Sequence[Sample]) -> str:
    """Return a table of ten samples, evenly spread."""
    shown = [samples[number * (len(samples) - 1) // 9] for number in range(10)]
    lines = [
        "| memory, MB | open files | messages waiting | turns owed too long | turns played |",
        "|---|---|---|---|---|",
    ]
    for sample in shown:
        fields = asdict(sample)
        lines.append("| " + " | ".join(f"{fields[name]:,.0f}" for name in fields) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
