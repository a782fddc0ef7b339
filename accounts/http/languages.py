"""The language for a user: their choice, the browser's, or the site's."""

from typing import Protocol

from django.conf import settings
from django.utils import translation


class Reader(Protocol):
    """Anything with a `language`, such as a `User`."""

    language: str


def is_offered(code: str) -> bool:
    """Whether the site has this language."""
    return code in dict(settings.LANGUAGES)


def language_of(reader: Reader) -> str:
    """The user's language; the site's default if it isn't offered any more."""
    return reader.language if is_offered(reader.language) else settings.LANGUAGE_CODE


def current_language() -> str:
    """The active language, as a code that may be stored with an account."""
    code = translation.get_language() or settings.LANGUAGE_CODE
    return code if is_offered(code) else settings.LANGUAGE_CODE


def in_language_of(reader: Reader) -> translation.override:
    """A context with this user's language, in any request or task, such as for a mail."""
    return translation.override(language_of(reader))
