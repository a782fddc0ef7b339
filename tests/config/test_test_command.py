"""How `make test` and `make check` run their parts."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.services import run as runner
from tests.services.children import ServiceError
from tests.services.parts import Environment, Part


@contextmanager
def nowhere() -> Iterator[Environment]:
    raise ServiceError("there is none on this machine")
    yield {}


def part(name: str, code: str, **more: object) -> Part:
    return Part(name, [sys.executable, "-c", f"import sys\n{code}"], **more)  # type: ignore[arg-type]


def run_all(monkeypatch: pytest.MonkeyPatch, *groups: list[Part]) -> int:
    monkeypatch.setattr(runner, "ALL", groups)
    with pytest.raises(SystemExit) as end:
        runner.main(["all"])
    return int(end.value.code)


def test_every_part_is_run_and_only_a_failed_one_shows_its_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = part("broken", "print('one'); print('.... [ 50%]'); print('two'); sys.exit(3)")
    assert run_all(monkeypatch, [broken], [part("whole", "print('three')")]) == 1
    output = capsys.readouterr().out
    assert "\n── broken\none\ntwo\n" in output
    assert output.index("broken .... [ 50%]") < output.index("── broken")
    assert "three" not in output
    assert output.endswith("parts: 1 passed, 1 failed, 0 skipped\n")


def test_a_failed_test_is_named_with_the_command_to_run_it_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = "print('FAILED tests/test_x.py::test_y[a b] - assert 1'); print('1 failed, 2 passed in 3.4s')"
    broken = part("broken", f"{report}; sys.exit(1)", key="postgres")
    assert run_all(monkeypatch, [broken]) == 1
    output = capsys.readouterr().out
    assert "broken: .venv/bin/python -m tests.services.run postgres 'tests/test_x.py::test_y[a b]'\n" in output
    assert "broken  1 failed, 2 passed in 3.4s\n" in output


def test_one_part_is_run_with_more_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "BY_KEY", {"fast": part("fast", "")})
    ((chosen,),) = runner.selected_parts(["fast", "tests/test_x.py"])
    assert chosen.command[-3:] == ["--numprocesses=0", "--costs=", "tests/test_x.py"]
    with pytest.raises(SystemExit, match="usage"):
        runner.selected_parts(["nothing"])


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_a_missing_service_is_named_and_fails_under_ci(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert run_all(monkeypatch, [part("far", "", service=nowhere), part("near", "")]) == code
    output = capsys.readouterr().out
    assert "far  there is none on this machine\n" in output
    assert "1 skipped" in output
