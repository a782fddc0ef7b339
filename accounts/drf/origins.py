"""Other people's pages may read the API, anonymously or by a token, never as the visitor whose browser it is.

Every origin is let in, and none with cookies: a browser shows an answer with `*` only to a page that sent none along.
What a page can read so is what anybody can; what it can do needs a token that a user gave it.
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
        """A browser asks beforehand, without saying who it is; no view is troubled with it."""
        is_asked_beforehand = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        if is_asked_beforehand and request.path.startswith(OPEN_PREFIXES):
            return HttpResponse(status=204, headers=PREFLIGHT)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(OPEN_PREFIXES):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = READABLE
        return response
