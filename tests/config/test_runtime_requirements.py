"""The site runs with `requirements/runtime.txt` alone: development packages can't be imported."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from django.core.management import get_commands

from config.env import BASE_DIR
from tests.services.site import prepare_data, run_manage, site_environment

APPS = ("accounts", "config", "frontend", "games", "tournaments")
# Runs at every start of a process and its children. A fixture writes it into a folder of PYTHONPATH.
HIDE = "import sys\nsys.modules.update(dict.fromkeys({hidden}))\n"
HELP_OF_ALL = """
import importlib, json, pkgutil
from django.core.management import get_commands, load_command_class
commands = {name: app for name, app in get_commands().items() if app in json.loads(apps)}
for name, app in commands.items():
    load_command_class(app, name).create_parser("manage.py", name).format_help()
for app in json.loads(apps):
    package = importlib.import_module(app)
    for module in pkgutil.walk_packages(package.__path__, app + "."):
        importlib.import_module(module.name)
print(json.dumps(sorted(commands)))
"""
RUNS = [
    ("rules", "list"),
    ("rules", "perft", "lyra-2", "1"),
    ("rules", "play", "lyra-2", "--seat", "-1", "--limit", "1"),
    ("puzzles", "make", "--variants", "lyra-2", "--count", "1", "--games", "1", "--file", "{folder}/found"),
    ("puzzles", "verify", "{folder}/one"),
    ("puzzles", "load", "{folder}/one"),
]
# Run separately: they move the files under a running process.
FILES = [("backup", "{folder}/site.tar.gz"), ("restore", "{folder}/site.tar.gz", "--force")]
RUN_ALL = """
import contextlib, io, json
from django.core.management import call_command
silent = []
for run in json.loads(runs):
    with contextlib.redirect_stdout(io.StringIO()) as output:
        call_command(*run)
    if not output.getvalue():
        silent.append(run)
print(json.dumps(silent))
"""
# `demo` is run by tests/frontend/test_demo.py; `looks` and `translations` rewrite source files.
NOT_RUN = {"demo", "looks", "translations"}


def locked(name: str) -> set[str]:
    lines = (BASE_DIR / "requirements" / f"{name}.txt").read_text()
    return {_normalised(found) for found in re.findall(r"^([A-Za-z0-9._-]+)==", lines, re.MULTILINE)}


def _normalised(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def development_modules() -> set[str]:
    """Return the modules that requirements/dev.txt provides and requirements/runtime.txt does not."""
    only = locked("dev") - locked("runtime")
    found = packages_distributions().items()
    # setuptools' hook is imported by the interpreter before anything could hide it.
    return {name for name, owners in found if set(map(_normalised, owners)) <= only and not name.startswith("_")}


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a site without development packages, with a database of its own."""
    folder = tmp_path_factory.mktemp("runtime")
    (folder / "sitecustomize.py").write_text(HIDE.format(hidden=sorted(development_modules())))
    prepare_data(folder / "data")
    first = (BASE_DIR / "games/puzzles/data/tactics.jsonl").read_text().splitlines()[0]
    (folder / "one").write_text(first)
    return site_environment(folder / "data", PYTHONPATH=str(folder), FOLDER=str(folder))


@pytest.mark.slow
def test_development_packages_are_hidden(runtime: dict[str, str]) -> None:
    """Otherwise the tests below would prove nothing."""
    assert {"chess", "pytest", "hypothesis", "requests"} <= development_modules()
    assert not {"django", "celery", "babel"} & development_modules()
    with pytest.raises(AssertionError, match="import of chess halted"):
        run_manage(runtime, "shell", "--no-imports", "--command", "import chess")


@pytest.mark.slow
def test_every_module_and_every_command_help_work_without_development_packages(runtime: dict[str, str]) -> None:
    code = f"apps = {json.dumps(json.dumps(APPS))}\n{HELP_OF_ALL}"
    known = json.loads(run_manage(runtime, "shell", "--no-imports", "--command", code))
    assert known == sorted(name for name, app in get_commands().items() if app in APPS)
    assert set(known) == {name for name, *_ in (*RUNS, *FILES)} | NOT_RUN


@pytest.mark.slow
@pytest.mark.once
def test_every_command_runs_without_development_packages(runtime: dict[str, str]) -> None:
    runs = [[word.format(folder=runtime["FOLDER"]) for word in run] for run in RUNS]
    code = f"runs = {json.dumps(json.dumps(runs))}\n{RUN_ALL}"
    assert json.loads(run_manage(runtime, "shell", "--no-imports", "--command", code)) == []
    for run in FILES:
        assert run_manage(runtime, *(word.format(folder=runtime["FOLDER"]) for word in run)), run


def imports(path: Path) -> Iterator[str]:
    """Yield the packages that a file imports at run time, not those for type checkers only."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


@pytest.mark.slow
def test_no_module_of_the_site_imports_a_development_package() -> None:
    """Not even with ImportError caught: what is missing then would show late."""
    hidden = development_modules() - sys.stdlib_module_names
    files = chain([BASE_DIR / "manage.py"], *((BASE_DIR / app).rglob("*.py") for app in APPS))
    found = {f"{path.relative_to(BASE_DIR)}: {name}" for path in files for name in imports(path) if name in hidden}
    assert found == set()
