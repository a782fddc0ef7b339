"""The embedded site's secret key: made on the first run, kept in the data directory, readable by its owner alone."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path


def keep_secret_key(data_dir: Path) -> str:
    """The kept key. Two that run first at once end up with the same one: the first link wins."""
    kept = data_dir / "secret_key"
    if not kept.exists():
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        # A draft of its own for everybody, threads too: nobody may empty or remove another's.
        descriptor, draft = tempfile.mkstemp(prefix=".secret_key.", dir=data_dir)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, kept)
        os.unlink(draft)
    return kept.read_text().strip()
