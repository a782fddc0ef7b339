"""The JSON parser of the API, with limits for untrusted input."""

import json
from collections.abc import Iterator
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

# The range of every integer column; beyond it databases fail, each in its own way.
LARGEST = 10**18


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = _("The request body is too large. Send less at a time.")


def max_body_bytes(view: object) -> int:
    """The largest body a view reads: its own `max_body_bytes` if it takes files, else the limit of the API."""
    limit: int = getattr(view, "max_body_bytes", settings.API_MAX_BODY_BYTES)
    return limit


class StrictJSONParser(JSONParser):
    """JSON within limits: size, depth, and only text and numbers that a database can keep."""

    max_depth = 32

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        most = max_body_bytes((parser_context or {}).get("view"))
        body = stream.read(most + 1)
        if len(body) > most:
            raise BodyTooLarge
        value = _decode(body)
        for depth, leaf in _walk(value):
            if depth > self.max_depth:
                raise ParseError(_("The JSON is nested too deeply."))
            if isinstance(leaf, str):
                _check_storable(leaf)
            elif isinstance(leaf, int | float) and not -LARGEST <= leaf <= LARGEST:
                raise ParseError(_("A number is too large. Stay within 1e18."))
        return value


def _decode(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except RecursionError:
        raise ParseError(_("The JSON is nested too deeply.")) from None
    except ValueError as error:
        raise ParseError(_("This isn't valid JSON: %(problem)s") % {"problem": error}) from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not valid JSON")


def _walk(value: Any) -> Iterator[tuple[int, Any]]:
    """Every key and value with its depth, without recursion, as the sender chooses the depth."""
    waiting = [(0, value)]
    while waiting:
        depth, item = waiting.pop()
        yield depth, item
        if isinstance(item, dict):
            waiting += [(depth + 1, part) for pair in item.items() for part in pair]
        elif isinstance(item, list):
            waiting += [(depth + 1, part) for part in item]


def _check_storable(text: str) -> None:
    if "\x00" in text:
        raise ParseError(_("Remove the NUL character."))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ParseError(_("Remove lone surrogates: they are half a character.")) from None
