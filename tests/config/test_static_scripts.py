"""A script is sent as a bundle with all that it imports, without comments; as sent, it works."""

import json
import posixpath
import re
import subprocess
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from config.env import BASE_DIR
from config.static_scripts import LATER, UnreadableScript, bundle, lean_text, modules_in_order
from tests.services.node import node_environment

STATIC = BASE_DIR / "frontend" / "static"
MODULES = sorted(str(path.relative_to(STATIC)) for path in (STATIC / "js").rglob("*.js"))
# Each copy reads its texts from the page separately.
MAY_BE_TWICE = {"js/words.js"}
KEEPS_SOMETHING = re.compile(r"^(?:export )?(?:let |class \w+ extends Error)", re.MULTILINE)

SITE = {
    "words.js": 'let code = "en";\nexport function speak(to) {\n  code = to;\n}\nexport const said = () => code;\n',
    "net/api.js": """/**
 * Greets people.
 * @typedef {import("../page.js").Page} Page
 */
import {
  said as language,
  speak,
} from "../words.js";
export { said } from "../words.js";
  // on a line of its own
export class Caller {
  /** @param {string} name */
  call = (name) => /** @type {any} */ (`/* kind */ // ${name} ${language()}`); // beside it
}
export async function later() {
  return (await import("./far.js")).far;
}
speak("cs");
export {};
""",
    "net/far.js": "export const far = 7;\n",
    "page.js": """import "./words.js";
import { Caller, later, said } from "./net/api.js";

const code = "its own";
export const results = [new Caller().call("Ada"), said(), code, await_()];
function await_() {
  return typeof later;
}
export const fetched = later;
""",
}


@pytest.fixture
def sources(tmp_path: Path) -> FileSystemStorage:
    """A site of four modules, in a folder `js`."""
    storage = FileSystemStorage(tmp_path)
    for name, text in SITE.items():
        storage.save(f"js/{name}", ContentFile(text.encode()))
    return storage


def whole(sources: FileSystemStorage, name: str) -> str:
    return bundle(sources, name)


def run_in_node(folder: Path, script: str) -> str:
    command = ["node", "--input-type=module", "--eval", script]
    done = subprocess.run(command, cwd=folder, env=node_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bundle_behaves_like_its_modules(sources: FileSystemStorage, tmp_path: Path) -> None:
    """Modules in a bundle share state; dynamic imports are resolved relative to the bundle."""
    sent = tmp_path / "sent"
    (sent / "net").mkdir(parents=True)
    (sent / "page.mjs").write_text(whole(sources, "js/page.js").replace("far.js", "far.mjs"))
    (sent / "net" / "far.mjs").write_text(whole(sources, "js/net/far.js"))
    read = 'const page = await import("./page.mjs"); console.log(JSON.stringify([page.results, await page.fetched()]));'
    assert json.loads(run_in_node(sent, read)) == [["/* kind */ // Ada cs", "cs", "its own", "function"], 7]


def test_comments_are_left_out(sources: FileSystemStorage) -> None:
    sent = whole(sources, "js/net/api.js")
    assert [words for words in ("Greets", "@param", "@type", "line of its own") if words in sent] == []
    assert "/* kind */ // ${name}" in sent
    assert sent.endswith("export const { Caller, later, said } = $js_net_api;\n")


def test_each_module_is_bundled_once_and_after_its_imports(sources: FileSystemStorage) -> None:
    assert modules_in_order(sources, "js/page.js") == ["js/words.js", "js/net/api.js", "js/page.js"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('import * as all from "./words.js";', "import \\* as all"),
        ("export default 1;", "export default 1"),
        ("await thing;", "await thing"),
        ('import { speak } from "./own.js";', "js/own.js → js/own.js"),
    ],
)
def test_unsupported_syntax_is_an_error(sources: FileSystemStorage, text: str, complaint: str) -> None:
    sources.save("js/own.js", ContentFile(text.encode()))
    with pytest.raises(UnreadableScript, match=complaint):
        whole(sources, "js/own.js")


@pytest.mark.slow
def test_every_bundle_of_the_site_can_be_parsed(tmp_path: Path) -> None:
    sources = FileSystemStorage(STATIC)
    for number, name in enumerate(MODULES):
        (tmp_path / f"{number}.mjs").write_text(whole(sources, name))
    # Parsed, not run: most need a page.
    check = """
import { readdirSync, readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";
for (const name of readdirSync(".")) new SourceTextModule(readFileSync(name, "utf8"), { identifier: name });
"""
    (tmp_path / "check.mjs").write_text(check)
    command = ["node", "--experimental-vm-modules", "--no-warnings", "check.mjs"]
    subprocess.run(command, cwd=tmp_path, env=node_environment(), check=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", MODULES)
def test_dynamically_imported_modules_share_no_stateful_module(name: str) -> None:
    """They would have a copy of its state: another clock, another class of errors."""
    sources = FileSystemStorage(STATIC)
    here = modules_in_order(sources, name)
    laters = {
        posixpath.normpath(posixpath.join(posixpath.dirname(module), address))
        for module in here
        for address in LATER.findall(lean_text(sources, module))
    }
    shared = {module for later in laters for module in modules_in_order(sources, later) if module in here}
    keeping = {module for module in shared if KEEPS_SOMETHING.search(lean_text(sources, module))}
    assert keeping <= MAY_BE_TWICE
