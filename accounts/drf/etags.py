"""ETags and 304 for API reads: a client with the current version gets an empty response."""

import hashlib
from typing import Any

from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

READ_METHODS = frozenset({"GET", "HEAD"})


class ConditionalReadMixin:
    """Gives every read an ETag over its content, and answers a matching If-None-Match with 304.

    A view with a cheap version (such as a tournament's revision) returns it from `read_version`; then an unchanged
    response is not even computed. The version must cover all that the viewer may see; the language is added here.
    """

    def read_version(self, request: Request, *args: Any, **kwargs: Any) -> str | None:
        return None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        version = self.read_version(request, *args, **kwargs) if request.method in READ_METHODS else None
        self.etag = None if version is None else _version_etag(request, version)
        if self.etag and _is_known(request, self.etag):
            raise NotModified

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, NotModified):
            return Response(status=304)
        answer: Response = super().handle_exception(error)  # type: ignore[misc]
        return answer

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Any:
        """The response, or Django's own 304 in its place."""
        response = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[misc]
        patch_vary_headers(response, ["Authorization", "Cookie"])
        response.headers.setdefault("Cache-Control", "private, no-cache")
        if request.method not in READ_METHODS or response.streaming or response.status_code not in (200, 304):
            return response
        if not response.has_header("ETag"):
            response.headers["ETag"] = getattr(self, "etag", None) or _etag(response.render().content)
        return get_conditional_response(request, etag=response["ETag"], response=response) or response


class NotModified(Exception):
    """The client has this version already."""


def _version_etag(request: Request, version: str) -> str:
    return _etag(f"{request.get_full_path()} {request.user.pk} {get_language()} {version}".encode())


def _etag(content: bytes) -> str:
    return quote_etag(hashlib.blake2b(content, digest_size=16).hexdigest())


def _is_known(request: Request, etag: str) -> bool:
    answer = get_conditional_response(request, etag=etag)
    return answer is not None and answer.status_code == 304
