"""Static files under names that carry their content's hash, so that a browser may keep them for ever."""

from typing import Any

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class QuickCompressor(Compressor):
    """Brotli's last notch saves two more per cent and makes the first run wait ten times as long."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9))


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

    def create_compressor(self, **options: Any) -> Compressor:
        return QuickCompressor(**options)
