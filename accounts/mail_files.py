"""Mails of an embedded site, kept as files for its administrator to read and pass on."""

import email
import email.policy
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.errors import NotFound

FILE_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
MAX_SHOWN = 100
_SEPARATOR = b"-" * 79 + b"\n"  # written by the file backend after each mail
_NAME = re.compile(r"[0-9A-Za-z-]+\.log")


@dataclass(frozen=True, kw_only=True)
class KeptMail:
    file_name: str
    to: str
    subject: str
    body: str
    written_at: datetime


def keeps_mails() -> bool:
    return bool(settings.EMAIL_BACKEND == FILE_BACKEND)


def list_mails() -> list[KeptMail]:
    """The newest mails, newest first."""
    files = sorted(_folder().glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True)[:MAX_SHOWN]
    return [mail for path in files for mail in _read(path)]


def get_mails(file_name: str) -> list[KeptMail]:
    """The mails of one file; only file names of the backend are accepted."""
    path = _folder() / file_name
    if not _NAME.fullmatch(file_name) or not path.is_file():
        raise NotFound(_("This e-mail doesn't exist. It may have been deleted from the data directory."))
    return _read(path)


def _folder() -> Path:
    if not keeps_mails():
        raise NotFound(_("This site sends its e-mails; none are kept to read here."))
    return Path(settings.EMAIL_FILE_PATH)


def _read(path: Path) -> list[KeptMail]:
    written_at = datetime.fromtimestamp(path.stat().st_mtime, tz=UTC)
    parts = [part for part in path.read_bytes().split(_SEPARATOR) if part.strip()]
    return [_parse(part, path.name, written_at) for part in parts]


def _parse(raw: bytes, file_name: str, written_at: datetime) -> KeptMail:
    message = email.message_from_bytes(raw, _class=EmailMessage, policy=email.policy.default)
    body = message.get_body(preferencelist=("plain",))
    return KeptMail(
        file_name=file_name,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        body=str(body.get_content()) if body is not None else "",
        written_at=written_at,
    )
