"""What `make test` and `make check` do with their parts."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


def test_every_part_is_run_and_told_in_one_piece(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = part("broken", "print('one'); print('.... [ 50%]'); print('two'); sys.exit(3)", second_try=True)
    assert run_all(monkeypatch, [broken], [part("whole", "print('three')")]) == 1
    told = capsys.readouterr().out
    assert "\n── broken\none\ntwo\n" in told
    assert told.index("broken .... [ 50%]") < told.index("── broken")
    assert "once more" not in told, "only what pytest calls failed tests is tried again"
    assert told.endswith("parts: 1 passed, 1 failed, 0 skipped\n")


def test_what_failed_is_tried_again_when_all_else_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    first = f"open({str(trace)!r}, 'a').write('A' if '--last-failed' in sys.argv else 'a')"
    unlucky = part("unlucky", f"{first}; sys.exit('--last-failed' not in sys.argv)", second_try=True)
    other = part("other", f"import time; time.sleep(0.3); open({str(trace)!r}, 'a').write('b')")
    assert run_all(monkeypatch, [unlucky, other]) == 0
    assert trace.read_text() == "abA"
    assert "── unlucky: once more what failed, by itself" in capsys.readouterr().out


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_what_the_machine_has_not_is_named_and_under_ci_a_failure(
    ci: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", ci)
    assert run_all(monkeypatch, [part("far", "", service=nowhere), part("near", "")]) == code
    told = capsys.readouterr().out
    assert "far  there is none on this machine\n" in told
    assert "1 skipped" in told
