"""The documentation is correct: links, files, commands, variables, dependencies, and the API examples."""

import json
import os
import re
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from config.env import BASE_DIR
from tests.services.site import launched_web, site_environment
from tests.services.site_shell import SiteShell

DOCUMENTS = [BASE_DIR / "README.md", BASE_DIR / "CHANGELOG.md", *sorted((BASE_DIR / "docs").glob("*.md"))]
REQUIREMENTS = BASE_DIR / "requirements"
MAKEFILE = (BASE_DIR / "Makefile").read_text()
FILE_NAMES = (
    r"`((?:config|games|tournaments|accounts|frontend|tests|docs|requirements)/[\w./-]+|[\w-]+\.(?:toml|yaml|json))`"
)


def text_of(name: str) -> str:
    return (BASE_DIR / name).read_text()


each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


@each_document
def test_links_are_valid(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@each_document
def test_named_files_exist(document: Path) -> None:
    names = set(re.findall(FILE_NAMES, document.read_text()))
    assert sorted(name for name in names if not (BASE_DIR / name).exists()) == []


@each_document
def test_named_commands_exist(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"(?:^|`|&& )(?:\w+=\S+ )*make ([a-z]+)", text, re.MULTILINE))
    assert {target for target in targets if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)} == set()
    commands = set(re.findall(r"manage\.py ([a-z]+)", text))
    assert commands - set(get_commands()) == set()


def test_the_readme_begins_with_the_two_commands() -> None:
    first_block = text_of("README.md").split("```")[1]
    assert re.findall(r"^make \w+", first_block, re.MULTILINE) == ["make run", "make test"]


def test_every_target_is_explained_by_make_help() -> None:
    targets = re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)
    explained = re.findall(r'@echo "make (\w+)', MAKEFILE)
    assert sorted(target for target in targets if target != "help") == sorted(explained)


def test_every_environment_variable_is_documented() -> None:
    explained = set(re.findall(r"`([A-Z_]{4,})`", text_of("docs/deploy.md")))
    assert variables_read() - explained == set()


def variables_read() -> set[str]:
    return set(re.findall(r'_read\("([A-Z_]+)"', text_of("config/env.py")))


def test_compose_sets_only_variables_that_are_read() -> None:
    compose = yaml.safe_load(text_of("compose.yaml"))
    names = set(compose["services"]["web"]["environment"])
    assert names - variables_read() == set()
    assert {name for name, service in compose["services"].items() if "healthcheck" not in service} == {"migrate"}


def test_the_container_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\w+)", text_of("Dockerfile"), re.MULTILINE) == ["asterism"]


@pytest.mark.parametrize("name", ["runtime", "compile", "dev"])
def test_every_dependency_is_locked_and_documented(name: str) -> None:
    wanted = set(re.findall(r"^([a-z][\w-]*)", (REQUIREMENTS / f"{name}.in").read_text(), re.MULTILINE))
    locked = set(re.findall(r"^([a-z][\w-]*)==", (REQUIREMENTS / f"{name}.txt").read_text(), re.MULTILINE))
    explained = set(re.findall(r"^\| ([a-z][\w-]*) \|", text_of("docs/dependencies.md"), re.MULTILINE))
    assert wanted - locked == set()
    assert wanted - explained == set()


def test_no_unused_dependency_is_documented() -> None:
    wanted = {
        name
        for path in REQUIREMENTS.glob("*.in")
        for name in re.findall(r"^([a-z][\w-]*)", path.read_text(), re.MULTILINE)
    }
    explained = set(re.findall(r"^\| ([a-z][\w-]*) \|", text_of("docs/dependencies.md"), re.MULTILINE)) - {"package"}
    assert explained - wanted == set()


def test_the_locks_name_no_registry() -> None:
    for path in REQUIREMENTS.glob("*.txt"):
        assert "://" not in path.read_text(), path.name
    assert '"resolved"' not in (BASE_DIR / "package-lock.json").read_text()


def curl_examples() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", text_of("README.md"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("curl ")]


@pytest.mark.slow
@pytest.mark.processes
def test_the_api_examples_of_the_readme_work(tmp_path: Path) -> None:
    with launched_web(tmp_path) as url, closing(SiteShell(site_environment(tmp_path))) as shell:
        token = shell.run(MAKE_TOKEN).strip()
        answers = [run_example(line, url, token) for line in curl_examples()]
    assert len(answers) == 3
    assert json.loads(answers[0])["id"] == "nonaga"
    assert json.loads(answers[1])["results"] == []
    assert json.loads(answers[2])["username"] == "ada"


MAKE_TOKEN = """
from accounts.models import User
from accounts.services.tokens import create_token
ada = User.objects.create_user("ada", "ada@example.org", "glass-orbit-77")
print(create_token(user=ada, name="readme", scopes=["read"], days=1)[1])
"""


def run_example(line: str, url: str, token: str) -> str:
    command = line.replace("http://localhost:8000", url).replace("curl ", "curl --fail-with-body ", 1)
    environment = {**os.environ, "TOKEN": token}
    result = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout
