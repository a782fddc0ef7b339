"""JavaScript bundles: each script with its imports inlined, and without comments.

There are many small modules, and a slow line pays for every request. So each script is sent with all that it needs,
every module once, in a function of its own, before those that need it. Two scripts of a page have their own copies of
what they share: a module with state, or with classes that are compared, belongs to one script per page.
"""

import posixpath
import re

from django.core.files.storage import Storage

# Comments on lines of their own, and types within a line. No multi-line text of ours has a line that begins like a
# comment, and none has two stars after a slash.
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
TYPE = re.compile(r"/\*\* (?:(?!\*/)[^\n])*\*/ ?")

IMPORT = re.compile(r'^import\s+(?:\{([^}]*)\}\s+from\s+)?"(\.{1,2}/[^"]+)";\n?', re.MULTILINE)
PASSED_ON = re.compile(r'^export(\s+\{([^}]*)\}\s+from\s+"\.{1,2}/[^"]+";\n?)', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
NOTHING = re.compile(r"^export \{\};\n?", re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.{1,2}/[^"]+)"\)')
UNREAD = re.compile(r"^(?:import|export|await)\b.*", re.MULTILINE)


class UnreadableScript(Exception):
    """A module has syntax that the bundler doesn't understand."""


def bundle(sources: Storage, path: str) -> str:
    """A script with all its modules."""
    enclosed = [_enclosed(module, lean_text(sources, module), path) for module in modules_in_order(sources, path)]
    given = ", ".join(_given_by(lean_text(sources, path)))
    return "".join([*enclosed, f"export const {{ {given} }} = {_name_of(path)};\n" if given else ""])


def _enclosed(path: str, text: str, seen_from: str) -> str:
    """A module as a function that runs once and returns its exports."""
    given = ", ".join(_given_by(text))
    body = IMPORT.sub(lambda found: _look_up(path, *found.groups()), PASSED_ON.sub(r"import\1", text))
    body = LATER.sub(lambda found: _later(_beside(path, found[1]), seen_from), EXPORT.sub("", body))
    if unread := UNREAD.search(body):
        raise UnreadableScript(f"{path}: {unread[0]}")
    return f"const {_name_of(path)} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def lean_text(sources: Storage, path: str) -> str:
    with sources.open(path) as source:
        return NOTHING.sub("", TYPE.sub("", COMMENT.sub("", source.read().decode())))


def modules_in_order(sources: Storage, path: str, waiting: tuple[str, ...] = ()) -> list[str]:
    """A module and all its imports, each once and after what it needs itself."""
    if path in waiting:
        raise UnreadableScript(f"modules import each other: {' → '.join([*waiting, path])}")
    found: dict[str, None] = {}
    for _, imported in IMPORT.findall(PASSED_ON.sub(r"import\1", lean_text(sources, path))):
        found |= dict.fromkeys(modules_in_order(sources, _beside(path, imported), (*waiting, path)))
    return [*found, path]


def _given_by(text: str) -> list[str]:
    """The names that a module exports."""
    return EXPORT.findall(text) + [name for _, names in PASSED_ON.findall(text) for name in _listed(names)]


def _look_up(path: str, names: str | None, imported: str) -> str:
    """An import, resolved against the modules bundled above it."""
    taken = ", ".join(name.replace(" as ", ": ") for name in _listed(names or ""))
    return f"const {{ {taken} }} = {_name_of(_beside(path, imported))};\n" if taken else ""


def _later(module: str, seen_from: str) -> str:
    """A dynamic import, which stays a script of its own."""
    return f'import("./{posixpath.relpath(module, posixpath.dirname(seen_from))}")'


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _beside(path: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), address))


def _name_of(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
