"""Static files under names that carry their content's hash, so that a browser may keep them for ever."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

import brotli
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.MULTILINE)

# Comments that stand on lines of their own; those beside or within code stay. No text of ours that spans lines has a
# line that begins like one.
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)


class QuickCompressor(Compressor):
    """Brotli's last notch saves two more per cent and makes the first run wait ten times as long."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9))


class WholeStylesheets:
    """A stylesheet as it is sent: what it imports from its own folder stands in it, so that one request brings all."""

    def __init__(self, sources: Storage) -> None:
        self._sources = sources

    def open(self, path: str) -> "ContentFile[bytes]":
        return ContentFile(self._whole(path).encode())

    def _whole(self, path: str) -> str:
        with self._sources.open(path) as source:
            text: str = source.read().decode()
        return IMPORT.sub(lambda found: self._whole(posixpath.join(posixpath.dirname(path), found[1])), text)


class LeanScripts:
    """A script as it is sent: without what is there for its readers, comments and types, a quarter of its weight."""

    def __init__(self, sources: Storage) -> None:
        self._sources = sources

    def open(self, path: str) -> "ContentFile[bytes]":
        with self._sources.open(path) as source:
            return ContentFile(COMMENT.sub("", source.read().decode()).encode())


def as_sent(sources: Storage, path: str) -> Any:
    """Our own files in the shape they are sent in; those of others as they are."""
    if path.endswith(".css"):
        return WholeStylesheets(sources)
    return LeanScripts(sources) if path.startswith("js/") else sources


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    # ES modules import each other by name: the names inside are rewritten too.
    support_js_module_import_aggregation = True
    # All forms but `import("…")`, which our modules use in comments alone, to name types: those may go in circles.
    _js_module_import_aggregation_patterns = (
        "*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1][:-1],
    )
    # One pass resolves one more floor of imports.
    max_post_process_passes = 20

    def post_process(self, paths: dict[str, Any], *arguments: Any, **options: Any) -> Iterator[Any]:
        sent = {name: (as_sent(sources, path), path) for name, (sources, path) in paths.items()}
        yield from super().post_process(sent, *arguments, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        return QuickCompressor(**options)
