"""A page names all modules it will need, so that none is found only by reading another."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import Context, Template

from config.env import BASE_DIR
from frontend.templatetags.scripts import modules_behind

SCRIPTS = BASE_DIR / "frontend" / "static"
MODULES = sorted(str(path.relative_to(SCRIPTS)) for path in (SCRIPTS / "js").rglob("*.js"))


@pytest.mark.parametrize("name", MODULES)
def test_whatever_a_module_imports_is_there_once(name: str) -> None:
    behind = modules_behind(name)
    assert len(set(behind)) == len(behind)
    assert name not in behind
    assert [module for module in behind if finders.find(module) is None] == []


def test_imports_of_imports_are_found() -> None:
    assert modules_behind("js/notices.js") == ("js/net/stream.js", "js/words.js")
    assert {"js/board/board.js", "js/board/tetrahedron.js"} <= set(modules_behind("js/game/page.js"))


def test_many_lines_of_names_are_one_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "page.js"
    source.write_text(
        'import {\n  one,\n  two,\n} from "../net/api.js";\n/** @typedef {import("./types.js").Point} P */\n'
    )
    monkeypatch.setattr(finders, "find", lambda name: str(source) if name == "js/game/own.js" else str(SCRIPTS / name))
    assert modules_behind("js/game/own.js")[0] == "js/net/api.js"


def test_a_module_that_is_not_there_is_no_quiet_mistake() -> None:
    with pytest.raises(FileNotFoundError, match="js/nowhere"):
        modules_behind("js/nowhere.js")


def test_the_page_comes_before_its_scripts() -> None:
    page = Template('{% load scripts %}{% module_script "js/notices.js" %}').render(Context())
    assert page == (
        '<script type="module" src="/static/js/notices.js" fetchpriority="low"></script>'
        '<link rel="modulepreload" href="/static/js/net/stream.js" fetchpriority="low">'
        '<link rel="modulepreload" href="/static/js/words.js" fetchpriority="low">'
    )
