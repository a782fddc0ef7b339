"""Bootstrap on a machine that lacks something: pip replaces uv, and without a C compiler nothing is compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import bootstrap, compiler
from config.env import BASE_DIR


@pytest.fixture
def bare_venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A virtual environment whose Python is a script that records its arguments."""
    folder = tmp_path / "bin"
    folder.mkdir()
    python = folder / "python"
    python.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n')
    python.chmod(0o755)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "PYTHON", python)
    monkeypatch.setenv("PATH", "/usr/bin:/bin" if not Path("/usr/bin/uv").exists() else str(folder))
    return tmp_path


def test_pip_installs_where_uv_is_not_available(bare_venv: Path) -> None:
    assert bootstrap.installer()[:4] == [str(bare_venv / "bin" / "python"), "-m", "pip", "install"]
    assert (bare_venv / "asked").read_text() == "-m pip install --quiet --disable-pip-version-check uv\n"


def test_uv_installs_where_it_is_available(bare_venv: Path) -> None:
    (bare_venv / "bin" / "uv").touch()
    assert bootstrap.installer()[:3] == [str(bare_venv / "bin" / "uv"), "pip", "install"]
    assert not (bare_venv / "asked").exists()


def test_compile_requirements_are_skipped_without_a_c_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [path.name for path in bootstrap.locks_for("runtime")]
    monkeypatch.setenv("CC", "no-such-compiler")
    assert [path.name for path in bootstrap.locks_for("runtime")] == ["runtime.txt"]
    assert set(names) <= {"runtime.txt", "compile.txt"}


def test_without_a_c_compiler_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "is_current", lambda: False)
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiler.build() == (
        "compiled engines: no C compiler here, the engines run interpreted (slower AI, all else the same)"
    )


def test_an_old_python_is_refused_with_the_version_needed() -> None:
    code = (
        "import sys; sys.version_info = (3, 10); sys.argv[1:] = ['runtime']; exec(open('config/bootstrap.py').read())"
    )
    code = code.replace("exec(", "__file__ = 'config/bootstrap.py'; exec(")
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=BASE_DIR, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert result.returncode == 1
    assert result.stderr == ("asterism: Python 3.11 or later is needed, for example: make PYTHON=python3.12 run\n")
