"""Middleware: request checks of the API, cookieless embeds, language and time zone, guest sessions, refusals."""

import zoneinfo

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.drf.errors import error_response
from accounts.drf.parsers import max_body_bytes
from accounts.errors import Refused, TooMany
from accounts.http.languages import is_offered, language_of
from accounts.http.requests import guest_of
from accounts.services.guests import KEPT_FOR, note_visit

API_PREFIX = "/api/"
COOKIELESS_PREFIXES = ("/embed/", "/previews/")


class ApiEdgeMiddleware(MiddlewareMixin):
    """Rejects requests that no view could use, and gives errors from outside REST framework the API's format."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        is_api = request.path.startswith(API_PREFIX)
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            # PostgreSQL stores no NUL in text; a filter would fail deep inside.
            if is_api:
                return error_response(400)
            raise SuspiciousOperation("NUL in the address")
        return None

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Refuse a body that its view doesn't read, and text in forms that the API's parser refuses too."""
        is_api = request.path.startswith(API_PREFIX)
        if is_api and _body_length(request) > max_body_bytes(getattr(view, "cls", None)):
            return error_response(413)
        if request.method == "POST" and not is_api:
            texts = (text for values in request.POST.lists() for text in (values[0], *values[1]))
            if any("\x00" in text for text in texts if isinstance(text, str)):
                raise SuspiciousOperation("NUL in a form")
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_error = request.path.startswith(API_PREFIX) and response.status_code >= 400
        if is_error and not response.headers.get("Content-Type", "").startswith("application/json"):
            return error_response(response.status_code)
        return response


class CookielessMiddleware(MiddlewareMixin):
    """Embedded pages are anonymous: no cookie is read or set."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith(COOKIELESS_PREFIXES):
            request.META.pop("HTTP_COOKIE", None)
            request.COOKIES = {}

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(COOKIELESS_PREFIXES):
            response.cookies.clear()
            vary = [word.strip() for word in response.headers.get("Vary", "").split(",")]
            if kept := [word for word in vary if word and word.lower() != "cookie"]:
                response.headers["Vary"] = ", ".join(kept)
            else:
                response.headers.pop("Vary", None)
        return response


class LinkedLanguageMiddleware(LocaleMiddleware):
    """Django's language, or the one a link names: `?language=fr`, for this request only."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        code = request.GET.get("language", "")
        if is_offered(code):
            translation.activate(code)
            request.LANGUAGE_CODE = code


class PreferencesMiddleware(MiddlewareMixin):
    """Shows pages in the viewer's time zone and language.

    The API uses UTC. Its errors are in the account's language too, since the site's own scripts show them; a program
    with a token has no session, and sends Accept-Language.
    """

    def process_request(self, request: HttpRequest) -> None:
        timezone.deactivate()
        if not request.user.is_authenticated:
            return
        translation.activate(language_of(request.user))
        request.LANGUAGE_CODE = translation.get_language()
        if not request.path.startswith(API_PREFIX):
            timezone.activate(zoneinfo.ZoneInfo(request.user.time_zone))


class GuestVisitMiddleware(MiddlewareMixin):
    """Extends a guest's session on writes, as it is all that identifies them. Reads write nothing."""

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        if request.method == "POST" and (guest := guest_of(request)) is not None and note_visit(guest=guest):
            request.session.set_expiry(int(KEPT_FOR.total_seconds()))


class RefusalMiddleware(MiddlewareMixin):
    """Turns exceptions of services into an error page; REST framework handles its own."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        context = {"refusal": exception, "back": _page_of_form(request), "written": _written_in(request)}
        page = render(request, "accounts/refused.html", context, status=exception.status)
        if isinstance(exception, TooMany) and exception.retry_after is not None:
            page.headers["Retry-After"] = str(exception.retry_after)
        return page


def _page_of_form(request: HttpRequest) -> str:
    """The page that a form was sent from, if it is one of ours."""
    page = request.META.get("HTTP_REFERER", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if request.method == "POST" and is_ours else ""


def _written_in(request: HttpRequest) -> list[str]:
    """What the user typed in the refused form, to be kept: every longer text but passwords."""
    sent = request.POST.items() if request.method == "POST" else ()
    texts = (str(text).strip() for name, text in sent if "password" not in name)
    return [text for text in texts if len(text.split()) > 1]


def _body_length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length[:20]) if length.isdecimal() else 0
