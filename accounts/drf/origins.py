"""CORS: pages of other sites may read the API, anonymously or with a token, never with the visitor's cookies.

Every origin is allowed, and none with credentials: a browser shows a response with `*` only to a page that sent no
cookies. Such a page can read what is public; to do anything it needs a token that a user gave it.
"""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

OPEN_PREFIXES = ("/api/v1/", "/api/schema/")
READABLE = (
    "Allow, Content-Disposition, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Server-Time"
)
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}


class OtherOriginsMiddleware(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Answer preflight requests, which are anonymous, without calling a view."""
        is_asked_beforehand = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if is_asked_beforehand and request.path.startswith(OPEN_PREFIXES):
            return HttpResponse(status=204, headers=PREFLIGHT)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(OPEN_PREFIXES):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = READABLE
        return response
