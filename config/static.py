"""Static files under names that carry their content's hash, so that a browser may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    # ES modules import each other by name: the names inside are rewritten too.
    support_js_module_import_aggregation = True
