"""The error format of the API, `{"code", "message", "fields"?}`, and its exception handlers."""

import logging
import sys
from http import HTTPStatus
from typing import Any

from django.core.exceptions import DisallowedHost, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as ModelValidationError
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.template.loader import get_template
from django.urls import resolve
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error
from rest_framework.views import set_rollback

from accounts.drf.parsers import BodyTooLarge
from accounts.errors import Refused, TooMany
from accounts.http.outages import RETRY_AFTER_SECONDS, outage_of

logger = logging.getLogger("asterism.api")

# A code and a message for every status that may arise without one.
DEFAULTS = {
    400: ("bad_request", _("The request couldn't be parsed. Compare it with the schema at /api/schema/.")),
    401: ("not_authenticated", _("Log in, or send a token: Authorization: Bearer ast_…")),
    403: ("permission_denied", _("You don't have permission to do this.")),
    404: ("not_found", _("Not found. Check the address; the schema at /api/schema/ lists all of them.")),
    405: ("method_not_allowed", _("This address doesn't support that method.")),
    406: ("not_acceptable", _("This API only returns JSON. Accept application/json.")),
    413: ("too_large", _("The request body is too large. Send less at a time.")),
    415: ("unsupported_media_type", _("Send JSON: Content-Type: application/json")),
    429: ("throttled", _("Too many requests. Wait a moment and try again.")),
    500: ("server_error", _("Something went wrong on our side. The error was logged; try again later.")),
    503: ("unavailable", _("The site is busy. Try again in a moment.")),
}
RETRY_LATER = {"Retry-After": str(RETRY_AFTER_SECONDS)}
LONGEST_HOST = 253  # as DNS has it
INVALID_FIELDS = _("Some fields are invalid. See each field for what to change.")
# Exceptions whose own message never says what to do next.
STOCK_SENTENCES = (
    exceptions.MethodNotAllowed,
    exceptions.NotAuthenticated,
    exceptions.Throttled,
    exceptions.UnsupportedMediaType,
)


def error_body(code: str, message: str, fields: Any = None) -> dict[str, Any]:
    body: dict[str, Any] = {"code": code, "message": message}
    if fields:
        body["fields"] = fields
    return body


def default_error(status: int) -> dict[str, Any]:
    """The error body of a status without a message of its own."""
    code, message = DEFAULTS.get(status, ("error", HTTPStatus(status).phrase))
    return error_body(code, str(message))


def default_message(status: int) -> str:
    return str(default_error(status)["message"])


def error_response(status: int) -> JsonResponse:
    return JsonResponse(default_error(status), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response to a request that Django can't read; for a host that isn't allowed, with the remedy."""
    host = split_domain_port(request.META.get("HTTP_HOST", ""))[0] if isinstance(exception, DisallowedHost) else ""
    is_api = request.path.startswith("/api/")
    if not 1 <= len(host) <= LONGEST_HOST:  # not a name worth repeating
        return error_response(400) if is_api else defaults.bad_request(request, exception)
    if is_api:
        message = gettext("This site isn't served at %(host)s. Its administrator can add it to ALLOWED_HOSTS.")
        return JsonResponse(error_body("unknown_host", message % {"host": host}), status=400)
    return HttpResponse(get_template("errors/host.html").render({"host": host}), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to an unhandled exception: 503 in an outage, else 500. Needs no database."""
    outage = outage_of(sys.exc_info()[1])
    is_api = request.path.startswith("/api/")
    if outage is None:
        return error_response(500) if is_api else defaults.server_error(request)
    if is_api:
        return JsonResponse(error_body(outage.code, str(outage.message)), status=503, headers=RETRY_LATER)
    return HttpResponse(get_template("503.html").render({"outage": outage}), status=503, headers=RETRY_LATER)


@csrf_exempt
def not_found(request: HttpRequest, **captured: str) -> JsonResponse:
    """404 for every unknown address under /api/; a POST gets it too, instead of a CSRF error."""
    if request.path.endswith("/") or resolve(f"{request.path}/").func is not_found:
        return error_response(404)
    facts = {"address": f"{request.path}/"}
    words = gettext("Not found. Addresses end with a slash: try %(address)s.") % facts
    return JsonResponse(error_body("not_found", words), status=404)


def handle_exception(error: Exception, context: dict[str, Any]) -> Response:
    """REST framework's exception handler."""
    set_rollback()
    if isinstance(error, Refused):
        return _refusal(error)
    known = _as_api_exception(error)
    if isinstance(known, exceptions.ValidationError):
        return Response(_validation_body(known), status=400)
    if known is not None:
        return _known(known)
    if (outage := outage_of(error)) is not None:
        logger.warning("Unavailable (%s): %s", outage.code, context["request"].path)
        return Response(error_body(outage.code, str(outage.message)), status=503, headers=RETRY_LATER)
    return _unforeseen(error, context)


def _refusal(error: Refused) -> Response:
    body = error_body(error.code, error.message, error.fields) | dict(error.payload or {})
    headers = {}
    if isinstance(error, TooMany) and error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    return Response(body, status=error.status, headers=headers)


def _as_api_exception(error: Exception) -> exceptions.APIException | None:
    if isinstance(error, Http404):
        return exceptions.NotFound(default_message(404))
    if isinstance(error, PermissionDenied):
        return exceptions.PermissionDenied(str(error) or default_message(403))
    if isinstance(error, ModelValidationError):
        return exceptions.ValidationError(as_serializer_error(error))
    if isinstance(error, RequestDataTooBig):
        return BodyTooLarge()
    if isinstance(error, SuspiciousOperation):
        return exceptions.ParseError(default_message(400))
    return error if isinstance(error, exceptions.APIException) else None


def _validation_body(error: exceptions.ValidationError) -> dict[str, Any]:
    fields = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
    return error_body("invalid", str(INVALID_FIELDS), fields)


def _known(error: exceptions.APIException) -> Response:
    headers = {}
    if auth_header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(int(wait) + 1)
    return Response(error_body(_code_of(error), _message_of(error)), status=error.status_code, headers=headers)


def _code_of(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else error.default_code


def _message_of(error: exceptions.APIException) -> str:
    """The error's message, or our own where REST framework has only its stock one."""
    detail = str(error.detail)
    if isinstance(error, STOCK_SENTENCES) or detail == str(error.default_detail):
        return default_message(error.status_code)
    return detail


def _unforeseen(error: Exception, context: dict[str, Any]) -> Response:
    """Report an exception that we answer ourselves, as Django would have done."""
    request = context["request"]
    logger.error("Unhandled error in the API: %s", request.path, exc_info=error)
    got_request_exception.send(sender=None, request=request._request)
    return Response(default_error(500), status=500)
