"""The embedded site's secret key: made on the first run, kept in the data directory, readable by its owner alone."""

import contextlib
import os
import secrets
from pathlib import Path


def keep_secret_key(data_dir: Path) -> str:
    """The kept key. Two processes on a first run end up with the same one: the first link wins."""
    kept = data_dir / "secret_key"
    if not kept.exists():
        draft = data_dir / f".secret_key.{os.getpid()}"
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, kept)
        draft.unlink()
    return kept.read_text().strip()
