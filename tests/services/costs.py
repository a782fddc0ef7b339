"""A pytest plugin that records what each test costs: `pytest --costs=FILE` writes one line per test, dearest first.

A line has the processor time of the test with its fixtures and the processes it waited for, the time that passed, and
the test's id. Fixtures of a whole session are charged to the first test that asks for them, their end to the last.
"""

import resource
import time
from collections.abc import Generator
from pathlib import Path

import pytest

PROPERTY = "cost"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", help="write the processor time and duration of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(CostRecorder(Path(config.getoption("--costs"))))


def processor_seconds() -> float:
    """Of this process and of the children it has waited for."""
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
        """The last report of a test carries its cost, from the process that ran it to the one that collects."""
        report = yield
        if call.when == "teardown":
            cost = (processor_seconds() - self._cpu, time.perf_counter() - self._clock)
            report.user_properties.append((PROPERTY, cost))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == PROPERTY and report.when == "teardown":
                cpu, seconds = value  # type: ignore[misc]
                self.costs.append((float(cpu), float(seconds), report.nodeid))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        rows = (f"{cpu:.3f}\t{seconds:.3f}\t{test}\n" for cpu, seconds, test in sorted(self.costs, reverse=True))
        self.path.write_text("".join(rows))
