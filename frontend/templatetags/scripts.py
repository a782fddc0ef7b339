"""A page's modules, named all at once: the browser need not read one to learn of the next."""

import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.{1,2}/[^"]+)";', re.MULTILINE)


@register.simple_tag
def module_script(name: str) -> SafeString:
    """A module and, as preloads, whatever it imports."""
    script = format_html('<script type="module" src="{}" fetchpriority="low"></script>', static(name))
    preloads = ((static(imported),) for imported in modules_behind(name))
    return script + format_html_join("", '<link rel="modulepreload" href="{}" fetchpriority="low">', preloads)


def modules_behind(name: str) -> tuple[str, ...]:
    """What a module imports, and what that imports, each once."""
    return _read_imports(name) if settings.DEBUG else _kept_imports(name)


def _read_imports(name: str) -> tuple[str, ...]:
    found = [name]
    for module in found:  # which grows meanwhile
        found.extend(one for one in _imports_of(module) if one not in found)
    return tuple(found[1:])


_kept_imports = lru_cache(maxsize=64)(_read_imports)


def _imports_of(name: str) -> Iterator[str]:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"there is no module {name}")
    for imported in IMPORT.findall(Path(path).read_text(encoding="utf-8")):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
