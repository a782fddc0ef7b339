"""The cost of each test: `pytest --costs=FILE` writes one line per test, most expensive first; `make test` does so for
its parts, and `python -m tests.services.costs` writes docs/test-costs.md from them.

A line has the processor time of the test with its fixtures and the processes it waited for, the elapsed time, and the
test's id. Session fixtures are charged to the first test that uses them, their teardown to the last.
"""

import resource
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from config.env import BASE_DIR

COSTS = BASE_DIR / "build" / "costs"
DOCUMENT = BASE_DIR / "docs" / "test-costs.md"
PARTS = {"sqlite": "on SQLite", "postgres": "on PostgreSQL", "browser": "in the browser"}
PROPERTY = "cost"
DEAREST = 40
HEAD = """# What the tests cost

Seconds of processor time in the last `make test` that was written down here with `python -m tests.services.costs`: a
test with its fixtures and the processes it waited for. Servers that a whole part shares are not in it. Look here before
you add to the top of a list.
"""


def cost_file(key: str) -> Path:
    return COSTS / f"{key}.tsv"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", help="write the processor time and duration of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(CostRecorder(Path(config.getoption("--costs"))))


def processor_seconds() -> float:
    """Return the processor time of this process and of the children it has waited for."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class CostRecorder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.costs: list[tuple[float, float, str]] = []
        self._cpu = self._clock = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        self._cpu, self._clock = processor_seconds(), time.perf_counter()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the cost to the last report of a test, which goes from the worker process to the controller."""
        report = yield
        if call.when == "teardown":
            cost = (processor_seconds() - self._cpu, time.perf_counter() - self._clock)
            report.user_properties.append((PROPERTY, cost))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, cost in report.user_properties:
            if name == PROPERTY and report.when == "teardown" and isinstance(cost, (tuple, list)):
                self.costs.append((cost[0], cost[1], report.nodeid))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        rows = (f"{cpu:.3f}\t{seconds:.3f}\t{test}\n" for cpu, seconds, test in sorted(self.costs, reverse=True))
        self.path.write_text("".join(rows))


def document() -> Iterator[str]:
    """Yield the sum of each part by folder, then its most expensive tests."""
    yield HEAD
    for key, name in PARTS.items():
        rows = [line.split("\t") for line in cost_file(key).read_text().splitlines()]
        folders = Counter[str]()
        for cpu, _seconds, test in rows:
            folders[test.split("::")[0].rpartition("/")[0]] += float(cpu)
        yield f"\n## Tests {name}: {len(rows):,} tests, {sum(folders.values()):,.0f} s\n\n| s | folder |\n|---:|---|\n"
        yield from (f"| {cpu:.1f} | {folder} |\n" for folder, cpu in folders.most_common() if cpu >= 1)
        yield "\n| s | test |\n|---:|---|\n"
        yield from (f"| {float(cpu):.1f} | `{test}` |\n" for cpu, _seconds, test in rows[:DEAREST])


if __name__ == "__main__":
    DOCUMENT.write_text("".join(document()))
