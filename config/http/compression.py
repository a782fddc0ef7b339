"""Middleware that compresses pages with gzip: on a slow line the bytes cost more than the compression."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressedPages(GZipMiddleware):
    """Pages and JSON only: an event stream must be sent byte by byte, and pictures and downloads are small already."""

    TYPES = ("text/html", "application/json", "text/csv")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in self.TYPES:
            return response
        return super().process_response(request, response)
